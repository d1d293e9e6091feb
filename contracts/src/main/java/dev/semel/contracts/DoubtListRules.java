// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts;

import static dev.semel.contracts.Caller.LEASE;
import static dev.semel.contracts.Caller.RETENTION;
import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.IdempotencyKey;
import dev.semel.Tenant;
import dev.semel.spi.Browsable.Page;
import dev.semel.spi.Browsable.Question;
import dev.semel.spi.DoubtList;
import dev.semel.spi.Settleable;
import dev.semel.state.RecordId;
import dev.semel.state.Settle;
import dev.semel.state.Sighting;
import dev.semel.state.State;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What waits for somebody's decision is found at once, and nothing else is shown as such. */
abstract class DoubtListRules extends StoreRules {

    private static final int SMALL = 5;
    private static final int MANY = 200;

    @Test
    @DisplayName("R16, R36: a record in doubt is found among many others without a look at those, and as it is")
    void foundAtOnce() {
        Caller caller = caller();
        caller.runs().reaches(Attempt.DOUBT);
        IntStream.range(0, MANY).forEach(i -> caller().runs().completes());

        List<Page> pages = pages(Question.all(SMALL));

        Map<RecordId, Sighting> seen = Paging.seen(pages);
        Sighting shown = Optional.ofNullable(seen.get(caller.id()))
                .orElseThrow(() -> new AssertionError("a record in doubt was not shown"));
        Sightings.assertUnchanged(caller.sees(), shown);
        assertThat(pages.stream().mapToInt(Page::looked).sum())
                .as("records that were looked at")
                .isLessThan(MANY);
    }

    @Test
    @DisplayName(
            "R4, R16, R36: a doubt is listed however it began: told, under HOLD, or left by who did nothing after another one")
    void howeverItBegan() {
        Caller told = caller();
        told.runs().reaches(Attempt.DOUBT);
        Caller held = caller();
        held.runs().endsInHeldDoubt();
        Caller released = caller();
        released.runs().reaches(Attempt.DOUBT);
        released.rival().runs().reaches(Attempt.RELEASE);
        Caller abandoned = caller();
        abandoned.runs().reaches(Attempt.DOUBT);
        Caller second = abandoned.rival();
        second.runs();
        assertThat(second.abandons()).isTrue();

        assertThat(listed()).contains(told.id(), held.id(), released.id(), abandoned.id());
    }

    @Test
    @DisplayName("R16, R36: an attempt whose lease has lapsed is listed once a retry was told to hold")
    void heldAfterALapse() {
        Caller caller = caller();
        caller.runs();
        elapse(LEASE.plusMinutes(1));

        caller.rival().onHold().isHeld();

        assertThat(listed()).contains(caller.id());
        caller.rival().runs();
        assertThat(listed()).doesNotContain(caller.id());
    }

    @Test
    @DisplayName(
            "R16, R36: an attempt whose lease has lapsed is listed once somebody has come by it, also if no retry ever comes")
    void foundAfterALapse() {
        Caller caller = caller();
        caller.runs();
        elapse(LEASE.plusMinutes(1));
        Question question = Question.all(SMALL).of(caller.id().tenant());

        assertThat(Paging.pages(question, ((DoubtList) store())::browse)).isNotEmpty();

        assertThat(listed()).contains(caller.id());
    }

    @ParameterizedTest(name = "R36: a record {0} is listed if it is in doubt, and else it is not")
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "LAPSED")
    void onlyDoubts(Standing standing) {
        Caller caller = caller();
        standing.arrange(caller, harness());

        assertThat(listed().contains(caller.id())).isEqualTo(standing == Standing.DOUBTFUL);
    }

    static List<Settle.Verdict> verdicts() {
        return List.of(Settler.HAPPENED, Settler.DID_NOT_HAPPEN, Settler.RERUN);
    }

    @ParameterizedTest(name = "R16, R36: what is settled ({0}) is not listed any more")
    @MethodSource("verdicts")
    void settled(Settle.Verdict verdict) {
        Caller caller = caller();
        Sighting seen = caller.runs().endsInHeldDoubt();

        Settler.of((Settleable) store(), seen.record(), verdict).settles();

        assertThat(listed()).doesNotContain(caller.id());
    }

    @Test
    @DisplayName(
            "R10, R16, R36: what a retry took over, or its own attempt has saved after all, is not listed any more")
    void endedOtherwise() {
        Caller taken = caller();
        taken.runs().reaches(Attempt.DOUBT);
        taken.rival().runs();
        Caller saved = caller();
        Attempt late = saved.runs();
        late.reaches(Attempt.DOUBT);
        late.completes();

        assertThat(listed()).doesNotContain(taken.id(), saved.id());
    }

    @Test
    @DisplayName("R5, R36: what has expired is not listed any more, also where its key is used anew")
    void expired() {
        Caller gone = caller();
        gone.runs().reaches(Attempt.DOUBT);
        Caller used = caller();
        used.runs().reaches(Attempt.DOUBT);
        Caller again = caller();
        again.runs().reaches(Attempt.DOUBT);
        elapse(RETENTION.plus(LEASE));
        used.rival().runs().completes();
        again.rival().runs().reaches(Attempt.DOUBT);

        assertThat(listed()).doesNotContain(gone.id(), used.id()).contains(again.id());
    }

    @Test
    @DisplayName("R5, R16, R36: a held doubt is listed for as long as nobody settles it")
    void heldStays() {
        Caller caller = caller();
        caller.runs().endsInHeldDoubt();

        elapse(RETENTION.multipliedBy(3));

        assertThat(listed()).contains(caller.id());
    }

    @Test
    @DisplayName("R23, R36: only those of the tenant, the operation and the states that are asked for are shown")
    void byOwner() {
        String name = Ids.fresh();
        RecordId wanted = id("tenant-" + name, "charge." + name);
        RecordId otherTenant = id("tenant-" + name + "2", "charge." + name);
        RecordId otherOperation = id("tenant-" + name, "refund." + name);
        List.of(wanted, otherTenant, otherOperation)
                .forEach(id -> caller(id).runs().reaches(Attempt.DOUBT));
        Question all = Question.all(SMALL);

        assertThat(Paging.seen(pages(all.of(wanted.tenant())))).containsOnlyKeys(wanted, otherOperation);
        assertThat(Paging.seen(pages(all.of(wanted.operation())))).containsOnlyKeys(wanted, otherTenant);
        assertThat(Paging.seen(pages(all.of(wanted.tenant()).in(State.IN_PROGRESS))))
                .isEmpty();
    }

    @Test
    @DisplayName(
            "R29, R36: pages are about as large as was asked for, and show all that is listed, whoever leaves between them")
    void bounded() {
        List<Attempt> leaving = new ArrayList<>();
        Set<RecordId> staying = new HashSet<>();
        for (int i = 0; i < 5 * SMALL; i++) {
            Caller stays = caller();
            stays.runs().reaches(Attempt.DOUBT);
            staying.add(stays.id());
            Attempt leaves = caller().runs();
            leaves.reaches(Attempt.DOUBT);
            leaving.add(leaves);
        }
        Set<RecordId> seen = new HashSet<>();
        List<Page> pages = new ArrayList<>();

        Page page = page(Question.all(SMALL));
        pages.add(page);
        while (page.next().isPresent()) {
            // Two of every page, so that whoever counts what is gone misses one that stays.
            for (int i = 0; i < 2 && !leaving.isEmpty(); i++) {
                leaving.remove(0).completes();
            }
            page = page(Question.all(SMALL).after(page.next().orElseThrow()));
            pages.add(page);
        }
        pages.forEach(
                shown -> shown.found().forEach(one -> seen.add(one.record().id())));

        assertThat(pages).hasSizeGreaterThan(3);
        assertThat(pages).allMatch(shown -> shown.found().size() <= 4 * SMALL);
        assertThat(seen).containsAll(staying);
    }

    @Test
    @DisplayName("R36, T1: looking at the list changes no record, and takes nothing off it")
    void changesNothing() {
        Caller caller = caller();
        Sighting before = caller.runs().reaches(Attempt.DOUBT);

        listed();

        Sightings.assertUnchanged(before, caller.sees());
        assertThat(listed()).contains(caller.id());
    }

    private static RecordId id(String tenant, String operation) {
        return new RecordId(new Tenant(tenant), operation, new IdempotencyKey("key-" + Ids.fresh()));
    }

    private Set<RecordId> listed() {
        return Paging.seen(pages(Question.all(SMALL))).keySet();
    }

    private List<Page> pages(Question first) {
        return Paging.pages(first, ((DoubtList) store())::doubts);
    }

    private Page page(Question question) {
        return Await.answer(((DoubtList) store()).doubts(question));
    }
}
