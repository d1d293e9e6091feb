// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import java.lang.reflect.Method;
import java.util.HashSet;
import java.util.Set;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.context.expression.BeanFactoryResolver;
import org.springframework.context.expression.MethodBasedEvaluationContext;
import org.springframework.core.DefaultParameterNameDiscoverer;
import org.springframework.core.ParameterNameDiscoverer;
import org.springframework.expression.ParseException;
import org.springframework.expression.spel.SpelNode;
import org.springframework.expression.spel.ast.VariableReference;
import org.springframework.expression.spel.standard.SpelExpression;
import org.springframework.expression.spel.standard.SpelExpressionParser;

/** An expression over the arguments of a call: {@code #order.id}, {@code #p0}, {@code @clock.today()}. */
final class CallExpression {

    private static final ParameterNameDiscoverer NAMES = new DefaultParameterNameDiscoverer();

    private final SpelExpression expression;
    private final Method method;
    private final BeanFactory beans;

    private CallExpression(SpelExpression expression, Method method, BeanFactory beans) {
        this.expression = expression;
        this.method = method;
        this.beans = beans;
    }

    /** Refuses what is no expression, and one that speaks of parameters that the method does not have. */
    static CallExpression of(String text, Method method, BeanFactory beans, String place) {
        SpelExpression expression;
        try {
            expression = new SpelExpressionParser().parseRaw(text);
        } catch (ParseException e) {
            throw new SetupException(
                    "@Idempotent at " + place + " has '" + text + "', which is no expression: " + e.getSimpleMessage(),
                    "Write it in Spring's expression language: #order.id, for a parameter of the name order.",
                    e);
        }
        Set<String> known = known(method);
        variables(expression.getAST(), new HashSet<>()).forEach(variable -> {
            if (!known.contains(variable)) {
                throw new SetupException(
                        "@Idempotent at " + place + " has '" + text + "', and the method has no parameter for "
                                + variable + ".",
                        "Correct the name, or compile with -parameters, or write #p0 for the first parameter.");
            }
        });
        return new CallExpression(expression, method, beans);
    }

    private static Set<String> known(Method method) {
        Set<String> known = new HashSet<>(Set.of("#root", "#this"));
        String[] names = NAMES.getParameterNames(method);
        for (int i = 0; i < method.getParameterCount(); i++) {
            known.add("#p" + i);
            known.add("#a" + i);
            if (names != null && names[i] != null) {
                known.add("#" + names[i]);
            }
        }
        return known;
    }

    private static Set<String> variables(SpelNode node, Set<String> found) {
        if (node instanceof VariableReference) {
            found.add(node.toStringAST());
        }
        for (int i = 0; i < node.getChildCount(); i++) {
            variables(node.getChild(i), found);
        }
        return found;
    }

    @Nullable
    Object of(MethodInvocation call) {
        MethodBasedEvaluationContext context =
                new MethodBasedEvaluationContext(call.getThis(), method, call.getArguments(), NAMES);
        context.setBeanResolver(new BeanFactoryResolver(beans));
        return expression.getValue(context);
    }
}
