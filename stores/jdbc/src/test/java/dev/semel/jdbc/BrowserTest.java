// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.servers.Postgres;
import dev.semel.spi.Browsable.Page;
import dev.semel.spi.Browsable.Question;
import dev.semel.state.RecordId;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Who looks through the records")
class BrowserTest {

    private static final int REST = 19;
    private static final Duration SHORTEST_REST = Duration.ofMillis(50);

    private record Stretch(long begin, long end) {}

    /** Each page is so many looks; used by one thread after the other, since pages are. */
    private final List<Stretch> looks = new ArrayList<>();

    @Test
    @DisplayName("R36: leaves the database to the claims between two pages, however fast they are asked for")
    void restsBetweenPages() {
        assertThat(pages(4, 1, Duration.ofMillis(4)))
                .hasSize(4)
                .allSatisfy(page -> assertThat(page.looked()).isEqualTo(1));
        assertRested(4, Duration.ofMillis(4).multipliedBy(REST));
    }

    @Test
    @DisplayName("R36: rests between two looks of a page, and no less where they are short")
    void restsWithinAPage() {
        assertThat(pages(1, 3, Duration.ZERO))
                .singleElement()
                .satisfies(page -> assertThat(page.looked()).isEqualTo(3));
        assertRested(3, SHORTEST_REST);
    }

    @Test
    @DisplayName("R29: and gives up holds nobody up, and lets nobody pass")
    void givesUp() {
        Dialect dialect = dialect(1, Duration.ofMillis(4));
        try (HikariDataSource pool = Postgres.server().pool(1);
                Crew crew = new Crew(pool, 1, Duration.ofMinutes(1))) {
            Browser browser = new Browser(dialect, crew);
            browser.browse(Question.all(1)).cancel(false);
            Commands.now(browser.browse(Question.all(1)));
        }
        assertRested(2, Duration.ofMillis(4).multipliedBy(REST));
    }

    @Test
    @DisplayName("R7, R36: misses nothing when a look has to be tried again")
    void triedAgain() {
        RecordId id = Commands.freshId();
        AtomicInteger finds = new AtomicInteger();
        Dialect dialect = (Dialect) Proxy.newProxyInstance(
                Dialect.class.getClassLoader(), new Class<?>[] {Dialect.class}, (proxy, method, args) -> {
                    if (method.getName().equals("survey")) {
                        boolean first = ((Optional<?>) args[2]).isEmpty();
                        Place place = new Place(1, "a", "b", "c");
                        return new Part(first ? List.of(new Part.Spot(id, place, 1)) : List.of(), Optional.empty(), 1);
                    }
                    if (finds.incrementAndGet() == 1) {
                        throw new SQLException("again", "40001");
                    }
                    return List.of(new Reply.Answered<>(Optional.empty()));
                });
        try (HikariDataSource pool = Postgres.server().pool(1);
                Crew crew = new Crew(pool, 1, Duration.ofMinutes(1))) {
            Commands.now(new Browser(dialect, crew).browse(Question.all(5)));
        }
        assertThat(finds).as("looks for the record").hasValue(2);
    }

    private void assertRested(int count, Duration rest) {
        assertThat(looks).hasSize(count);
        for (int i = 1; i < looks.size(); i++) {
            assertThat(looks.get(i).begin() - looks.get(i - 1).end())
                    .as("rest before look " + (i + 1))
                    .isGreaterThanOrEqualTo(rest.toNanos());
        }
    }

    private List<Page> pages(int count, int parts, Duration work) {
        try (HikariDataSource pool = Postgres.server().pool(1);
                Crew crew = new Crew(pool, 1, Duration.ofMinutes(1))) {
            Browser browser = new Browser(dialect(parts, work), crew);
            List<CompletableFuture<Page>> asked = Stream.generate(() -> browser.browse(Question.all(1)))
                    .limit(count)
                    .toList();
            return asked.stream().map(Commands::now).toList();
        }
    }

    /** A table of so many parts, in which nothing is wanted. */
    private Dialect dialect(int parts, Duration work) {
        return (Dialect) Proxy.newProxyInstance(
                Dialect.class.getClassLoader(),
                new Class<?>[] {Dialect.class},
                (proxy, method, args) -> look(parts, work));
    }

    private Part look(int parts, Duration work) {
        long begin = System.nanoTime();
        while (System.nanoTime() - begin < work.toNanos()) {
            LockSupport.parkNanos(work.toNanos());
        }
        looks.add(new Stretch(begin, System.nanoTime()));
        Place place = new Place(looks.size(), "a", "b", "c");
        return new Part(List.of(), looks.size() % parts == 0 ? Optional.empty() : Optional.of(place), 1);
    }
}
