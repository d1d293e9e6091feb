// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import java.io.Serial;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.aopalliance.intercept.MethodInterceptor;
import org.springframework.aop.Advisor;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.framework.autoproxy.AbstractBeanFactoryAwareAdvisingPostProcessor;
import org.springframework.aop.support.AopUtils;

/**
 * Puts the advice in front of beans with annotated methods: behind those who decide whether the caller may call at all, since
 * neither a denied call nor its answer is anybody's attempt; and in front of whatever other advice there is, so that a
 * transaction of the method's own begins after its key is claimed, and has ended when its value is saved.
 */
final class CallProxies extends AbstractBeanFactoryAwareAdvisingPostProcessor {

    /** Says, too, that a context looks after its own beans. */
    static final String BEAN = "semelCallProxies";

    @Serial
    private static final long serialVersionUID = 1;

    private static final String SECURITY = "org.springframework.security.";
    private static final String TRANSACTIONS = "org.springframework.transaction.";

    private final transient Supplier<MethodInterceptor> calls;
    private final transient Consumer<Class<?>> check;

    /** The check is asked for each class with the annotation. */
    CallProxies(Supplier<MethodInterceptor> calls, Consumer<Class<?>> check, boolean proxyTargetClass) {
        this.check = check;
        setProxyTargetClass(proxyTargetClass);
        setBeforeExistingAdvisors(true);
        this.calls = calls;
    }

    @Override
    public Class<?> determineBeanType(Class<?> type, String name) {
        return concerns(type) ? super.determineBeanType(type, name) : type;
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        if (!concerns(bean.getClass()) && !concerns(AopUtils.getTargetClass(bean))) {
            return bean;
        }
        check.accept(AopUtils.getTargetClass(bean));
        check.accept(bean.getClass());
        Object made = super.postProcessAfterInitialization(bean, name);
        if (made instanceof Advised advised && isProtected(made)) {
            putBehindSecurity(advised, name);
        }
        return made;
    }

    /** Asked for every bean, of which few or none have such methods: what stands in front of them is made with the first. */
    private boolean concerns(Class<?> type) {
        boolean annotated = AnnotatedTypes.includes(type);
        if (annotated) {
            makeAdvisor();
        }
        return annotated;
    }

    /** Beans may be made by several threads, and all of them have the same one. */
    private synchronized void makeAdvisor() {
        if (this.advisor == null) {
            this.advisor = CallAdvice.advisor(calls);
        }
    }

    private void putBehindSecurity(Advised advised, String bean) {
        int security = last(advised, SECURITY);
        if (security > 0 && this.advisor != null) {
            advised.removeAdvisor(this.advisor);
            // One less, now that it is away.
            advised.addAdvisor(security, this.advisor);
            int transactions = first(advised, TRANSACTIONS);
            if (transactions >= 0 && transactions < security) {
                throw new SetupException(
                        "The bean '" + bean
                                + "' has a method with @Idempotent, and its transactions begin before it is decided"
                                + " whether the caller may call it: the method's value would be saved within the transaction,"
                                + " and stand when that is rolled back.",
                        "Let method security come first: leave the order of @EnableTransactionManagement as it is by default, or"
                                + " make it higher than that of @EnableMethodSecurity's interceptors.");
            }
        }
    }

    private static int first(Advised advised, String origin) {
        Advisor[] all = advised.getAdvisors();
        return IntStream.range(0, all.length)
                .filter(i -> isOf(all[i], origin))
                .findFirst()
                .orElse(-1);
    }

    private static int last(Advised advised, String origin) {
        Advisor[] all = advised.getAdvisors();
        return IntStream.range(0, all.length)
                .filter(i -> isOf(all[i], origin))
                .max()
                .orElse(-1);
    }

    private static boolean isOf(Advisor advisor, String origin) {
        return advisor.getAdvice().getClass().getName().startsWith(origin);
    }

    static boolean isProtected(Object bean) {
        return bean instanceof Advised advised
                && Arrays.stream(advised.getAdvisors()).anyMatch(advisor -> advisor.getAdvice() instanceof CallAdvice);
    }
}
