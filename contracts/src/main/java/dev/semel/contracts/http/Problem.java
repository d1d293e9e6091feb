// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An answer that is a problem in the sense of RFC 9457, with its members.
 *
 * @param seen the answer
 * @param members its members, as text
 */
record Problem(Seen seen, Map<String, String> members) {

    private static final String TEXT = "\"((?:[^\"\\\\]|\\\\.)*)\"";
    private static final Pattern MEMBER =
            Pattern.compile("\\G[{,]\\s*" + TEXT + "\\s*:\\s*(?:" + TEXT + "|(\\d+))\\s*");

    /** Reads the answer; anything that is no whole problem fails. */
    static Problem of(Seen seen) {
        assertThat(seen.header("Content-Type"))
                .as("media type of %s", seen)
                .hasValueSatisfying(type -> assertThat(type).startsWith("application/problem+json"));
        Map<String, String> members = new LinkedHashMap<>();
        Matcher member = MEMBER.matcher(seen.text());
        int end = 0;
        while (member.find()) {
            members.put(member.group(1), member.group(2) == null ? member.group(3) : member.group(2));
            end = member.end();
        }
        assertThat(seen.text().substring(end).strip()).as("the end of %s", seen).isEqualTo("}");
        assertThat(members.keySet()).as("members of %s", seen).contains("type", "title", "status", "detail", "code");
        assertThat(members.get("status")).as("the status inside of %s", seen).isEqualTo("" + seen.status());
        return new Problem(seen, members);
    }

    int status() {
        return seen.status();
    }

    String code() {
        return members.getOrDefault("code", "");
    }

    String type() {
        return members.getOrDefault("type", "");
    }

    /** It passes, and says when: a whole number of seconds, at least one. */
    Problem passes() {
        assertThat(seen.header("Retry-After"))
                .as("Retry-After of %s", seen)
                .hasValueSatisfying(
                        seconds -> assertThat(Integer.parseInt(seconds)).isPositive());
        return this;
    }

    /** It does not pass by waiting, and does not say so. */
    Problem stays() {
        assertThat(seen.header("Retry-After")).as("Retry-After of %s", seen).isEmpty();
        return this;
    }
}
