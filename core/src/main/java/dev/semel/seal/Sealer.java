// SPDX-License-Identifier: Apache-2.0
package dev.semel.seal;

import dev.semel.Saved;
import dev.semel.spi.StoreUnavailableException;
import dev.semel.spi.UnreadableRecordException;
import dev.semel.state.Answer;
import dev.semel.state.RecordId;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import javax.crypto.AEADBadTagException;

/**
 * Seals answers and opens them. An answer is sealed for its place: tenant, operation and key, whether it is a success and of
 * what version; anywhere else it does not open, so that nobody who can write to the store gives one tenant the answer of
 * another (R23).
 *
 * <p>The text that is sealed is a byte of flags, a byte with the length of the content type, the content type, and the
 * bytes. An answer without its bytes (R19) is sealed like any other: that they were left out is as little for others to see,
 * or to change, as what they were.
 */
final class Sealer {

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final String DOCUMENTED = "; see docs/operations.md#answers-cannot-be-opened";
    private static final int OMITTED = 1;
    private static final int HEAD = 2;

    private Sealer() {}

    /** The answer as it may lie in a store; the plain one where the ring does not seal. */
    static Saved seal(KeyRing keys, RecordId id, boolean success, int schemaVersion, Saved plain) {
        return keys.current()
                .map(key -> {
                    byte[] nonce = new byte[Xaes256Gcm.NONCE];
                    RANDOM.nextBytes(nonce);
                    return Saved.owning(
                            Seal.type(key.id()), sealed(key, nonce, text(plain), context(id, success, schemaVersion)));
                })
                .orElse(plain);
    }

    private static byte[] sealed(SealingKey key, byte[] nonce, byte[] text, byte[] context) {
        try {
            return key.cipher().seal(nonce, text, context);
        } catch (IllegalStateException e) {
            // As a store that cannot save: tried again, and then in doubt. The key is not freed (R17).
            throw new StoreUnavailableException("an answer could not be sealed with the key '" + key.id() + "'", e);
        }
    }

    /**
     * What an answer said.
     *
     * @throws UnreadableRecordException if it cannot be known; the message names no more than a key's id
     */
    static Saved open(KeyRing keys, RecordId id, Answer answer) {
        Saved saved = answer.saved();
        if (!Seal.isOn(saved)) {
            if (keys.refusesPlain()) {
                throw new UnreadableRecordException(
                        "the saved answer is plain, and plain ones are refused: it was saved"
                                + " before encryption at rest, or somebody wrote it into the store" + DOCUMENTED);
            }
            return saved;
        }
        Seal.Mark mark = Seal.mark(saved)
                .orElseThrow(() -> new UnreadableRecordException(
                        "the mark of a sealed answer is damaged, so that its key is not known" + DOCUMENTED));
        if (mark.version() != Seal.VERSION) {
            throw new UnreadableRecordException("the saved answer is sealed in form " + mark.version()
                    + ", and this version reads form " + Seal.VERSION + ": a newer version of Semel wrote it");
        }
        SealingKey key = keys.key(mark.key())
                .orElseThrow(() -> new UnreadableRecordException(
                        "the saved answer is sealed with the key '" + mark.key() + "', and this process has "
                                + keys.names() + ": add that key, as an older one" + DOCUMENTED));
        try {
            byte[] context = context(id, answer.success(), answer.schemaVersion());
            return saved(key.cipher().open(saved.toBytes(), context));
        } catch (AEADBadTagException e) {
            throw new UnreadableRecordException(
                    "the saved answer does not open with the key '" + key.id()
                            + "': it was changed or moved in the store,"
                            + " or that id has another secret in this process" + DOCUMENTED,
                    e);
        } catch (Throwable e) {
            // A provider's device that is away, no memory left. There is an answer: nothing may run, as it might where
            // the store itself does not answer (R29).
            throw new UnreadableRecordException(
                    "the saved answer could not be opened with the key '" + key.id() + "', by "
                            + e.getClass().getName() + DOCUMENTED,
                    e);
        }
    }

    private static byte[] text(Saved saved) {
        byte[] type = saved.contentType().getBytes(StandardCharsets.US_ASCII);
        byte[] text = new byte[HEAD + type.length + saved.size()];
        text[0] = (byte) (saved.isOmitted() ? OMITTED : 0);
        text[1] = (byte) type.length;
        System.arraycopy(type, 0, text, HEAD, type.length);
        saved.view().get(text, HEAD + type.length, saved.size());
        return text;
    }

    /** Only what this class has sealed comes here. */
    private static Saved saved(byte[] text) {
        int length = text[1] & 0xff;
        String type = new String(text, HEAD, length, StandardCharsets.US_ASCII);
        int from = HEAD + length;
        return (text[0] & OMITTED) != 0 ? Saved.omitted(type) : Saved.owning(type, text, from, text.length - from);
    }

    /** Each part with its length, so that no two places are written alike. */
    private static byte[] context(RecordId id, boolean success, int schemaVersion) {
        byte[][] parts = {
            id.tenant().id().getBytes(StandardCharsets.UTF_8),
            id.operation().getBytes(StandardCharsets.US_ASCII),
            id.key().value().getBytes(StandardCharsets.US_ASCII)
        };
        int size = 2 + Integer.BYTES;
        for (byte[] part : parts) {
            size += Integer.BYTES + part.length;
        }
        ByteBuffer context = ByteBuffer.allocate(size);
        context.put((byte) Seal.VERSION).put((byte) (success ? 1 : 0)).putInt(schemaVersion);
        for (byte[] part : parts) {
            context.putInt(part.length).put(part);
        }
        return context.array();
    }
}
