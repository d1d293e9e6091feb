// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import dev.semel.Tenant;
import dev.semel.http.TenantResolver;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** Reads who owns a key. */
final class TenantReader {

    private final Function<String, Path> files;
    private final Optional<ClientCertificates> clients;

    /** Files are found by one, and clients show certificates by the other, if they show any. */
    TenantReader(Function<String, Path> files, Optional<ClientCertificates> clients) {
        this.files = files;
        this.clients = clients;
    }

    TenantResolver read(Section root) {
        if (!root.isMapping("tenant")) {
            throw root.bad(
                    "tenant",
                    "must say who owns a key: \"header: X-Account\", set by whoever authenticates, or \"constant: all\""
                            + " where all clients may share their keys");
        }
        Section section = root.section("tenant");
        Optional<TenantResolver> header = section.find("header", TenantResolver::header);
        Optional<TenantResolver> constant = section.find("constant", name -> {
            Optional<Tenant> tenant = Optional.of(new Tenant(name));
            return head -> tenant;
        });
        Optional<TenantResolver> token =
                section.has("jwt") ? Optional.of(token(section.section("jwt"))) : Optional.empty();
        Optional<TenantResolver> certificate =
                section.word("certificate", CertificateName.WORDS).map(name -> certificate(section, name));
        section.done();
        List<TenantResolver> chosen = Stream.of(header, constant, token, certificate)
                .flatMap(Optional::stream)
                .toList();
        if (chosen.size() != 1) {
            throw root.bad(
                    "tenant", "is either a header, a constant, a claim of a token (jwt), or a name of a certificate");
        }
        return chosen.get(0);
    }

    private TenantResolver certificate(Section section, CertificateName name) {
        ClientCertificates shown = clients.orElseThrow(() -> section.bad(
                "certificate",
                "names the tenant, and no client is asked for one: set tls.client-auth and tls.client-ca"));
        return new CertificateTenants(name, Trust.manager(Pem.certificates(shown.authorities())), WallClock.clock());
    }

    private TenantResolver token(Section section) {
        Optional<TokenKey> secret = section.find("secret", TokenKey::secret);
        Optional<TokenKey> key = section.find("key", name -> TokenKey.publicKey(files.apply(name)));
        if (secret.isPresent() == key.isPresent()) {
            throw section.bad("key", "or secret is needed, and not both: tokens that nobody checks name nobody");
        }
        TenantResolver tenants = new TokenTenants(
                key.or(() -> secret).orElseThrow(),
                section.text("claim"),
                section.find("issuer"),
                section.find("audience"),
                WallClock.clock());
        section.done();
        return tenants;
    }
}
