// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.contracts.broken.Breaks;
import dev.semel.contracts.broken.OpenStore;
import dev.semel.contracts.broken.Shelf;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.lifecycle.AddLifecycleHook;
import net.jqwik.api.lifecycle.AroundPropertyHook;
import net.jqwik.api.lifecycle.PropagationMode;
import net.jqwik.api.lifecycle.PropertyExecutionResult;
import net.jqwik.api.lifecycle.PropertyExecutor;
import net.jqwik.api.lifecycle.PropertyLifecycleContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.platform.commons.support.ReflectionSupport;

/**
 * The kit can fail: it runs the contract on stores that are wrong on purpose, and each of them is rejected by a sentence.
 * A store that is added to the package {@code broken} is run too.
 */
@DisplayName("The store contract")
class BrokenStoresTest {

    private static final List<String> CAUGHT = new ArrayList<>();

    /** The store that the cases below run on: JUnit makes their instances, so they cannot be told. */
    private static Function<Shelf, OpenStore> subject = OpenStore::new;

    private static String rounds = "";

    @TempDir
    static Path folder;

    @BeforeAll
    static void fewRounds() {
        rounds = System.getProperty(Rounds.PROFILE, "ci");
        System.setProperty(Rounds.PROFILE, "few");
    }

    @AfterAll
    static void report() {
        System.setProperty(Rounds.PROFILE, rounds);
        System.out.println(String.join("\n", CAUGHT));
    }

    static Stream<Class<?>> brokenStores() {
        return ReflectionSupport.findAllClassesInPackage(
                        "dev.semel.contracts.broken",
                        type -> OpenStore.class.isAssignableFrom(type) && Modifier.isFinal(type.getModifiers()),
                        name -> true)
                .stream()
                .sorted(Comparator.comparing(Class::getSimpleName));
    }

    @ParameterizedTest(name = "rejects {0}")
    @MethodSource("brokenStores")
    void rejects(Class<? extends OpenStore> broken) {
        subject = shelf -> make(broken, shelf);

        List<String> sentences = rejecting("junit-jupiter", ContractCase.class);
        List<String> model = rejecting("jqwik", ModelCase.class);

        List<String> toThePoint =
                sentences.stream().filter(sentence -> cites(sentence, broken)).toList();
        assertThat(toThePoint)
                .as(
                        "sentences of the contract that say what is wrong with %s; it was rejected by %s",
                        broken, sentences)
                .isNotEmpty();
        CAUGHT.add(broken.getSimpleName() + " is rejected by " + sentences.size() + " sentences"
                + (model.isEmpty() ? " (not by the model): " : " and the model: ") + toThePoint.get(0));
    }

    /** Whether the sentence is about what the store was made to break. */
    private static boolean cites(String sentence, Class<?> broken) {
        List<String> cited = List.of(sentence.split(":", 2)[0].split(", ", -1));
        return Arrays.stream(broken.getAnnotation(Breaks.class).value()).anyMatch(cited::contains);
    }

    @Test
    @DisplayName("accepts the store that the broken ones are made of, so that each is rejected for its defect alone")
    void acceptsTheRightOne() {
        subject = OpenStore::new;

        assertThat(rejecting("junit-jupiter", ContractCase.class)).isEmpty();
        assertThat(rejecting("jqwik", ModelCase.class)).isEmpty();
    }

    @Test
    @DisplayName("accepts a store that says it tells of endings, and does")
    void acceptsOneThatTells() {
        subject = TellingStore::new;

        assertThat(rejecting("junit-jupiter", ContractCase.class)).isEmpty();
    }

    @Test
    @DisplayName("rejects a store that can settle and be looked through but does not prove it")
    void rejectsAnUntestedCapability() {
        subject = OpenStore::new;

        assertThat(rejecting("junit-jupiter", PlainCase.class))
                .hasSize(3)
                .anyMatch(sentence -> sentence.contains("extends SettleableStoreContract"))
                .anyMatch(sentence -> sentence.contains("extends BrowsableStoreContract"))
                .anyMatch(sentence -> sentence.contains("extends DoubtListStoreContract"));
    }

    @Test
    @DisplayName("is shown to fail by at least twenty broken stores")
    void enoughOfThem() {
        assertThat(brokenStores()).hasSizeGreaterThan(20);
    }

    private static List<String> rejecting(String engine, Class<?> contract) {
        return Trial.rejecting(engine, contract, folder);
    }

    private static OpenStore make(Class<? extends OpenStore> type, Shelf shelf) {
        return ReflectionSupport.newInstance(type, shelf);
    }

    /** The contract on the subject; by its name no build runs it alone. */
    static final class ContractCase extends DoubtListStoreContract {
        @Override
        protected StoreHarness open() {
            return new BrokenHarness(subject);
        }
    }

    /** The contract of stores that cannot settle, on one that can. */
    static final class PlainCase extends StoreContract {
        @Override
        protected StoreHarness open() {
            return new BrokenHarness(subject);
        }
    }

    /** The model on the subject; nobody reads the sequence that fails, so it is not shortened. */
    @AddLifecycleHook(value = WithoutShrinking.class, propagateTo = PropagationMode.ALL_DESCENDANTS)
    static final class ModelCase extends StoreModelContract {
        @Override
        protected StoreHarness open() {
            return new BrokenHarness(subject);
        }
    }

    /** Leaves a failing sequence as long as it is. */
    static final class WithoutShrinking implements AroundPropertyHook {
        @Override
        public PropertyExecutionResult aroundProperty(PropertyLifecycleContext context, PropertyExecutor property) {
            context.attributes().setShrinking(ShrinkingMode.OFF);
            return property.execute();
        }
    }
}
