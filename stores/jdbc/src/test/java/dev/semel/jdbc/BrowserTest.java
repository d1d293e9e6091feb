// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.servers.Postgres;
import dev.semel.spi.Browsable.Page;
import dev.semel.spi.Browsable.Question;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Who looks through the records")
class BrowserTest {

    private static final long WORK = Duration.ofMillis(4).toNanos();
    private static final int REST = 19;

    private record Stretch(long begin, long end) {}

    /** Each page is one look; used by one thread after the other, since pages are. */
    private final List<Stretch> looks = new ArrayList<>();

    @Test
    @DisplayName("R36: leaves the database to the claims between two pages, however fast they are asked for")
    void restsBetweenPages() {
        Dialect dialect = (Dialect) Proxy.newProxyInstance(
                Dialect.class.getClassLoader(), new Class<?>[] {Dialect.class}, (proxy, method, args) -> look());
        List<Page> pages;
        try (HikariDataSource pool = Postgres.server().pool(1);
                Crew crew = new Crew(pool, 1, Duration.ofMinutes(1))) {
            Browser browser = new Browser(dialect, crew);
            List<CompletableFuture<Page>> asked = Stream.generate(() -> browser.browse(Question.all(1)))
                    .limit(4)
                    .toList();
            pages = asked.stream().map(Commands::now).toList();
        }

        assertThat(pages)
                .hasSize(4)
                .allSatisfy(page -> assertThat(page.looked()).isEqualTo(1));
        assertThat(looks).hasSize(4);
        for (int i = 1; i < looks.size(); i++) {
            assertThat(looks.get(i).begin() - looks.get(i - 1).end())
                    .as("rest before page " + (i + 1))
                    .isGreaterThanOrEqualTo(REST * WORK);
        }
    }

    private Part look() {
        long begin = System.nanoTime();
        while (System.nanoTime() - begin < WORK) {
            LockSupport.parkNanos(WORK);
        }
        looks.add(new Stretch(begin, System.nanoTime()));
        return new Part(List.of(), Optional.empty(), 1);
    }
}
