// SPDX-License-Identifier: Apache-2.0
package dev.semel.verification.architecture;

import static com.tngtech.archunit.core.domain.JavaAccess.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaAccess.Predicates.targetOwner;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;

/**
 * The architecture's rules. Each can be laid over another root package than {@code dev.semel}: there, classes that break
 * it live in packages of the same names.
 */
enum Arrow {
    /** Core sees nothing but itself and the JDK. */
    CORE_SEES_NOTHING_ELSE("SeesTestkit") {
        @Override
        ArchRule in(Names names) {
            return classes()
                    .that()
                    .resideInAnyPackage(names.core())
                    .should()
                    .onlyDependOnClassesThat(resideInAnyPackage(names.core())
                            .or(resideInAnyPackage("java..", "javax.crypto..", "org.jspecify.annotations"))
                            .or(isArray()));
        }
    },
    /** The testkit sees core alone: users' tests need no framework for it. */
    TESTKIT_SEES_CORE("SeesContracts") {
        @Override
        ArchRule in(Names names) {
            return classes()
                    .that()
                    .resideInAPackage(names.of("testkit.."))
                    .should()
                    .onlyDependOnClassesThat(resideInAnyPackage(names.core())
                            .or(resideInAnyPackage(names.of("testkit.."), "java..", "org.jspecify.annotations"))
                            .or(isArray()));
        }
    },
    /** The contracts see core, the HTTP module, the testkit and test frameworks, and nothing of ours besides. */
    CONTRACTS_SEE_CORE_AND_TESTKIT("SeesBenchmarks") {
        @Override
        ArchRule in(Names names) {
            DescribedPredicate<JavaClass> ours = resideInAPackage(names.of("."));
            return noClasses()
                    .that()
                    .resideInAPackage(names.of("contracts.."))
                    .should()
                    .dependOnClassesThat(ours.and(DescribedPredicate.not(resideInAnyPackage(names.core())))
                            .and(DescribedPredicate.not(resideInAnyPackage(
                                    names.of("http.."), names.of("testkit.."), names.of("contracts..")))));
        }
    },
    /** HTTP sees core and the JDK: it works over any store, and under any framework. */
    HTTP_SEES_CORE("SeesKit") {
        @Override
        ArchRule in(Names names) {
            return classes()
                    .that()
                    .resideInAPackage(names.of("http.."))
                    .should()
                    .onlyDependOnClassesThat(resideInAnyPackage(names.core())
                            .or(resideInAnyPackage(names.of("http.."), "java..", "org.jspecify.annotations"))
                            .or(isArray()));
        }
    },
    /** A store sees core, the JDK and its driver: nothing else of ours, and no framework. */
    STORES_SEE_CORE("SeesContractKit") {
        @Override
        ArchRule in(Names names) {
            return storeSees(names, "jdbc..", "javax.sql..", "org.sqlite..");
        }
    },
    /** The same of the store on Redis: it does not know the relational ones. */
    REDIS_SEES_CORE("SeesTheOtherStore") {
        @Override
        ArchRule in(Names names) {
            return storeSees(names, "redis..", "io.lettuce.core..", "io.netty..", "javax.net.ssl..");
        }
    },
    /** An integration sees core, the HTTP module and its framework; no store, no kit, and no other integration. */
    INTEGRATIONS_SEE_CORE_AND_HTTP("SeesStore") {
        @Override
        ArchRule in(Names names) {
            DescribedPredicate<JavaClass> ours = resideInAPackage(names.of("."));
            return noClasses()
                    .that()
                    .resideInAnyPackage(
                            names.of("micrometer.."),
                            names.of("opentelemetry.."),
                            names.of("servlet.."),
                            names.of("webflux.."))
                    .should()
                    .dependOnClassesThat(ours.and(DescribedPredicate.not(resideInAnyPackage(names.core())))
                            .and(DescribedPredicate.not(resideInAnyPackage(
                                    names.of("http.."),
                                    names.of("micrometer.."),
                                    names.of("opentelemetry.."),
                                    names.of("servlet.."),
                                    names.of("webflux..")))));
        }
    },
    /** Spans need OpenTelemetry's API alone: which SDK keeps them, and where they go, is the application's affair. */
    SPANS_NEED_THE_API_ALONE("SeesMore") {
        @Override
        ArchRule in(Names names) {
            return classes()
                    .that()
                    .resideInAPackage(names.of("opentelemetry.."))
                    .should()
                    .onlyDependOnClassesThat(resideInAnyPackage(names.core())
                            .or(resideInAnyPackage(
                                    names.of("opentelemetry.."),
                                    names.of("http.."),
                                    "java..",
                                    "io.opentelemetry.api..",
                                    "io.opentelemetry.context..",
                                    "org.jspecify.annotations"))
                            .or(isArray()));
        }
    },
    /** The console sees core, the HTTP module and its JSON library: it works in any server, over any store. */
    CONSOLE_SEES_CORE_AND_HTTP("SeesMeters") {
        @Override
        ArchRule in(Names names) {
            return classes()
                    .that()
                    .resideInAPackage(names.of("console.."))
                    .should()
                    .onlyDependOnClassesThat(resideInAnyPackage(names.core())
                            .or(resideInAnyPackage(
                                    names.of("console.."),
                                    names.of("http.."),
                                    "java..",
                                    "javax.crypto..",
                                    "com.fasterxml.jackson.core..",
                                    "org.jspecify.annotations"))
                            .or(isArray()));
        }
    },
    /** The gateway stands on everything, and nothing stands on it. */
    NOTHING_SEES_THE_GATEWAY("SeesGateway") {
        @Override
        ArchRule in(Names names) {
            return noClasses()
                    .that()
                    .resideInAPackage(names.of("."))
                    .and()
                    .resideOutsideOfPackage(names.of("gateway.."))
                    .should()
                    .dependOnClassesThat()
                    .resideInAPackage(names.of("gateway.."));
        }
    },
    /**
     * The starter sees what it configures: core, HTTP, the console, the stores, the filter and the meters; no kit. What is for users' tests
     * is beside it.
     */
    SPRING_SEES_WHAT_IT_CONFIGURES("SeesTheKits") {
        @Override
        ArchRule in(Names names) {
            DescribedPredicate<JavaClass> ours = resideInAPackage(names.of("."));
            return noClasses()
                    .that()
                    .resideInAPackage(names.of("spring.."))
                    .and()
                    .resideOutsideOfPackage(names.of("spring.test.."))
                    .should()
                    .dependOnClassesThat(ours.and(DescribedPredicate.not(resideInAnyPackage(names.core())))
                            .and(DescribedPredicate.not(resideInAnyPackage(
                                    names.of("http.."),
                                    names.of("console.."),
                                    names.of("jdbc.."),
                                    names.of("redis.."),
                                    names.of("servlet.."),
                                    names.of("webflux.."),
                                    names.of("micrometer.."),
                                    names.of("spring..")))));
        }
    },
    /** Nothing sees what is not published. */
    NOTHING_SEES_THE_UNPUBLISHED("SeesExamples") {
        @Override
        ArchRule in(Names names) {
            String[] unpublished = {
                names.of("servers.."), names.of("verification.."), names.of("benchmarks.."), names.of("examples..")
            };
            return noClasses()
                    .that()
                    .resideInAPackage(names.of("."))
                    .and()
                    .resideOutsideOfPackages(unpublished)
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(unpublished);
        }
    },
    /** The state machine has no clock: time comes in as an argument. */
    STATE_HAS_NO_CLOCK("ReadsClock") {
        @Override
        ArchRule in(Names names) {
            return noClasses()
                    .that()
                    .resideInAPackage(names.of("state.."))
                    .should()
                    .dependOnClassesThat(assignableTo(InstantSource.class).or(assignableTo(Clock.class)))
                    .orShould()
                    .accessTargetWhere(readsTime());
        }
    },
    /** The state machine does no input or output, and knows no threads. */
    STATE_IS_PURE("ReadsFile") {
        @Override
        ArchRule in(Names names) {
            return noClasses()
                    .that()
                    .resideInAPackage(names.of("state.."))
                    .should()
                    .dependOnClassesThat(
                            resideInAnyPackage("java.io..", "java.nio..", "java.net..", "java.util.concurrent.."));
        }
    },
    /** Only the API opens the engine; nobody else looks inside. */
    INTERNAL_IS_INTERNAL("OpensEngine") {
        @Override
        ArchRule in(Names names) {
            return noClasses()
                    .that()
                    .resideOutsideOfPackages(names.root(), names.of("internal.."), names.of("seal.."))
                    .should()
                    .dependOnClassesThat()
                    .resideInAPackage(names.of("internal.."));
        }
    },
    /** A sealed store is a store, and knows no engine; it makes its threads as the engine does. */
    SEAL_KNOWS_NO_ENGINE("SealsTheEngine") {
        @Override
        ArchRule in(Names names) {
            return noClasses()
                    .that()
                    .resideInAPackage(names.of("seal.."))
                    .should()
                    .dependOnClassesThat(
                            resideInAnyPackage(names.of("internal.."), names.of("event.."), names.of("memory.."))
                                    .and(DescribedPredicate.not(nameMatching(".*\\.internal\\.Workers"))));
        }
    },
    /** What store writers implement knows neither the engine nor its observers. */
    SPI_AND_STATE_STAND_BELOW("KnowsEvents") {
        @Override
        ArchRule in(Names names) {
            return noClasses()
                    .that()
                    .resideInAnyPackage(names.of("spi.."), names.of("state.."))
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(
                            names.of("internal.."), names.of("event.."), names.of("memory.."), names.of("seal.."));
        }
    },
    /**
     * R12: nobody reads a wall clock but the makers of keys and the two stores that are their own servers, in memory and
     * on SQLite: each in the one class that reads it once, at its start; and the gateway for what others have dated, and the
     * console for its sessions and charts, which decide about no record.
     */
    NOBODY_READS_THE_WALL_CLOCK("AsksTheTime") {
        @Override
        ArchRule in(Names names) {
            return noClasses()
                    .that()
                    .resideOutsideOfPackages(names.of("key"))
                    .and(DescribedPredicate.not(nameMatching(
                            ".*\\.(memory\\.MonotonicClock|jdbc\\.SqliteClock|(gateway|console)\\.WallClock)")))
                    .should()
                    .accessTargetWhere(readsWallClock());
        }
    },
    /** Core speaks through the platform's logger, which every service can route. */
    CORE_LOGS_BY_THE_PLATFORM("Prints") {
        @Override
        ArchRule in(Names names) {
            return noClasses()
                    .that()
                    .resideInAnyPackage(names.core())
                    .should()
                    .dependOnClassesThat()
                    .resideInAPackage("java.util.logging..")
                    .orShould()
                    .accessTargetWhere(targetOwner(equivalentTo(System.class))
                            .and(target(nameMatching("out|err")))
                            .as("System.out or System.err"));
        }
    };

    private final String culprit;

    Arrow(String culprit) {
        this.culprit = culprit;
    }

    /** The rule, laid over the packages of these names. */
    abstract ArchRule in(Names names);

    /** The class of the fixture that breaks it. */
    String culprit() {
        return culprit;
    }

    private static ArchRule storeSees(Names names, String store, String... driver) {
        return classes()
                .that()
                .resideInAnyPackage(names.of(store))
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(names.core())
                        .or(resideInAnyPackage(names.of(store), "java..", "org.jspecify.annotations"))
                        .or(resideInAnyPackage(driver))
                        .or(isArray()));
    }

    private static DescribedPredicate<JavaClass> isArray() {
        return DescribedPredicate.describe("arrays and primitives", type -> type.isArray() || type.isPrimitive());
    }

    private static DescribedPredicate<JavaAccess<?>> readsWallClock() {
        DescribedPredicate<JavaAccess<?>> now = targetOwner(resideInAPackage("java.time"))
                .and(target(nameMatching("now|systemUTC|systemDefaultZone|system|tick.*")));
        DescribedPredicate<JavaAccess<?>> millis =
                targetOwner(equivalentTo(System.class)).and(target(nameMatching("currentTimeMillis")));
        DescribedPredicate<JavaAccess<?>> date =
                targetOwner(resideInAPackage("java.util")).and(targetOwner(nameMatching(".*\\.(Date|Calendar)")));
        return now.or(millis).or(date).as("a reading of the wall clock");
    }

    private static DescribedPredicate<JavaAccess<?>> readsTime() {
        DescribedPredicate<JavaAccess<?>> nanos =
                targetOwner(equivalentTo(System.class)).and(target(nameMatching("nanoTime")));
        return readsWallClock()
                .or(nanos)
                .or(targetOwner(equivalentTo(Instant.class)).and(target(nameMatching("now"))))
                .as("a reading of any clock");
    }
}
