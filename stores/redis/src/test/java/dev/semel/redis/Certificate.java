// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.concurrent.TimeUnit;

/**
 * A server's key and certificate, signed by itself, as Redis wants them.
 *
 * @param key the private key
 * @param certificate the certificate
 */
record Certificate(Path key, Path certificate) {

    private static final String PASSWORD = "only-for-this-test";
    private static final String ALIAS = "redis";

    /** A new one, for example for {@code ip:127.0.0.1} or {@code dns:elsewhere.example}. */
    static Certificate of(String host) throws IOException, InterruptedException, GeneralSecurityException {
        Path folder = Files.createTempDirectory("semel-tls");
        Path store = folder.resolve("keys.p12");
        run(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                ALIAS,
                "-keyalg",
                "EC",
                "-dname",
                "CN=semel-test",
                "-ext",
                "san=" + host,
                "-storetype",
                "PKCS12",
                "-keystore",
                store.toString(),
                "-storepass",
                PASSWORD);
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        return new Certificate(
                pem(
                        folder,
                        "PRIVATE KEY",
                        keys.getKey(ALIAS, PASSWORD.toCharArray()).getEncoded()),
                pem(folder, "CERTIFICATE", keys.getCertificate(ALIAS).getEncoded()));
    }

    private static Path pem(Path folder, String what, byte[] content) throws IOException {
        String lines = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
        String text = "-----BEGIN " + what + "-----\n" + lines + "\n-----END " + what + "-----\n";
        return Files.writeString(folder.resolve(what.replace(' ', '-') + ".pem"), text);
    }

    private static void run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
            throw new IOException("keytool failed: " + said);
        }
    }
}
