// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import dev.semel.servers.Database;
import net.jqwik.api.lifecycle.LifecycleContext;
import net.jqwik.api.lifecycle.SkipExecutionHook;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/** The MySQL server that {@code SEMEL_MYSQL_URL} names; the build has none of its own, and says so instead of passing. */
final class MySql implements ExecutionCondition, SkipExecutionHook {

    private static final String URL = "SEMEL_MYSQL_URL";
    private static final String MISSING = "MySQL is UNPROVEN in this run: no server is named by " + URL
            + " (a jdbc:mariadb: URL with user and password)";

    static Database server() {
        return new Database(System.getenv(URL), null, null);
    }

    private static boolean isMissing() {
        return System.getenv(URL) == null;
    }

    private static String said() {
        System.out.println(MISSING);
        return MISSING;
    }

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        // The answer for a class holds for what is in it.
        if (context.getParent().flatMap(ExtensionContext::getTestClass).isPresent()
                || context.getTestClass().isEmpty()) {
            return ConditionEvaluationResult.enabled("decided for the class");
        }
        return isMissing()
                ? ConditionEvaluationResult.disabled(said())
                : ConditionEvaluationResult.enabled("there is a server");
    }

    @Override
    public SkipResult shouldBeSkipped(LifecycleContext context) {
        return isMissing() ? SkipResult.skip(said()) : SkipResult.doNotSkip();
    }
}
