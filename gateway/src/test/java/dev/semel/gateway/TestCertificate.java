// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * A certificate that has signed itself, made by the JDK's keytool.
 *
 * @param certificate its PEM file
 * @param key the PEM file with its key
 * @param trusting a client that trusts it and nobody else
 */
record TestCertificate(Path certificate, Path key, SSLContext trusting) {

    static final String PASSWORD = "changeit";

    /** For names such as {@code dns:localhost,ip:127.0.0.1}. */
    static TestCertificate make(Path folder, String name, String names) throws Exception {
        Path store = folder.resolve(name + ".p12");
        keytool(store, "own", "-dname", "CN=" + name, "-ext", "san=" + names, "-validity", "30");
        KeyStore own = load(store);
        return new TestCertificate(
                write(
                        folder.resolve(name + ".crt"),
                        "CERTIFICATE",
                        own.getCertificate("own").getEncoded()),
                write(
                        folder.resolve(name + ".key"),
                        "PRIVATE KEY",
                        own.getKey("own", PASSWORD.toCharArray()).getEncoded()),
                trusting(own));
    }

    /** A new pair of keys with its certificate, in a store of keys. */
    static void keytool(Path store, String alias, String... more) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(System.getProperty("java.home") + "/bin/keytool"));
        command.addAll(List.of("-genkeypair", "-alias", alias, "-keyalg", "EC", "-groupname", "secp256r1"));
        command.addAll(List.of("-storetype", "PKCS12", "-keystore", store.toString(), "-storepass", PASSWORD));
        command.addAll(List.of(more));
        Process keytool = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (keytool.waitFor() != 0) {
            throw new IOException("keytool: " + said);
        }
    }

    static KeyStore load(Path store) throws GeneralSecurityException, IOException {
        KeyStore own = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            own.load(in, PASSWORD.toCharArray());
        }
        return own;
    }

    static Path write(Path file, String type, byte[] content) throws IOException {
        String lines = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
        return Files.writeString(file, "-----BEGIN " + type + "-----\n" + lines + "\n-----END " + type + "-----\n");
    }

    private static SSLContext trusting(KeyStore own) throws GeneralSecurityException, IOException {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("own", own.getCertificate("own"));
        TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, managers.getTrustManagers(), null);
        return context;
    }
}
