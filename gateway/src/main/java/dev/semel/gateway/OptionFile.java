// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/** Files that options name; what is wrong with one is told with the option, and without what is in it. Stateless. */
final class OptionFile {

    private OptionFile() {}

    static byte[] bytes(String option, String file) {
        try {
            return Files.readAllBytes(Path.of(file));
        } catch (IOException | InvalidPathException e) {
            throw new Main.WrongUse(option + ": the file " + file + " cannot be read");
        }
    }

    static String text(String option, String file) {
        return text(bytes(option, file))
                .orElseThrow(() -> new Main.WrongUse(option + ": the file " + file + " is no text in UTF-8"));
    }

    /** Bytes as the text that they are; empty where they are none in UTF-8. */
    static Optional<String> text(byte[] bytes) {
        try {
            return Optional.of(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString());
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }
}
