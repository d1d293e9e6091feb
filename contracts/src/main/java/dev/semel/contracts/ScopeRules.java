// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Fingerprint;
import dev.semel.IdempotencyKey;
import dev.semel.Tenant;
import dev.semel.state.Finish;
import dev.semel.state.OnDoubt;
import dev.semel.state.RecordId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Identity is (tenant, operation, key), compared exactly: no collation, no folding, no joining of strings. */
abstract class ScopeRules extends StoreRules {

    private static final String VISIBLE_ASCII = visibleAscii();

    @Test
    @DisplayName("R23: tenants never see each other's records, and operations do not either")
    void separate() {
        Caller caller = caller();
        caller.runs().completes();
        RecordId id = caller.id();
        RecordId otherTenant = new RecordId(new Tenant("tenant-" + Ids.fresh()), id.operation(), id.key());
        RecordId otherOperation = new RecordId(id.tenant(), "contract.refund", id.key());

        for (RecordId other : List.of(otherTenant, otherOperation)) {
            Caller stranger = caller(other);
            assertThat(stranger.finds()).isEmpty();
            assertThat(stranger.named(caller.claim().claimId()).abandons()).isFalse();
            Finish foreign =
                    new Finish(other, 1, caller.claim().claimId(), Attempt.SUCCESS, Caller.RETENTION, OnDoubt.TAKE);
            assertThat(Await.answer(store().finish(foreign))).isInstanceOf(dev.semel.state.FinishAnswer.Fenced.class);
            assertThat(stranger.asking(Caller.OTHER_PAYLOAD).runs().number()).isEqualTo(1);
        }
        assertThat(caller.rival().replays().saved()).isEqualTo(Attempt.ANSWER);
    }

    @Test
    @DisplayName("R23, T19: keys differ by case")
    void caseOfKeys() {
        assertDistinct(keys("Order-A1b2", "order-a1b2", "ORDER-A1B2", "order-A1b2", "Order-a1B2"));
    }

    @Test
    @DisplayName("R23, T19: tenants and operations differ by case")
    void caseOfTenantsAndOperations() {
        assertDistinct(
                tenants("Acme", "acme", "ACME", "straße", "STRASSE", "Straße", "istanbul", "İstanbul", "ıstanbul"));
        assertDistinct(operations("charges.create", "Charges.create", "CHARGES.CREATE", "charges.Create"));
    }

    @Test
    @DisplayName("R23: blanks count: at the end or start of a tenant, within a tenant or an operation")
    void blanks() {
        assertDistinct(tenants(
                "acme", "acme ", "acme  ", "ac me", "ac  me", "acme\u00a0", "acme\u2003", "acme\u200b", "acme\ufeff"));
        String fresh = Ids.fresh();
        assertDistinct(List.of(id(fresh, "op", "k"), id(" " + fresh, "op", "k"), id("  " + fresh, "op", "k")));
        assertDistinct(operations("charges create", "charges  create", "chargescreate"));
    }

    @Test
    @DisplayName("R23: a prefix is another id, and so is one more character")
    void prefixes() {
        assertDistinct(keys("a", "aa", "aaa", "aaaa", "aaa0", "0aaa", "0", "00", "1e3", "1000", "01", "1"));
        assertDistinct(tenants("acme", "acme1", "acme10", "acm", "acme.", "acme\\"));
    }

    @Test
    @DisplayName("R23, R24: a key of 255 characters counts to its last one")
    void longKeys() {
        String longest = "k".repeat(254);
        assertDistinct(keys(longest + "a", longest + "b", longest + "A", longest, "j" + longest));
    }

    @Test
    @DisplayName("R23: a tenant of 255 characters, of any script, counts to its last one; so does a long operation")
    void longTenants() {
        String fresh = Ids.fresh();
        for (String letter : List.of("t", "é", "中", "\ud83d\ude00")) {
            String filling = letter.repeat((253 - fresh.length()) / letter.length());
            assertDistinct(List.of(
                    id(fresh + filling, "op", "k"),
                    id(fresh + filling + "a", "op", "k"),
                    id(fresh + filling + "é", "op", "k")));
        }
        String operation = "o".repeat(199);
        assertDistinct(operations(operation + "1", operation + "2", operation));
    }

    @Test
    @DisplayName("R23, R24: every visible ASCII character is a key of its own, and all of them are one")
    void everyVisibleCharacter() {
        String[] single = VISIBLE_ASCII.chars().mapToObj(Character::toString).toArray(String[]::new);
        assertThat(single).hasSize(94);
        assertDistinct(keys(single));
        assertDistinct(
                keys(VISIBLE_ASCII, new StringBuilder(VISIBLE_ASCII).reverse().toString()));
    }

    @Test
    @DisplayName("R23: characters that mean something to a store mean nothing in an id")
    void specialCharacters() {
        assertDistinct(keys(
                "%",
                "_", "a%", "a_c", "abc", "'--", "''", "\"", "\\", "\\\\", "\\'", "{a}b", "{a}c", "a:b", "a::b", "a*",
                "a?", "[a]", "$a", "a.b", "null", "NULL", "nil", "\\0", "\\u0000", "%00", "&amp;", "&", "#", "?"));
        assertDistinct(
                operations("charges.create", "charges_create", "charges%create", "charges:create", "a'b", "a\"b"));
    }

    @Test
    @DisplayName("R23: letters that look alike, or are equal for people, are different tenants")
    void unicode() {
        // composed, decomposed, without its accent, capital
        assertDistinct(tenants("caf\u00e9", "cafe\u0301", "cafe", "caf\u00c9"));
        // Latin, Cyrillic, full width, mathematical
        assertDistinct(tenants("acme", "\u0430cme", "\uff41cme", "\ud835\udc1acme"));
        // ligatures and what they stand for
        assertDistinct(tenants("fi", "\ufb01", "ae", "\u00e6", "ss", "\u00df"));
        // digits, raised, Arabic, circled
        assertDistinct(tenants("1", "\u00b9", "\u0661", "\u2460"));
        // two sigmas; Angstrom sign, letter, and letter with ring; with and without a variation selector
        assertDistinct(tenants("\u03c3", "\u03c2", "\u212b", "\u00c5", "A\u030a", "\u2764", "\u2764\ufe0f"));
    }

    @Test
    @DisplayName("R23: ids whose parts, joined, read the same are different ids")
    void joinedParts() {
        String fresh = Ids.fresh();
        assertDistinct(List.of(
                id(fresh + "ab", "c", "d"),
                id(fresh + "a", "bc", "d"),
                id(fresh + "a", "b", "cd"),
                id(fresh, "ab", "cd"),
                id(fresh + "abc", "d", "d"),
                id(fresh + "ab", "cd", "d")));
        for (String separator :
                List.of(":", "/", "|", ".", ",", "#", "-", "_", "\\", "::", "%3A", "\"", "'", "}", "{")) {
            String tenant = Ids.fresh();
            assertDistinct(List.of(
                    id(tenant + separator + "a", "b", "c"),
                    id(tenant, "a" + separator + "b", "c"),
                    id(tenant, "a", "b" + separator + "c"),
                    id(tenant, "a" + separator + "b" + separator + "c", "c"),
                    id(tenant + separator, "a", "b" + separator + "c")));
        }
    }

    /** All are claimed with payloads of their own, completed with answers of their own, and found again. */
    private void assertDistinct(List<RecordId> ids) {
        for (RecordId id : ids) {
            assertThat(ofItsOwn(id).runs().number()).isEqualTo(1);
        }
        for (RecordId id : ids) {
            Caller caller = ofItsOwn(id).named(ofItsOwn(id).sees().record().claimId());
            new Attempt(caller, caller.sees()).completes(Attempt.text(text(id)));
        }
        for (RecordId id : ids) {
            assertThat(ofItsOwn(id).replays().saved()).isEqualTo(Attempt.text(text(id)));
            assertThat(ofItsOwn(id).through(harness().another()).sees().record().id())
                    .isEqualTo(id);
        }
    }

    private Caller ofItsOwn(RecordId id) {
        return caller(id).asking(Fingerprint.of(text(id)));
    }

    private static String text(RecordId id) {
        return id.tenant().id() + "\n" + id.operation() + "\n" + id.key().value();
    }

    private static List<RecordId> keys(String... keys) {
        String tenant = "tenant-" + Ids.fresh();
        return Arrays.stream(keys).map(key -> id(tenant, "op", key)).toList();
    }

    private static List<RecordId> tenants(String... tenants) {
        String fresh = Ids.fresh();
        return Arrays.stream(tenants)
                .map(tenant -> id(fresh + tenant, "op", "k"))
                .toList();
    }

    private static List<RecordId> operations(String... operations) {
        String tenant = "tenant-" + Ids.fresh();
        return Arrays.stream(operations)
                .map(operation -> id(tenant, operation, "k"))
                .toList();
    }

    private static RecordId id(String tenant, String operation, String key) {
        return new RecordId(new Tenant(tenant), operation, new IdempotencyKey(key));
    }

    private static String visibleAscii() {
        List<String> all = new ArrayList<>();
        for (char c = '!'; c <= '~'; c++) {
            all.add(String.valueOf(c));
        }
        return String.join("", all);
    }
}
