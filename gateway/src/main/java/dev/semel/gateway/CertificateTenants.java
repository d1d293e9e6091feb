// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import dev.semel.InvalidValueException;
import dev.semel.Tenant;
import dev.semel.http.Problem;
import dev.semel.http.RequestHead;
import dev.semel.http.TenantResolver;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import javax.net.ssl.X509TrustManager;

/**
 * The tenant that a client's certificate names. The handshake has checked it; here it is checked again what can change while a
 * connection stays open: that it has not expired, and, after a reload, that its authority still counts. Safe for use by several
 * threads.
 */
final class CertificateTenants implements TenantResolver {

    private final CertificateName name;
    private final X509TrustManager trusted;
    private final Clock clock;

    CertificateTenants(CertificateName name, X509TrustManager trusted, Clock clock) {
        this.name = name;
        this.trusted = trusted;
        this.clock = clock;
    }

    @Override
    public Optional<Tenant> resolve(RequestHead head) {
        return shown(head).filter(shown -> shown.isValidAt(clock.instant())).flatMap(Shown::tenant);
    }

    @Override
    public Problem refusal(RequestHead head) {
        return shown(head).isPresent() ? Trouble.CERTIFICATE_REFUSED : Trouble.CERTIFICATE_MISSING;
    }

    private Optional<Shown> shown(RequestHead head) {
        return head.attribute(ArrivedHead.TLS_SESSION)
                .map(SSLSession.class::cast)
                .flatMap(this::shown);
    }

    /** Read once for each session, and once more under another configuration. */
    @SuppressWarnings("ReferenceEquality") // Another one may trust others.
    private Optional<Shown> shown(SSLSession session) {
        String place = CertificateTenants.class.getName();
        if (session.getValue(place) instanceof Shown known && known.by == this) {
            return Optional.of(known);
        }
        try {
            Shown found = read(session.getPeerCertificates());
            session.putValue(place, found);
            return Optional.of(found);
        } catch (SSLPeerUnverifiedException e) {
            return Optional.empty();
        }
    }

    private Shown read(Certificate[] chain) {
        X509Certificate[] certificates = new X509Certificate[chain.length];
        for (int i = 0; i < chain.length; i++) {
            certificates[i] = (X509Certificate) chain[i];
        }
        X509Certificate own = certificates[0];
        Optional<Tenant> tenant =
                isTrusted(certificates) ? name.of(own).flatMap(CertificateTenants::tenant) : Optional.empty();
        return new Shown(this, tenant, WallClock.of(own.getNotBefore()), WallClock.of(own.getNotAfter()));
    }

    private boolean isTrusted(X509Certificate[] chain) {
        try {
            trusted.checkClientTrusted(chain, chain[0].getPublicKey().getAlgorithm());
            return true;
        } catch (CertificateException e) {
            return false;
        }
    }

    private static Optional<Tenant> tenant(String name) {
        try {
            return Optional.of(new Tenant(name));
        } catch (InvalidValueException e) {
            return Optional.empty();
        }
    }

    /** What a session's certificate says to one resolver. */
    private record Shown(CertificateTenants by, Optional<Tenant> tenant, Instant from, Instant until) {

        boolean isValidAt(Instant now) {
            return !now.isBefore(from) && !now.isAfter(until);
        }
    }
}
