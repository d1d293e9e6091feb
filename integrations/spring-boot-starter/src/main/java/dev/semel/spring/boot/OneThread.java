// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import java.lang.reflect.Method;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.core.ResolvableType;

/** Recognises methods whose work goes on after they have returned: no transaction of their thread's covers it (R22). */
final class OneThread {

    private static final List<Class<?>> ALWAYS =
            List.of(Callable.class, Future.class, CompletionStage.class, Flow.Publisher.class);

    /** By name: a bean's method may be checked where there is no Spring MVC. */
    private static final List<String> LATER = List.of(
            "org.reactivestreams.Publisher",
            "org.springframework.web.context.request.async.DeferredResult",
            "org.springframework.web.context.request.async.WebAsyncTask",
            "org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter",
            "org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody");

    private OneThread() {}

    static void check(MethodParameter returned, String place) {
        if (isSuspending(returned.getMethod())) {
            throw new SetupException(
                    "@Idempotent at " + place
                            + " is transactional, and the method is a suspending function of Kotlin: its"
                            + " work goes on when the transaction is over.",
                    "Take suspend away, or transactional.");
        }
        if (goesOn(ResolvableType.forMethodParameter(returned))) {
            throw new SetupException(
                    "@Idempotent at " + place + " is transactional, and the method returns "
                            + returned.getParameterType().getSimpleName()
                            + ": its work goes on when the transaction is over.",
                    "Return a plain value, or take transactional away.");
        }
    }

    /** It returns an {@code Object} and takes, last of all, what goes on: Kotlin's compiler makes it so. */
    private static boolean isSuspending(@Nullable Method method) {
        if (method == null || method.getParameterCount() == 0) {
            return false;
        }
        Class<?> last = method.getParameterTypes()[method.getParameterCount() - 1];
        return last.getName().equals("kotlin.coroutines.Continuation");
    }

    /** Also where it is wrapped: ResponseEntity of StreamingResponseBody. */
    static boolean goesOn(ResolvableType type) {
        return DeclaredTypes.include(type, OneThread::goesOn);
    }

    /** Spring's registry knows what its libraries bring, and without Reactor nothing at all. */
    private static boolean goesOn(Class<?> type) {
        return ALWAYS.stream().anyMatch(known -> known.isAssignableFrom(type))
                || ReactiveAdapterRegistry.getSharedInstance().getAdapter(type) != null
                || LATER.stream().anyMatch(name -> DeclaredTypes.isOf(type, name));
    }
}
