// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/** Who issues certificates in tests, made by the JDK's keytool. */
final class TestAuthority {

    private static final String OWN = "ca";

    private final Path folder;
    private final Path store;

    TestAuthority(Path folder, String name) throws IOException, InterruptedException {
        this.folder = folder;
        this.store = folder.resolve(name + ".p12");
        TestCertificate.keytool(store, OWN, "-dname", "CN=" + name, "-ext", "bc:c", "-validity", "30");
    }

    /** Issues a certificate; {@code more} are options of keytool. */
    TestAuthority issue(String alias, String... more) throws IOException, InterruptedException {
        String[] all = Arrays.copyOf(more, more.length + 2);
        all[more.length] = "-signer";
        all[more.length + 1] = OWN;
        TestCertificate.keytool(store, alias, all);
        return this;
    }

    private X509Certificate[] chain(String alias) throws GeneralSecurityException, IOException {
        return Arrays.stream(TestCertificate.load(store).getCertificateChain(alias))
                .map(X509Certificate.class::cast)
                .toArray(X509Certificate[]::new);
    }

    private PrivateKey key(String alias) throws GeneralSecurityException, IOException {
        KeyStore keys = TestCertificate.load(store);
        return (PrivateKey) keys.getKey(alias, TestCertificate.PASSWORD.toCharArray());
    }

    /** A PEM file with its own certificate. */
    void writeOwn(String file) throws GeneralSecurityException, IOException {
        TestCertificate.write(folder.resolve(file), "CERTIFICATE", chain(OWN)[0].getEncoded());
    }

    /** PEM files with a certificate that it has issued, and its key. */
    void write(String alias, String certificate, String key) throws GeneralSecurityException, IOException {
        TestCertificate.write(folder.resolve(certificate), "CERTIFICATE", chain(alias)[0].getEncoded());
        TestCertificate.write(folder.resolve(key), "PRIVATE KEY", key(alias).getEncoded());
    }

    /** A client that trusts those of an authority, and shows a certificate of this one, if any, whoever is asked for. */
    SSLContext client(TestAuthority trusted, @Nullable String alias) throws GeneralSecurityException, IOException {
        SSLContext context = SSLContext.getInstance("TLS");
        KeyManager[] shown =
                alias == null ? new KeyManager[0] : new KeyManager[] {new Stubborn(chain(alias), key(alias))};
        context.init(shown, new TrustManager[] {Trust.manager(java.util.List.of(trusted.chain(OWN)[0]))}, null);
        return context;
    }

    /** Shows its certificate also to those who say that they will not trust it. */
    private static final class Stubborn extends X509ExtendedKeyManager {

        private final X509Certificate[] chain;
        private final PrivateKey key;

        Stubborn(X509Certificate[] chain, PrivateKey key) {
            this.chain = chain;
            this.key = key;
        }

        @Override
        public String chooseEngineClientAlias(String[] types, Principal[] issuers, SSLEngine engine) {
            return OWN;
        }

        @Override
        public String chooseClientAlias(String[] types, Principal[] issuers, Socket socket) {
            return OWN;
        }

        @Override
        public String[] getClientAliases(String type, Principal[] issuers) {
            return new String[] {OWN};
        }

        @Override
        public String[] getServerAliases(String type, Principal[] issuers) {
            return new String[0];
        }

        @Override
        public @Nullable String chooseServerAlias(String type, Principal[] issuers, Socket socket) {
            return null;
        }

        @Override
        public X509Certificate[] getCertificateChain(String alias) {
            return chain;
        }

        @Override
        public PrivateKey getPrivateKey(String alias) {
            return key;
        }
    }
}
