// SPDX-License-Identifier: Apache-2.0
package dev.semel.examples.payments.service;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.stereotype.Component;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestClientException;
import org.springframework.web.server.ResponseStatusException;

/** The provider, as this service sees it: it does what it is asked, or refuses, or nobody knows. Safe for use by several threads. */
@Component
class Provider {

    /** What it answers when it did nothing, and never will under this key. */
    private static final Set<HttpStatusCode> REFUSALS =
            Set.of(HttpStatus.PAYMENT_REQUIRED, HttpStatus.UNPROCESSABLE_CONTENT);

    private final RestClient provider;

    Provider(ProviderSettings settings) {
        JdkClientHttpRequestFactory requests = new JdkClientHttpRequestFactory();
        requests.setReadTimeout(settings.timeout());
        provider = RestClient.builder()
                .baseUrl(settings.url())
                .requestFactory(requests)
                .build();
    }

    /** Takes money. With a key the provider takes it once, however often it is asked. */
    Charge charge(ChargeRequest wanted, @Nullable String key) {
        return send("/charges", wanted, key, Charge.class);
    }

    /** Gives money back; the same is true of its key. */
    Refund refund(String charge, long amount, @Nullable String key) {
        return send("/refunds", Map.of("charge", charge, "amount", amount), key, Refund.class);
    }

    /** What it did under a key, if anything. Throws when it does not say, whatever the reason: then nobody knows. */
    Optional<Past> past(String key) {
        Past[] found = provider.get().uri("/requests?key={key}", key).retrieve().body(Past[].class);
        if (found == null) {
            throw new RestClientException("an answer without a body");
        }
        return Stream.of(found).findFirst();
    }

    private <T> T send(String path, Object wanted, @Nullable String key, Class<T> type) {
        try {
            T answer = provider.post()
                    .uri(path)
                    .headers(headers -> forward(key, headers))
                    .body(wanted)
                    .retrieve()
                    .body(type);
            return Optional.ofNullable(answer).orElseThrow(() -> new RestClientException("an answer without a body"));
        } catch (RestClientException failure) {
            throw refusal(failure).orElseGet(() -> nobodyKnows(failure));
        }
    }

    private static void forward(@Nullable String key, HttpHeaders headers) {
        if (key != null) {
            headers.set("Idempotency-Key", key);
        }
    }

    /** Only what the provider documents as its last word is one: any other status may be somebody else's. */
    private static Optional<ResponseStatusException> refusal(RestClientException failure) {
        if (failure instanceof HttpClientErrorException refused && REFUSALS.contains(refused.getStatusCode())) {
            ProblemDetail problem = refused.getResponseBodyAs(ProblemDetail.class);
            String why = problem == null ? null : problem.getDetail();
            return Optional.of(new ResponseStatusException(refused.getStatusCode(), why, refused));
        }
        return Optional.empty();
    }

    /** 504 leaves the key in doubt: the next request with it asks what became of it. */
    private static ResponseStatusException nobodyKnows(RestClientException failure) {
        String next = "The provider gave no answer: ask again with the same key.";
        return new ResponseStatusException(HttpStatus.GATEWAY_TIMEOUT, next, failure);
    }
}
