// SPDX-License-Identifier: Apache-2.0
package dev.semel.console;

import dev.semel.IdempotencyKey;
import dev.semel.Tenant;
import dev.semel.state.ClaimId;
import dev.semel.state.KeyRecord;
import dev.semel.state.RecordId;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Words that stand for a record, or for a place between pages, outside of this process. They are encrypted and cannot be
 * made up: who may see a record's state may not therefore see its key (R27). Safe for use by several threads.
 */
final class References {

    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;
    private static final byte RECORD = 1;
    private static final byte PLACE = 2;

    private final SecureRandom random = new SecureRandom();
    private final SecretKeySpec secret;

    References() {
        byte[] key = new byte[32];
        random.nextBytes(key);
        this.secret = new SecretKeySpec(key, "AES");
    }

    /**
     * A record as somebody saw it.
     *
     * @param id which record
     * @param claimId the claim that held it: an attempt of the same number after an expiry has another one
     * @param createdAt when it was created, to the millisecond: after an expiry it is another record
     */
    record Seen(RecordId id, ClaimId claimId, Instant createdAt) {}

    String of(KeyRecord record) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeUTF(record.id().tenant().id());
            out.writeUTF(record.id().operation());
            out.writeUTF(record.id().key().value());
            out.writeLong(record.claimId().origin());
            out.writeLong(record.claimId().sequence());
            out.writeLong(record.createdAt().toEpochMilli());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return seal(RECORD, bytes.toByteArray());
    }

    Seen record(String reference) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(open(RECORD, reference)))) {
            RecordId id = new RecordId(new Tenant(in.readUTF()), in.readUTF(), new IdempotencyKey(in.readUTF()));
            ClaimId holder = new ClaimId(in.readLong(), in.readLong());
            return new Seen(id, holder, Instant.ofEpochMilli(in.readLong()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String ofPlace(String place) {
        return seal(PLACE, place.getBytes(StandardCharsets.UTF_8));
    }

    String place(String reference) {
        return new String(open(PLACE, reference), StandardCharsets.UTF_8);
    }

    private String seal(byte purpose, byte[] content) {
        byte[] nonce = new byte[NONCE_BYTES];
        random.nextBytes(nonce);
        try {
            byte[] sealed = cipher(Cipher.ENCRYPT_MODE, purpose, nonce).doFinal(content);
            byte[] all = Arrays.copyOf(nonce, NONCE_BYTES + sealed.length);
            System.arraycopy(sealed, 0, all, NONCE_BYTES, sealed.length);
            return Base64.getUrlEncoder().withoutPadding().encodeToString(all);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java platform has no AES-GCM", e);
        }
    }

    private byte[] open(byte purpose, String reference) {
        try {
            byte[] all = Base64.getUrlDecoder().decode(reference);
            if (all.length > NONCE_BYTES) {
                byte[] nonce = Arrays.copyOf(all, NONCE_BYTES);
                return cipher(Cipher.DECRYPT_MODE, purpose, nonce).doFinal(all, NONCE_BYTES, all.length - NONCE_BYTES);
            }
        } catch (IllegalArgumentException | GeneralSecurityException e) {
            // Another process made it, or nobody did.
        }
        throw new Refusal(
                Refusal.Kind.STALE_REFERENCE,
                "this reference was not made by this server since it started: search again");
    }

    private Cipher cipher(int mode, byte purpose, byte[] nonce) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, secret, new GCMParameterSpec(TAG_BITS, nonce));
        cipher.updateAAD(new byte[] {purpose});
        return cipher;
    }
}
