// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.spring.Idempotent;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.BindingReflectionHintsRegistrar;
import org.springframework.aot.hint.ExecutableMode;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.ReflectionHints;
import org.springframework.beans.factory.aot.BeanRegistrationAotContribution;
import org.springframework.beans.factory.aot.BeanRegistrationAotProcessor;
import org.springframework.beans.factory.support.RegisteredBean;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.util.ClassUtils;

/**
 * What a native image has to be told of beans with protected methods: the methods, which the proxy calls; what they take, which
 * expressions ask and Jackson compares; and what they return, which Jackson saves and reads.
 */
final class CallHints implements BeanRegistrationAotProcessor {

    private final BindingReflectionHintsRegistrar bindings = new BindingReflectionHintsRegistrar();

    @Override
    public @Nullable BeanRegistrationAotContribution processAheadOfTime(RegisteredBean bean) {
        Class<?> type = ClassUtils.getUserClass(bean.getBeanClass());
        List<Method> calls = calls(type);
        return calls.isEmpty()
                ? null
                : (context, code) -> {
                    ReflectionHints hints = context.getRuntimeHints().reflection();
                    calls.forEach(method -> register(hints, method, type));
                };
    }

    private static List<Method> calls(Class<?> type) {
        if (!AnnotatedTypes.includes(type)) {
            return List.of();
        }
        Set<Method> all = MethodIntrospector.selectMethods(
                type, (Method method) -> AnnotatedElementUtils.hasAnnotation(method, Idempotent.class));
        return all.stream()
                .filter(method -> Annotations.of(method, type)
                        .filter(annotation -> !annotation.call().key().isEmpty())
                        .isPresent())
                .toList();
    }

    private void register(ReflectionHints hints, Method method, Class<?> type) {
        hints.registerMethod(method, ExecutableMode.INVOKE);
        List<ResolvableType> bound = new ArrayList<>(List.of(ResolvableType.forMethodReturnType(method, type)));
        for (int i = 0; i < method.getParameterCount(); i++) {
            ResolvableType parameter = ResolvableType.forMethodParameter(method, i, type);
            bound.add(parameter);
            hints.registerType(parameter.toClass(), MemberCategory.INVOKE_PUBLIC_METHODS);
        }
        bound.forEach(one -> bindings.registerReflectionHints(hints, one.getType()));
    }
}
