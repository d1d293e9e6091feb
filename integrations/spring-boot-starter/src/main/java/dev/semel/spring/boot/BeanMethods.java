// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.Operation;
import dev.semel.SettingException;
import dev.semel.http.Transacting;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.core.GenericTypeResolver;
import org.springframework.core.MethodParameter;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.scheduling.annotation.Async;

/** Makes protected methods out of annotated ones, and refuses those that could not be protected. Works at start-up. */
final class BeanMethods {

    private final BeanFactory beans;
    private final ObjectProvider<Values> values;
    private final Map<String, OperationProperties> properties;
    private final Operations operations;
    private final TransactionSource transactions;

    BeanMethods(
            BeanFactory beans,
            ObjectProvider<Values> values,
            Map<String, OperationProperties> properties,
            Operations operations,
            TransactionSource transactions) {
        this.beans = beans;
        this.values = values;
        this.properties = properties;
        this.operations = operations;
        this.transactions = transactions;
    }

    BeanMethod build(Method method, Class<?> type, Annotations annotation) {
        String place = place(method, type);
        checkThatItCanBeCalled(method, annotation, place);
        ResolvableType returned =
                ResolvableType.forType(GenericTypeResolver.resolveType(method.getGenericReturnType(), type));
        checkThatItCanBeSaved(method, type, returned, place);
        checkThatItCanBeCompared(method, type, annotation, place);
        OperationProperties settings = settings(annotation, place);
        Operation operation = operation(annotation.operation(), settings, place);
        if (settings.isTransacted()) {
            transactions.check(operation.name(), method, type, place);
        }
        Optional<Transacting> transaction =
                settings.isTransacted() ? Optional.of(transactions.of(operation.name())) : Optional.empty();
        Values json = json(place);
        return new BeanMethod(
                operation,
                !Boolean.FALSE.equals(settings.required()),
                CallExpression.of(annotation.call().key(), method, beans, place),
                expression(annotation.call().tenant(), method, place),
                expression(annotation.call().payload(), method, place),
                new ComparedValues(json, parameters(method, type)),
                new ValueCodec(json, returned),
                transaction);
    }

    private static List<Type> parameters(Method method, Class<?> type) {
        return Stream.of(method.getGenericParameterTypes())
                .map(parameter -> GenericTypeResolver.resolveType(parameter, type))
                .toList();
    }

    static String place(Method method, Class<?> type) {
        return Names.of(method, type);
    }

    /** Refuses a method that nobody can stand in front of, since there is no key: also one of a bean whose class is hidden. */
    static void checkThatItHasKey(Method method, Class<?> type) {
        Annotations.of(method, type).ifPresent(annotation -> requireKey(annotation, place(method, type)));
    }

    private static void requireKey(Annotations annotation, String place) {
        if (annotation.call().key().isEmpty()) {
            throw new SetupException(
                    "@Idempotent stands on " + place + ", which serves no requests, and has no key.",
                    "Give it the expression for its key, such as key = \"#order.id\"; or map it to requests, in a controller: a"
                            + " client's mapping serves nobody.");
        }
    }

    private static void checkThatItCanBeCalled(Method method, Annotations annotation, String place) {
        requireKey(annotation, place);
        if (annotation.operation().isEmpty()) {
            throw new SetupException(
                    "@Idempotent at " + place + " names no operation, and there is no route to name it after.",
                    "Give it a name, such as operation = \"invoices.send\". It is a part of every record: do not change it"
                            + " later.");
        }
        int modifiers = method.getModifiers();
        boolean closed = Modifier.isFinal(modifiers) || Modifier.isPrivate(modifiers) || Modifier.isStatic(modifiers);
        if (closed || Modifier.isFinal(method.getDeclaringClass().getModifiers())) {
            throw new SetupException(
                    "@Idempotent stands on " + place
                            + ", which no proxy can stand in front of: it is final, private or static, or its class is final.",
                    "Make the method and its class open, or move the work to a bean where it is.");
        }
    }

    private static void checkThatItCanBeSaved(Method method, Class<?> type, ResolvableType returned, String place) {
        if (AnnotatedElementUtils.hasAnnotation(method, Async.class)
                || AnnotatedElementUtils.hasAnnotation(type, Async.class)) {
            throw new SetupException(
                    "@Idempotent stands on " + place + ", which is @Async: its work goes on after it has returned.",
                    "Protect the work itself, in a method that the asynchronous one calls on another bean.");
        }
        if (OneThread.goesOn(returned)) {
            throw new SetupException(
                    "@Idempotent stands on " + place + ", which returns "
                            + method.getReturnType().getSimpleName() + ": its work goes on after it has returned.",
                    "Return the value itself. For asynchronous work call Idempotency.executeAsync.");
        }
        if (OneTime.isIn(returned)) {
            throw new SetupException(
                    "@Idempotent stands on " + place + ", which returns "
                            + method.getGenericReturnType().getTypeName()
                            + ": that can be read once, and saving it would leave its caller an empty one.",
                    "Return what is in it, as a list or as bytes.");
        }
        if (returned.resolve() == null || new MethodParameter(method, -1).getParameterType() == Object.class) {
            throw new SetupException(
                    "@Idempotent stands on " + place
                            + ", and nobody can tell from its return type what a saved value was.",
                    "Return a type that Jackson can read again, with its type parameters filled in.");
        }
    }

    /** Where the annotation does not say what is compared, all arguments are. */
    private static void checkThatItCanBeCompared(Method method, Class<?> type, Annotations annotation, String place) {
        if (!annotation.call().payload().isEmpty()) {
            return;
        }
        for (Type parameter : parameters(method, type)) {
            ResolvableType taken = ResolvableType.forType(parameter);
            if (OneTime.isIn(taken) || OneThread.goesOn(taken)) {
                throw new SetupException(
                        "@Idempotent stands on " + place + ", which takes " + parameter.getTypeName()
                                + ": comparing it with that of another call would leave the method an empty one.",
                        "Say with payload what makes two calls the same, such as payload = \"#order.id\"; or take what is in"
                                + " it, as a list or as bytes.");
            }
        }
    }

    private OperationProperties settings(Annotations annotation, String place) {
        OperationProperties said = properties
                .getOrDefault(annotation.operation(), OperationProperties.NOTHING)
                .or(annotation.settings());
        said.ofRequests().ifPresent(setting -> {
            throw new SetupException(
                    "The operation '" + annotation.operation() + "' (" + place + ") has " + setting
                            + ", which is for requests, and its method serves none.",
                    "Take it away; key, tenant and payload are the expressions for calls.");
        });
        if (said.isTransacted() && Boolean.FALSE.equals(said.required())) {
            throw new SetupException(
                    "The operation '" + annotation.operation() + "' (" + place
                            + ") is transactional, and a call without a key would run outside of any transaction.",
                    "Take required = false away, or transactional.");
        }
        return said.or(OperationProperties.FOR_CALLS);
    }

    private Operation operation(String name, OperationProperties settings, String place) {
        try {
            return operations.build(name, settings);
        } catch (SettingException e) {
            throw Policies.cannotWork(name, place, e);
        }
    }

    private Optional<CallExpression> expression(String text, Method method, String place) {
        return text.isEmpty() ? Optional.empty() : Optional.of(CallExpression.of(text, method, beans, place));
    }

    private Values json(String place) {
        return values.stream()
                .findFirst()
                .orElseThrow(() -> new SetupException(
                        "@Idempotent stands on " + place + ", and there is no Jackson to save its values with.",
                        "Add spring-boot-starter-json (Boot 3.5) or spring-boot-starter-jackson (Boot 4)."));
    }
}
