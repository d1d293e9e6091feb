// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import java.util.Collection;
import java.util.Optional;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.beans.factory.ObjectProvider;

/**
 * The bean that Spring would inject. Where it could not say which is meant, the application does not start: none of them would count
 * then, and somebody believes in each.
 */
final class OnlyOne {

    private OnlyOne() {}

    /** Empty where there is none. The kind is what messages call it, in the plural. */
    static <T> Optional<T> of(ObjectProvider<T> beans, String kind, String action) {
        try {
            return Optional.ofNullable(beans.getIfAvailable());
        } catch (NoUniqueBeanDefinitionException e) {
            throw new SetupException(
                    "There are several " + kind + ", and nobody can tell which is meant: " + names(e) + ".", action, e);
        }
    }

    /** Of several that are primary Spring says it in a sentence alone. */
    private static String names(NoUniqueBeanDefinitionException several) {
        Collection<String> names = several.getBeanNamesFound();
        return names == null || names.isEmpty() ? String.valueOf(several.getMessage()) : String.join(", ", names);
    }
}
