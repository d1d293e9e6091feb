// SPDX-License-Identifier: Apache-2.0
package dev.semel.examples.payments.service;

import dev.semel.Doubt;
import dev.semel.Reconciler;
import dev.semel.Reconciliation;
import dev.semel.Saved;
import dev.semel.http.DerivedKey;
import dev.semel.http.Headers;
import dev.semel.http.HttpAnswer;
import dev.semel.http.HttpPolicyBuilder;
import dev.semel.http.HttpSnapshot;
import dev.semel.http.OutcomeRules;
import dev.semel.http.Verdict;
import dev.semel.spring.ForOperation;
import dev.semel.spring.PolicyCustomizer;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import tools.jackson.databind.json.JsonMapper;

/**
 * What became of a charge or a refund whose outcome nobody knows: its process died, or the provider did not answer. The
 * provider does, since it was asked with a key.
 */
@Configuration(proxyBeanMethods = false)
class AskTheProvider {

    private static final Logger LOG = LoggerFactory.getLogger(AskTheProvider.class);

    /** What is said before the provider is asked (400, 404), or by the provider as its last word (402, 422). */
    private static final Set<Integer> LAST_WORDS = Set.of(400, 402, 404, 422);

    private final Provider provider;
    private final Book book;
    private final JsonMapper json;

    AskTheProvider(Provider provider, Book book, JsonMapper json) {
        this.provider = provider;
        this.book = book;
        this.json = json;
    }

    @Bean
    @ForOperation(ChargesController.CHARGE)
    Reconciler charges() {
        return doubt -> find(doubt, HttpStatus.PAYMENT_REQUIRED, past -> book.enter(past.asCharge()));
    }

    @Bean
    @ForOperation(ChargesController.REFUND)
    Reconciler refunds() {
        return doubt -> find(doubt, HttpStatus.UNPROCESSABLE_CONTENT, past -> book.enter(past.asRefund()));
    }

    /**
     * The provider may have done what was asked of it, whatever became of the handler or of its answer: no rollback settles that.
     */
    @Bean
    PolicyCustomizer outcomes() {
        OutcomeRules rules = OutcomeRules.defaults().exception(Throwable.class, Verdict.DOUBT);
        for (int status = 300; status < 600; status++) {
            rules = rules.status(status, LAST_WORDS.contains(status) ? Verdict.SAVE : Verdict.DOUBT);
        }
        OutcomeRules settled = rules;
        return new PolicyCustomizer() {
            @Override
            public void customize(String operation, HttpPolicyBuilder policy) {
                policy.outcomes(settled);
            }
        };
    }

    /** If this throws, because the provider cannot be asked or the row not written, the next request with the key asks again. */
    private CompletableFuture<Reconciliation> find(Doubt doubt, HttpStatus refused, Function<Past, Object> enter) {
        // The key that the handler sent.
        String key = DerivedKey.of(doubt.intent(), doubt.intent().operation().name());
        Optional<Past> past = provider.past(key);
        LOG.info("nobody knew what an attempt did, and the provider knows: {}", past.map(Past::id));
        return CompletableFuture.completedFuture(
                past.map(it -> told(it, refused, enter)).orElseGet(Reconciliation::didNotHappen));
    }

    private Reconciliation told(Past past, HttpStatus refused, Function<Past, Object> enter) {
        return past.refusal() == null
                ? Reconciliation.happened(saved(HttpStatus.CREATED, MediaType.APPLICATION_JSON, enter.apply(past)))
                : Reconciliation.failed(saved(
                        refused,
                        MediaType.APPLICATION_PROBLEM_JSON,
                        ProblemDetail.forStatusAndDetail(refused, past.refusal())));
    }

    private Saved saved(HttpStatus status, MediaType type, Object body) {
        Headers headers = Headers.of("Content-Type", type.toString());
        return HttpSnapshot.codec().save(HttpAnswer.of(status.value(), headers, json.writeValueAsBytes(body)));
    }
}
