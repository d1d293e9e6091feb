// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts;

import static dev.semel.contracts.Caller.LEASE;
import static dev.semel.contracts.Caller.RETENTION;
import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.IdempotencyKey;
import dev.semel.Saved;
import dev.semel.Tenant;
import dev.semel.spi.Browsable;
import dev.semel.spi.Browsable.Page;
import dev.semel.spi.Browsable.Question;
import dev.semel.state.RecordId;
import dev.semel.state.Sighting;
import dev.semel.state.State;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Records can be looked through page by page: all of them are seen, and nothing else. */
abstract class BrowseRules extends StoreRules {

    private static final int SMALL = 5;

    /** Every store keeps an answer of this size. */
    private static final int LARGE = 256 << 10;

    @Test
    @DisplayName("R36: small pages, followed to their end, show every record as a look at it does, in every state")
    void showsEverything() {
        Map<Standing, Caller> callers = new EnumMap<>(Standing.class);
        for (Standing standing : orderOfArrangement()) {
            Caller caller = caller();
            standing.arrange(caller, harness());
            callers.put(standing, caller);
        }

        Map<RecordId, Sighting> seen = followed(Question.all(SMALL));

        callers.forEach((standing, caller) -> {
            Sighting shown = Optional.ofNullable(seen.get(caller.id()))
                    .orElseThrow(() -> new AssertionError("a record " + standing + " was not shown"));
            Sightings.assertUnchanged(caller.sees(), shown);
        });
    }

    @ParameterizedTest(name = "R36: only records that are {0} are shown to who asks for them, and all of those")
    @EnumSource
    void byState(State state) {
        Map<State, RecordId> ids = new EnumMap<>(State.class);
        for (State each : State.values()) {
            Caller caller = caller();
            standingOf(each).arrange(caller, harness());
            ids.put(each, caller.id());
        }

        Map<RecordId, Sighting> seen = followed(Question.all(SMALL).in(state));

        assertThat(seen).containsKey(ids.get(state));
        assertThat(seen.values()).allMatch(sighting -> sighting.record().state() == state);
    }

    @Test
    @DisplayName("R23, R36: only one tenant's records, or one operation's, are shown to who asks for them")
    void byOwner() {
        String name = Ids.fresh();
        RecordId wanted = id("tenant-" + name, "charge." + name);
        RecordId longer = id("tenant-" + name + "2", "charge." + name + "2");
        RecordId otherOperation = id("tenant-" + name, "refund." + name);
        List.of(wanted, longer, otherOperation).forEach(id -> caller(id).runs());
        Question all = Question.all(SMALL);

        assertThat(followed(all.of(wanted.tenant()))).containsOnlyKeys(wanted, otherOperation);
        assertThat(followed(all.of(wanted.operation()))).containsOnlyKeys(wanted);
        assertThat(followed(all.of(wanted.tenant()).of(otherOperation.operation())))
                .containsOnlyKeys(otherOperation);
        assertThat(followed(all.of(wanted.tenant()).in(State.IN_DOUBT))).isEmpty();
    }

    @Test
    @DisplayName("R5, R36: what has expired is not shown")
    void nothingExpired() {
        Tenant tenant = new Tenant("tenant-" + Ids.fresh());
        caller(id(tenant.id(), "charge")).runs().completes();
        elapse(RETENTION.plus(LEASE));
        RecordId living = id(tenant.id(), "charge");
        caller(living).runs().completes();

        assertThat(followed(Question.all(SMALL).of(tenant))).containsOnlyKeys(living);
    }

    @Test
    @DisplayName("R29, R36: a page is about as large as was asked for, however many records there are")
    void bounded() {
        Tenant tenant = new Tenant("tenant-" + Ids.fresh());
        IntStream.range(0, 12 * SMALL)
                .forEach(i -> caller(id(tenant.id(), "charge")).runs());

        List<Page> pages = pages(Question.all(SMALL));

        assertThat(pages).hasSizeGreaterThan(3);
        assertThat(pages).allMatch(page -> page.found().size() <= 4 * SMALL);
    }

    @Test
    @DisplayName("R29, R36: a page of large answers is a short one, and none of them is left out")
    void heavy() {
        Tenant tenant = new Tenant("tenant-" + Ids.fresh());
        Saved large = Saved.of("application/octet-stream", new byte[LARGE]);
        int count = 3 * Page.HEAVIEST / LARGE;
        IntStream.range(0, count)
                .forEach(i -> caller(id(tenant.id(), "charge")).runs().completes(large));

        List<Page> pages = pages(Question.all(count).of(tenant));

        assertThat(pages.stream().mapToInt(page -> page.found().size()))
                .allMatch(found -> found * LARGE <= 3 * Page.HEAVIEST / 2);
        assertThat(pages.stream()
                        .flatMap(page -> page.found().stream())
                        .map(sighting -> sighting.record().id())
                        .distinct())
                .hasSize(count);
    }

    @Test
    @DisplayName("R36: records that are there all the while are shown, whatever comes, ends and goes between two pages")
    void othersComeAndGo() {
        Tenant tenant = new Tenant("tenant-" + Ids.fresh());
        List<RecordId> there = new ArrayList<>();
        List<Attempt> ending = new ArrayList<>();
        for (int i = 0; i < 5 * SMALL; i++) {
            RecordId id = id(tenant.id(), "charge");
            caller(id).runs().completes();
            there.add(id);
            ending.add(caller(id(tenant.id(), "charge")).runs());
        }
        Map<RecordId, Sighting> seen = new HashMap<>();
        Question question = Question.all(SMALL).of(tenant).in(State.COMPLETED, State.IN_PROGRESS);

        Page page = page(question);
        while (page.next().isPresent()) {
            Paging.add(page, seen);
            // Two of every page, so that whoever counts what is gone misses one that stays.
            for (int i = 0; i < 2 && !ending.isEmpty(); i++) {
                ending.remove(0).reaches(Attempt.DOUBT);
                caller(id(tenant.id(), "charge")).runs();
            }
            page = page(question.after(page.next().orElseThrow()));
        }
        Paging.add(page, seen);

        assertThat(seen).containsKeys(there.toArray(RecordId[]::new));
    }

    @Test
    @DisplayName("R36, T1: looking changes nothing")
    void changesNothing() {
        Caller caller = caller();
        Attempt attempt = caller.runs();
        Sighting before = caller.sees();

        pages(Question.all(Question.LARGEST).of(caller.id().tenant()));

        Sightings.assertUnchanged(before, caller.sees());
        attempt.completes();
    }

    private static Standing standingOf(State state) {
        return switch (state) {
            case IN_PROGRESS -> Standing.RUNNING;
            case COMPLETED -> Standing.COMPLETED;
            case FAILED -> Standing.FAILED;
            case IN_DOUBT -> Standing.DOUBTFUL;
            case RELEASED -> Standing.RELEASED;
        };
    }

    /** The lapsed one comes first: time passes for all. */
    private static List<Standing> orderOfArrangement() {
        List<Standing> all = new ArrayList<>(List.of(Standing.values()));
        all.remove(Standing.LAPSED);
        all.add(0, Standing.LAPSED);
        return all;
    }

    private static RecordId id(String tenant, String operation) {
        return new RecordId(new Tenant(tenant), operation, new IdempotencyKey("key-" + Ids.fresh()));
    }

    private Map<RecordId, Sighting> followed(Question question) {
        return Paging.seen(pages(question));
    }

    private List<Page> pages(Question first) {
        return Paging.pages(first, ((Browsable) store())::browse);
    }

    private Page page(Question question) {
        return Await.answer(((Browsable) store()).browse(question));
    }
}
