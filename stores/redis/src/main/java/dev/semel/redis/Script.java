// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/** The scripts: a file of its name for each, behind the files that it builds on. */
enum Script {
    CLAIM("list", "record", "history"),
    REPLACE,
    SAVE("list", "record"),
    RELEASE("list", "record"),
    DOUBT("list", "record"),
    RENEW("record"),
    ABANDON("list", "record"),
    SETTLE("list", "record", "history"),
    FIND("record"),
    LOOK,
    DOUBTS("list"),
    CHECK("list");

    private final String text;
    private final String sha;
    private final boolean listing;

    Script(String... foundations) {
        this.listing = List.of(foundations).containsAll(List.of("list", "record"));
        this.text = joined(foundations);
        this.sha = sha1(text.getBytes(StandardCharsets.UTF_8));
    }

    String text() {
        return text;
    }

    /** The name under which Redis knows it once it has run. */
    String sha() {
        return sha;
    }

    /** Whether it is told, behind everything else, which list the record would be on. */
    boolean isListing() {
        return listing;
    }

    private String joined(String... foundations) {
        String own = fileText(name().toLowerCase(Locale.ROOT));
        // Redis takes a script's flags from its first line only.
        int flags = own.startsWith("#!") ? own.indexOf('\n') + 1 : 0;
        StringBuilder script = new StringBuilder(own.substring(0, flags));
        for (String foundation : foundations) {
            script.append(fileText(foundation));
        }
        return script.append(own.substring(flags)).toString();
    }

    /** The text of a file beside this class. */
    static String fileText(String name) {
        try (InputStream in = Script.class.getResourceAsStream(name + ".lua")) {
            if (in == null) {
                throw new IllegalStateException("the script " + name + ".lua is missing from the jar");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("the script " + name + ".lua cannot be read", e);
        }
    }

    private static String sha1(byte[] text) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-1").digest(text));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform must have SHA-1", e);
        }
    }
}
