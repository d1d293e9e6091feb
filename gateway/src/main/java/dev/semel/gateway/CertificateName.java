// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import javax.naming.NamingException;
import javax.naming.directory.Attribute;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;

/** What of a certificate says whose it is. One that has several names of the kind says nobody's: their order means nothing. */
enum CertificateName {
    /** The common name of its subject. */
    SUBJECT_CN {
        @Override
        List<String> names(X509Certificate certificate) throws GeneralSecurityException {
            List<String> names = new ArrayList<>();
            try {
                for (Rdn part :
                        new LdapName(certificate.getSubjectX500Principal().getName()).getRdns()) {
                    // A part may have several values, and common names among them: each counts.
                    Attribute common = part.toAttributes().get("CN");
                    for (int i = 0; common != null && i < common.size(); i++) {
                        names.add(text(common.get(i)));
                    }
                }
            } catch (NamingException e) {
                throw new CertificateParsingException(e);
            }
            return names;
        }

        private String text(Object value) throws CertificateParsingException {
            if (value instanceof String text) {
                return text;
            }
            throw new CertificateParsingException("a common name is no text");
        }
    },
    /** Its alternative name for a host, in small letters: there they are the same. */
    SAN_DNS {
        @Override
        List<String> names(X509Certificate certificate) throws GeneralSecurityException {
            return alternatives(certificate, 2).stream()
                    .map(name -> name.toLowerCase(Locale.ROOT))
                    .toList();
        }
    },
    /** Its alternative name that is a URI, as SPIFFE's are. */
    SAN_URI {
        @Override
        List<String> names(X509Certificate certificate) throws GeneralSecurityException {
            return alternatives(certificate, 6);
        }
    },
    /** Its alternative name that is an e-mail address. */
    SAN_EMAIL {
        @Override
        List<String> names(X509Certificate certificate) throws GeneralSecurityException {
            return alternatives(certificate, 1);
        }
    },
    /** Its SHA-256 in hexadecimal digits: a renewed one is somebody else. */
    SHA256 {
        @Override
        List<String> names(X509Certificate certificate) throws GeneralSecurityException {
            return List.of(HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded())));
        }
    };

    /** As the configuration says them. */
    static final Map<String, CertificateName> WORDS = Map.of(
            "subject-cn", SUBJECT_CN,
            "san-dns", SAN_DNS,
            "san-uri", SAN_URI,
            "san-email", SAN_EMAIL,
            "sha256", SHA256);

    abstract List<String> names(X509Certificate certificate) throws GeneralSecurityException;

    /** The one name; empty where there is none, or more than one, or it cannot be read. */
    Optional<String> of(X509Certificate certificate) {
        try {
            List<String> names = names(certificate);
            return names.size() == 1 ? Optional.of(names.get(0)) : Optional.empty();
        } catch (GeneralSecurityException e) {
            return Optional.empty();
        }
    }

    /** The names of a kind (RFC 5280, section 4.2.1.6). */
    private static List<String> alternatives(X509Certificate certificate, int kind) throws CertificateParsingException {
        Collection<List<?>> all = certificate.getSubjectAlternativeNames();
        return all == null
                ? List.of()
                : all.stream()
                        .filter(name -> Integer.valueOf(kind).equals(name.get(0)))
                        .map(name -> (String) name.get(1))
                        .toList();
    }
}
