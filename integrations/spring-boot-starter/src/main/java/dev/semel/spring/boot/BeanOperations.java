// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.Operation;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.aopalliance.intercept.MethodInvocation;
import org.springframework.aop.framework.autoproxy.AutoProxyUtils;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.HierarchicalBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.util.function.SingletonSupplier;

/** Knows the protected methods of all beans that are no handlers. Safe for use by several threads. */
final class BeanOperations implements SmartInitializingSingleton {

    static final String BEAN = "semelBeanOperations";

    private static final System.Logger LOG = System.getLogger("dev.semel.spring");

    /** Spring's own bean, in contexts of tests that put others in the place of beans, and in no application. */
    private static final String REPLACED_BY_TEST =
            "org.springframework.test.context.bean.override.internalBeanOverrideRegistry";

    private final ConfigurableListableBeanFactory beans;
    private final Supplier<BeanMethods> building;
    private final Map<Method, BeanMethod> methods = new ConcurrentHashMap<>();
    private final Map<String, Method> byOperation = new TreeMap<>();
    private final Map<Method, String> owners = new HashMap<>();
    private boolean complete;

    /** What builds them is made when it is needed: it asks for reconcilers, which may need whatever there is. */
    BeanOperations(ConfigurableListableBeanFactory beans, Supplier<BeanMethods> building) {
        this.beans = beans;
        this.building = SingletonSupplier.of(building);
    }

    @Override
    public void afterSingletonsInstantiated() {
        lookForAll();
    }

    /** All operations, by name. */
    synchronized List<Operation> operations() {
        lookForAll();
        return byOperation.values().stream()
                .map(method -> Objects.requireNonNull(methods.get(method)).operation())
                .toList();
    }

    /** Those of this context and of the contexts above it, whose beans it may call. */
    static List<BeanOperations> within(BeanFactory beans) {
        List<BeanOperations> all = new ArrayList<>();
        for (BeanFactory one = beans;
                one instanceof HierarchicalBeanFactory level;
                one = level.getParentBeanFactory()) {
            if (level.containsLocalBean(BEAN)) {
                all.add(level.getBean(BEAN, BeanOperations.class));
            }
        }
        return all;
    }

    /** The names of all of them, wherever they are; asked late, since not all are known before the start is over. */
    static Supplier<Set<String>> names(ObjectProvider<BeanOperations> all) {
        return () -> all.stream().flatMap(known -> known.names().stream()).collect(Collectors.toSet());
    }

    synchronized Set<String> names() {
        lookForAll();
        return new TreeSet<>(byOperation.keySet());
    }

    private synchronized void lookForAll() {
        if (!complete) {
            for (String name : beans.getBeanDefinitionNames()) {
                Class<?> type = isScopedProxy(name) ? null : AutoProxyUtils.determineTargetClass(beans, name);
                if (type != null) {
                    lookAt(name, type);
                }
            }
            for (String name : beans.getSingletonNames()) {
                if (!beans.containsBeanDefinition(name)) {
                    lookAt(name, AopUtils.getTargetClass(Objects.requireNonNull(beans.getSingleton(name))));
                }
            }
            Parents.check(beans);
            complete = true;
        }
    }

    private void lookAt(String name, Class<?> type) {
        for (Class<?> one : KnownAs.typesOf(type)) {
            if (AnnotatedTypes.includes(one)) {
                addAll(name, one);
            }
        }
    }

    /** It has its target's class, which is a bean of its own and comes, too. */
    private boolean isScopedProxy(String name) {
        return beans.containsBeanDefinition(ScopedProxyUtils.getTargetBeanName(name));
    }

    /** The method of a call. One that was hidden at the start, behind a lazy bean's interface say, is looked at now. */
    BeanMethod of(MethodInvocation call) {
        KnownAs reached = KnownAs.of(call);
        BeanMethod known = methods.get(reached.method());
        BeanMethod called = known == null ? methods.get(call.getMethod()) : known;
        return called == null ? look(call, reached) : called;
    }

    private BeanMethod look(MethodInvocation call, KnownAs reached) {
        KnownAs annotated = reached.annotation().isPresent() ? reached : KnownAs.asCalled(call);
        return of(annotated.method(), annotated.type());
    }

    private synchronized BeanMethod of(Method method, Class<?> type) {
        BeanMethod known = methods.get(method);
        if (known != null) {
            return known;
        }
        Annotations annotation = Annotations.of(method, type).orElseThrow();
        BeanMethod built = Objects.requireNonNull(building.get()).build(method, type, annotation);
        Method other = byOperation.putIfAbsent(annotation.operation(), method);
        if (other != null) {
            throw new SetupException(
                    "The operation '" + annotation.operation() + "' is at " + BeanMethods.place(method, type)
                            + " and at " + BeanMethods.place(other, other.getDeclaringClass()) + ".",
                    "Give them different names: one would get the saved values of the other.");
        }
        methods.put(method, built);
        return built;
    }

    private void addAll(String bean, Class<?> type) {
        Set<Method> calls = AnnotatedCalls.of(type);
        calls.forEach(method -> {
            of(method, type);
            checkThatNoOtherHasIt(bean, method);
        });
        if (!calls.isEmpty()) {
            checkThatItIsProtected(bean, type);
        }
    }

    /** Two beans of a class differ in something, or there would be one: neither may answer with the other's values. */
    private void checkThatNoOtherHasIt(String bean, Method method) {
        String other = owners.putIfAbsent(method, bean);
        if (other != null && !other.equals(bean)) {
            throw new SetupException(
                    "The beans '" + other + "' and '" + bean + "' both have the operation '"
                            + Objects.requireNonNull(methods.get(method))
                                    .operation()
                                    .name()
                            + "', by the same method "
                            + BeanMethods.place(method, method.getDeclaringClass()) + ".",
                    "Give each its own operation, in a class of its own that overrides the method with another @Idempotent; or"
                            + " let one bean do the work of both. One would get the saved values of the other.");
        }
    }

    private void checkThatItIsProtected(String name, Class<?> type) {
        Object bean = beans.containsSingleton(name) ? beans.getSingleton(name) : null;
        if (bean == null || bean instanceof FactoryBean<?> || CallProxies.isProtected(bean)) {
            return;
        }
        // A mock does no work, and nobody can tell it from the application's own bean.
        if (beans.containsSingleton(REPLACED_BY_TEST)) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "nothing protects the bean {0}, which is in a test that replaces beans (@MockitoBean, @TestBean)",
                    name);
        } else {
            throw new SetupException(
                    "The bean '" + name + "' (" + Names.of(type)
                            + ") has a method with @Idempotent, and nothing stands in"
                            + " front of it: it was made too early, or not by Spring.",
                    "Let nothing that Spring needs to make beans (a BeanPostProcessor, say) depend on it.");
        }
    }
}
