// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.test;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.context.annotation.Import;
import org.springframework.test.context.TestPropertySource;

/**
 * On a test's class, beside {@code @SpringBootTest}: records are kept in memory, whatever the application has, and the time of
 * the store and of the engine stands still until the test moves it, with {@link dev.semel.testkit.ManualTime} as a bean. So a
 * lease lapses and a record expires without waiting (R40).
 *
 * <pre>{@code
 * @SpringBootTest
 * @AutoConfigureMockMvc
 * @SemelTest
 * class ChargesTest {
 *
 *     @Test
 *     void aRetryChargesNobodyTwice(@Autowired MockMvc mvc) {
 *         MvcRunsOnce.assertRunsOnce(mvc, post("/v1/charges").content("{\"amount\": 100}"));
 *     }
 * }
 * }</pre>
 *
 * <p>Operations that are transactional need their database: leave it out in their tests.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@Import(SemelTestConfiguration.class)
@TestPropertySource(properties = "semel.development-mode=true")
public @interface SemelTest {}
