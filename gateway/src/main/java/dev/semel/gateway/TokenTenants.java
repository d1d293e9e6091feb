// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import dev.semel.Tenant;
import dev.semel.http.RequestHead;
import dev.semel.http.TenantResolver;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * The tenant that a signed token names in a claim (RFC 7519). A token that is unsigned, signed by somebody else, expired, not valid yet, or
 * for somebody else names nobody. Safe for use by several threads.
 *
 * @param key what it must be signed with
 * @param claim which claim names the tenant
 * @param issuer who must have issued it, where that is said
 * @param audience for whom it must be, where that is said
 * @param clock says whether it has expired
 */
record TokenTenants(TokenKey key, String claim, Optional<String> issuer, Optional<String> audience, Clock clock)
        implements TenantResolver {

    private static final String BEARER = "bearer ";
    private static final long LEEWAY_SECONDS = 60;
    private static final int LONGEST = 16 << 10;

    @Override
    public Optional<Tenant> resolve(RequestHead head) {
        List<String> lines = head.header("Authorization");
        if (lines.size() != 1
                || lines.get(0).length() > LONGEST
                || !lines.get(0).regionMatches(true, 0, BEARER, 0, BEARER.length())) {
            return Optional.empty();
        }
        try {
            return claims(lines.get(0).substring(BEARER.length()).strip())
                    .filter(this::isGood)
                    .flatMap(claims -> Optional.ofNullable(claims.getValue(claim)))
                    .filter(String.class::isInstance)
                    .map(name -> new Tenant((String) name));
        } catch (IllegalArgumentException | ClassCastException | DecodeException e) {
            // No Base64, no JSON, claims of another type, or a name that no tenant can have.
            return Optional.empty();
        }
    }

    /** What the token says, if it is signed. */
    private Optional<JsonObject> claims(String token) {
        String[] parts = token.split("\\.", -1);
        if (parts.length != 3) {
            return Optional.empty();
        }
        JsonObject header = json(parts[0]);
        byte[] text = (parts[0] + "." + parts[1]).getBytes(StandardCharsets.US_ASCII);
        boolean good = key.algorithm().equals(header.getString("alg"))
                && !header.containsKey("crit")
                && key.signed(text, Base64.getUrlDecoder().decode(parts[2]));
        return good ? Optional.of(json(parts[1])) : Optional.empty();
    }

    private static JsonObject json(String part) {
        return new JsonObject(new String(Base64.getUrlDecoder().decode(part), StandardCharsets.UTF_8));
    }

    private boolean isGood(JsonObject claims) {
        long now = clock.instant().getEpochSecond();
        Long expiry = claims.getLong("exp");
        Long begin = claims.getLong("nbf");
        return expiry != null
                && now < expiry + LEEWAY_SECONDS
                && (begin == null || now >= begin - LEEWAY_SECONDS)
                && issuer.map(wanted -> wanted.equals(claims.getValue("iss"))).orElse(true)
                && audience.map(wanted -> isFor(wanted, claims.getValue("aud"))).orElse(true);
    }

    private static boolean isFor(String wanted, @org.jspecify.annotations.Nullable Object audience) {
        return audience instanceof JsonArray several ? several.contains(wanted) : wanted.equals(audience);
    }
}
