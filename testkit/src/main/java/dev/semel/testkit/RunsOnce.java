// SPDX-License-Identifier: Apache-2.0
package dev.semel.testkit;

import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * Asserts that something runs once however often it is called, and that every caller gets the same answer (R40). Works
 * with any test framework and anything that can be called: a method, a MockMvc request, an HTTP client.
 *
 * <pre>{@code
 * RunsOnce.that(() -> client.charge(key, amount), () -> bank.charges()).whenCalledTwice();
 *
 * RunsOnce.that(() -> http.send(request, ofString()), () -> bank.charges())
 *         .comparing(response -> response.statusCode() + response.body())
 *         .busyWhen(response -> response.statusCode() == 409)
 *         .whenCalledAtOnce(8);
 * }</pre>
 *
 * <p>Immutable. Fails with an {@link AssertionError} that says what was seen.
 *
 * @param <A> the answers
 */
public final class RunsOnce<A> {

    private final Callable<A> call;
    private final LongSupplier effects;
    private final Predicate<? super A> busy;
    private final Function<? super A, ?> view;

    private RunsOnce(Callable<A> call, LongSupplier effects, Predicate<? super A> busy, Function<? super A, ?> view) {
        this.call = call;
        this.effects = effects;
        this.busy = busy;
        this.view = view;
    }

    /**
     * What is called, and how often it has had its effect so far: rows in a table, requests that a stub received.
     *
     * @param <A> the answers
     */
    public static <A> RunsOnce<A> that(Callable<A> call, LongSupplier effects) {
        return new RunsOnce<>(call, effects, answer -> false, answer -> answer);
    }

    /**
     * An HTTP request and its retries, sent with one key: a key of the request's own, or a new one. All get the same status,
     * {@code Content-Type}, {@code Location} and body; while the first runs, others may be told so by a 409, 425 or 503 with
     * {@code Retry-After}.
     *
     * <pre>{@code
     * HttpRequest charge = HttpRequest.newBuilder(uri).POST(ofString("{\"amount\":100}")).build();
     * RunsOnce.request(charge, bank::charges).whenCalledTwice();
     * RunsOnce.request(charge, bank::charges).whenCalledAtOnce(8);
     * }</pre>
     */
    public static RunsOnce<HttpResponse<String>> request(HttpRequest request, LongSupplier effects) {
        return http(HttpCall.of(request), HttpCall.Reading.OF_THE_JDK, effects);
    }

    /**
     * The same with any HTTP client: what sends the request, with one key each time, and how its responses are read.
     *
     * @param <R> the client's responses
     */
    public static <R> RunsOnce<R> http(Callable<R> send, HttpReading<? super R> reading, LongSupplier effects) {
        return that(send, effects)
                .busyWhen(response -> HttpSeen.isBusy(response, reading))
                .comparing(response -> HttpSeen.of(response, reading));
    }

    /**
     * The same where nobody counts the effects: answers that were made are told from those that were given again by their mark,
     * {@code Idempotent-Replayed: true}.
     *
     * @param <R> the client's responses
     */
    public static <R> RunsOnce<R> http(Callable<R> send, HttpReading<? super R> reading) {
        LongAdder made = new LongAdder();
        Callable<R> counting = () -> {
            R response = send.call();
            if (!HttpSeen.isBusy(response, reading) && !HttpSeen.isReplay(response, reading)) {
                made.increment();
            }
            return response;
        };
        return http(counting, reading, made::sum);
    }

    /** Which answers mean that somebody else is at it, such as a 409: fine while another call runs, but not alone. */
    public RunsOnce<A> busyWhen(Predicate<? super A> means) {
        return new RunsOnce<>(call, effects, means, view);
    }

    /** What makes two answers the same, where they are not equal as they are: status and body of a response, say. */
    public RunsOnce<A> comparing(Function<? super A, ?> aspect) {
        return new RunsOnce<>(call, effects, busy, aspect);
    }

    /** Calls once and again: the effect happens once, and both get the same answer. */
    public void whenCalledTwice() {
        whenCalled(2);
    }

    /**
     * Calls so many times, one after the other: the effect happens once, and all get the same answer.
     *
     * @throws IllegalArgumentException if that is fewer than twice: called once everything runs once
     */
    public void whenCalled(int times) {
        requireSeveral(times);
        long before = effects.getAsLong();
        List<A> answers = new ArrayList<>();
        for (int i = 1; i <= times; i++) {
            answers.add(alone(i));
        }
        check("called " + times + " times", before, answers);
    }

    /**
     * Calls from so many threads at the same moment, and then once more alone: the effect happens once, and all who were
     * not told that somebody else is at it get the same answer.
     *
     * @throws IllegalArgumentException if there are fewer than two: a lone caller meets nobody
     */
    public void whenCalledAtOnce(int callers) {
        requireSeveral(callers);
        long before = effects.getAsLong();
        List<A> answers = new ArrayList<>(AtOnce.call(callers, call));
        answers.removeIf(busy);
        answers.add(alone(callers + 1));
        check("called " + callers + " times at once and then once more", before, answers);
    }

    private static void requireSeveral(int calls) {
        if (calls < 2) {
            throw new IllegalArgumentException(
                    "that something runs once is shown by two calls or more, not by " + calls);
        }
    }

    private A alone(int number) {
        A answer = AtOnce.answer(number, call);
        if (busy.test(answer)) {
            throw new AssertionError(
                    "call " + number + " ran alone and was told that somebody else is at it: " + shown(answer));
        }
        return answer;
    }

    private void check(String how, long before, List<A> answers) {
        long ran = effects.getAsLong() - before;
        if (ran != 1) {
            throw new AssertionError(how + ", the effect should have happened once; it happened " + ran + " times"
                    + "; the last answer was " + shown(answers.get(answers.size() - 1)));
        }
        Object first = view.apply(answers.get(0));
        for (A answer : answers) {
            if (!Objects.equals(first, view.apply(answer))) {
                throw new AssertionError(how + ", every caller should have got the same answer"
                        + difference(first, view.apply(answer)) + "; one got " + shown(answers.get(0))
                        + " and another " + shown(answer));
            }
        }
    }

    private static String difference(Object first, Object other) {
        return first instanceof HttpSeen one && other instanceof HttpSeen two
                ? ", and " + one.difference(two) + " differed"
                : "";
    }

    private String shown(A answer) {
        return "<" + view.apply(answer) + ">";
    }
}
