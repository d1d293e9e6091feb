// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.Idempotency;
import dev.semel.http.Dialect;
import dev.semel.http.HttpIdempotency;
import dev.semel.http.HttpIdempotencyBuilder;
import dev.semel.http.PolicyFinder;
import dev.semel.http.TenantResolver;
import dev.semel.spring.HttpCustomizer;
import org.springframework.beans.factory.ObjectProvider;

/** Applies properties to the settings of HTTP. */
final class HttpSettings {

    private static final String WHICH =
            "Take all but one of them away, mark one with @Primary, or make a single one that chooses for each request.";

    private HttpSettings() {}

    /** The properties, then the beans of the application, then what it changes. */
    static HttpIdempotency build(
            Idempotency engine,
            HttpProperties properties,
            PolicyFinder policies,
            ObjectProvider<TenantResolver> tenantResolvers,
            ObjectProvider<Dialect> dialects,
            ObjectProvider<HttpCustomizer> customizers) {
        Setup.requireOn("semel.http.enabled", properties.enabled());
        HttpIdempotencyBuilder builder =
                apply(properties, HttpIdempotency.builder(engine)).policies(policies);
        OnlyOne.of(tenantResolvers, "beans of type TenantResolver", WHICH).ifPresent(builder::tenants);
        OnlyOne.of(dialects, "beans of type Dialect", WHICH).ifPresent(builder::dialect);
        customizers.orderedStream().forEach(customizer -> customizer.customize(builder));
        return Setup.below("semel.http.", HttpProperties.class, builder::build);
    }

    private static HttpIdempotencyBuilder apply(HttpProperties properties, HttpIdempotencyBuilder builder) {
        builder.keyHeaders(properties.keyHeaders().toArray(String[]::new))
                .dialect(dialect(properties))
                .bodyLimit(properties.bodyLimit().toBytes())
                .bodyInMemory((int)
                        Math.min(Integer.MAX_VALUE, properties.bodyInMemory().toBytes()));
        if (properties.tenants() != null) {
            builder.tenants(tenants(properties.tenants(), properties.tenantHeader()));
        }
        if (properties.memory() != null) {
            builder.memory(properties.memory().toBytes());
        }
        return properties.spillFolder() == null ? builder : builder.spillFolder(properties.spillFolder());
    }

    private static TenantResolver tenants(TenantChoice choice, String header) {
        return switch (choice) {
            case PRINCIPAL_OR_SHARED -> TenantResolver.principalOrShared();
            case PRINCIPAL -> TenantResolver.principal();
            case HEADER -> TenantResolver.header(header);
            case SOLE -> TenantResolver.sole();
        };
    }

    private static Dialect dialect(HttpProperties properties) {
        if (properties.dialect() == DialectChoice.STRIPE) {
            return Dialect.stripe();
        }
        return properties.documentation() == null ? Dialect.ietf() : Dialect.ietf(properties.documentation());
    }
}
