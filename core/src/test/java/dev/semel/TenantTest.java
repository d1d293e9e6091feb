// SPDX-License-Identifier: Apache-2.0
package dev.semel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TenantTest {

    @ParameterizedTest
    @ValueSource(strings = {"a", "acct_42", "Łódź 7", "東京", "\uD83D\uDE00"})
    @DisplayName("any well-formed text may name a tenant")
    void good(String id) {
        assertThat(new Tenant(id).id()).isEqualTo(id);
    }

    @Test
    @DisplayName("R23: tenants are compared exactly")
    void equality() {
        assertThat(new Tenant("acme")).isEqualTo(new Tenant("acme")).hasSameHashCodeAs(new Tenant("acme"));
        assertThat(new Tenant("acme"))
                .isNotEqualTo(new Tenant("Acme"))
                .isNotEqualTo(new Tenant("acme "))
                .isNotEqualTo(new Tenant("acmé"));
        assertThat(new Tenant("\u00e9")).as("composed and decomposed").isNotEqualTo(new Tenant("e\u0301"));
        assertThat(Tenant.sole()).isEqualTo(new Tenant("sole"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", " \u2003 "})
    @DisplayName("a blank id is refused, with a word on what to use")
    void blank(String id) {
        assertThatExceptionOfType(InvalidValueException.class)
                .isThrownBy(() -> new Tenant(id))
                .withMessageContaining("1 to 255 characters")
                .withMessageContaining("account, user or merchant id");
    }

    @Test
    @DisplayName("R27: an id that is too long is refused by its length, and not shown")
    void tooLong() {
        assertThat(new Tenant("x".repeat(255)).id()).hasSize(255);
        assertThatExceptionOfType(InvalidValueException.class)
                .isThrownBy(() -> new Tenant("secret".repeat(50)))
                .withMessageContaining("this one has 300")
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("secret"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "secret\ud800",
                "\udc00secret",
                "secret\udc00\ud800",
                "secret\ud800x",
                "secret\u0000",
                "secret\n",
                "secret\u007f",
                "\u0085secret"
            })
    @DisplayName("R23, R27: lone surrogates and control characters are refused: in UTF-8 two tenants could become one")
    void malformed(String id) {
        assertThatExceptionOfType(InvalidValueException.class)
                .isThrownBy(() -> new Tenant(id))
                .withMessageContaining("well-formed text without control characters")
                .withMessageContaining("encode binary ids")
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("secret"));
    }

    @Test
    @DisplayName("R27: its text does not show the id")
    void text() {
        assertThat(new Tenant("secret").toString()).isEqualTo("Tenant[…]");
    }
}
