// SPDX-License-Identifier: Apache-2.0
/** For tests of Spring Boot applications. */
@NullMarked
package dev.semel.spring.test;

import org.jspecify.annotations.NullMarked;
