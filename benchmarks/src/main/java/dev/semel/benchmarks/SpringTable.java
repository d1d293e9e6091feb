// SPDX-License-Identifier: Apache-2.0
package dev.semel.benchmarks;

import dev.semel.spring.Idempotent;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/**
 * What the Spring Boot starter costs: the start of an application with it and without its jars, and the throughput of a trivial MVC
 * endpoint on Tomcat over the in-memory store, with it and without its jars. Each application is a process of its own, and they
 * take turns: in one process each would run through code that was compiled for both. Prints both and fails when a bar is missed. It has to
 * be run from separate jars: see {@code ./semel bench-spring}.
 *
 * <p>Arguments: starts of each kind (9), rounds (12), seconds of each part (1) and callers (16).
 */
public final class SpringTable {

    private static final long START_BAR = 150;
    private static final double BAR = 0.85;

    /** Of both sides together. Beside sixteen callers on two cores the compiler gets on slowly: after half a minute it was still at it. */
    private static final Duration WARM_UP = Duration.ofMinutes(2);

    private SpringTable() {}

    /** The trivial endpoint. */
    @RestController
    static class Charges {

        @PostMapping("/charges")
        @ResponseStatus(HttpStatus.CREATED)
        @Idempotent("charges.create")
        String charge(@RequestBody String order) {
            return order;
        }
    }

    /** An application that only this file knows. */
    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(Charges.class)
    static class Application {}

    /** An application that starts, says when and where, and ends; it knows nothing of the starter. */
    static final class Start {

        private Start() {}

        /** An endpoint without the annotation, which may not be there. */
        @RestController
        static class Plain {

            @PostMapping("/charges")
            @ResponseStatus(HttpStatus.CREATED)
            String charge(@RequestBody String order) {
                return order;
            }
        }

        @Configuration(proxyBeanMethods = false)
        @EnableAutoConfiguration
        @Import(Plain.class)
        static class PlainApplication {}

        public static void main(String[] args) throws IOException {
            run(PlainApplication.class, args);
        }

        /** Until nobody is at the other end any more. */
        static void run(Class<?> application, String... args) throws IOException {
            try (ConfigurableApplicationContext started = SpringApplication.run(application, args)) {
                long took = ManagementFactory.getRuntimeMXBean().getUptime();
                System.out.println(
                        "ready " + took + " " + started.getEnvironment().getProperty("local.server.port"));
                System.in.read();
            }
        }
    }

    /** The application with the protected endpoint. */
    static final class Protected {

        private Protected() {}

        public static void main(String[] args) throws IOException {
            Start.run(Application.class, args);
        }
    }

    public static void main(String[] args) throws Exception {
        int starts = args.length > 0 ? Integer.parseInt(args[0]) : 9;
        int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 12;
        Duration part = Duration.ofSeconds(args.length > 2 ? Integer.parseInt(args[2]) : 1);
        int callers = args.length > 3 ? Integer.parseInt(args[3]) : 16;
        boolean quick = starts == 0 || startUp(starts);
        boolean held = rounds == 0 || throughput(rounds, part, callers);
        System.exit(quick && held ? 0 : 1);
    }

    private static boolean startUp(int starts) throws Exception {
        String all = System.getProperty("java.class.path");
        String without = without();
        start(without);
        start(all);
        List<Long> bare = new ArrayList<>();
        List<Long> ours = new ArrayList<>();
        for (int i = 0; i < starts; i++) {
            if (i % 2 == 0) {
                bare.add(start(without));
                ours.add(start(all));
            } else {
                ours.add(start(all));
                bare.add(start(without));
            }
        }
        // Of neighbours, as everywhere here: how fast the machine is changes from minute to minute.
        long difference = Math.round(Median.of(IntStream.range(0, starts).mapToDouble(i -> ours.get(i) - bare.get(i))));
        System.out.println("| start-up | without the starter | with it | more | bar |\n|---|---|---|---|---|");
        System.out.printf(
                "| median of %d, ms; more: of neighbours | %d | %d | %d | at most %d |%n",
                starts, median(bare), median(ours), difference, START_BAR);
        return difference <= START_BAR;
    }

    private static String without() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .filter(entry -> !isOurs(entry))
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** Everything of Semel's, a jar or a folder of classes, but for these benchmarks themselves. */
    private static boolean isOurs(String entry) {
        Path classes = Path.of(entry).resolve("dev").resolve("semel");
        String name = entry.substring(entry.lastIndexOf(File.separatorChar) + 1);
        boolean ours = name.startsWith("semel-") || Files.isDirectory(classes);
        return ours && !Files.isDirectory(classes.resolve("benchmarks"));
    }

    private static long median(List<Long> times) {
        return Math.round(Median.of(times, Long::doubleValue));
    }

    private static long start(String classPath) throws Exception {
        try (Server server = Server.start(Start.class, classPath, List.of(), List.of())) {
            return server.took;
        }
    }

    /** The in-memory store holds 100,000 records: they have to go as fast as they come. */
    private static boolean throughput(int rounds, Duration part, int callers) throws Exception {
        List<String> brief = List.of(
                "--semel.http.tenants=sole",
                "--semel.purge-every=1s",
                "--semel.operations[charges.create].in-doubt=rerun",
                "--semel.operations[charges.create].retention=2s",
                "--semel.operations[charges.create].lease=2s",
                "--semel.operations[charges.create].completion-wait=1s");
        // A heap that does not grow while it is measured.
        List<String> heap = List.of("-Xms2g", "-Xmx2g");
        try (Server without = Server.start(Start.class, without(), heap, List.of());
                Server with = Server.start(Protected.class, System.getProperty("java.class.path"), heap, brief)) {
            return compare(rounds, part, callers, without, with);
        }
    }

    private static boolean compare(int rounds, Duration part, int callers, Server bare, Server kept) throws Exception {
        for (long i = 0; i < WARM_UP.dividedBy(part) / 2; i++) {
            Part.of(callers, part, bare);
            Part.of(callers, part, kept);
        }
        List<Part> without = new ArrayList<>();
        List<Part> with = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            // By turns, so that neither side always has what the other left behind: records to be purged, for one.
            if (round % 2 == 0) {
                without.add(Part.of(callers, part, bare));
                with.add(Part.of(callers, part, kept));
            } else {
                with.add(Part.of(callers, part, kept));
                without.add(Part.of(callers, part, bare));
            }
        }
        return report(callers, without, with);
    }

    private static boolean report(int callers, List<Part> without, List<Part> with) {
        double ratio = Median.ofRatios(with, without, Part::perSecond);
        System.out.println("| callers | without the starter | with it | ratio | bar |\n|---|---|---|---|---|");
        System.out.printf(
                "| %d, requests/s | %,.0f | %,.0f | %.2f | at least %s |%n",
                callers, Median.of(without, Part::perSecond), Median.of(with, Part::perSecond), ratio, BAR);
        System.out.printf(
                "| µs of the server's processor time for each | %.1f | %.1f | | – |%n",
                Median.of(without, Part::micros), Median.of(with, Part::micros));
        return ratio >= BAR;
    }

    /**
     * A part of the load.
     *
     * @param perSecond requests
     * @param micros the server's processor time for each of them
     */
    private record Part(double perSecond, double micros) {

        static Part of(int callers, Duration time, Server server) throws Exception {
            Duration before = server.processorTime();
            Load load = Load.ofThreads(callers, time, server.clients::post);
            double spent = server.processorTime().minus(before).toNanos() / 1e3;
            return new Part(load.perSecond(), spent / (load.perSecond() * time.toSeconds()));
        }
    }

    /**
     * An application in a process of its own.
     *
     * @param process which one
     * @param took milliseconds until it was ready
     * @param clients of its port
     */
    private record Server(Process process, long took, WireClients clients) implements AutoCloseable {

        private static final List<String> SETTINGS = List.of(
                "--server.port=0",
                "--server.address=127.0.0.1",
                "--server.tomcat.max-keep-alive-requests=-1",
                "--spring.main.banner-mode=off",
                "--logging.level.root=off",
                "--semel.development-mode=true");

        static Server start(Class<?> main, String classPath, List<String> options, List<String> settings)
                throws IOException {
            List<String> command = new ArrayList<>();
            command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
            command.addAll(options);
            command.addAll(List.of("-cp", classPath, main.getName()));
            command.addAll(SETTINGS);
            command.addAll(settings);
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            StringBuilder said = new StringBuilder();
            BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                said.append(line).append('\n');
                if (line.startsWith("ready ")) {
                    String[] words = line.split(" ", -1);
                    drain(lines);
                    return new Server(process, Long.parseLong(words[1]), new WireClients(Integer.parseInt(words[2])));
                }
            }
            throw new IllegalStateException("it did not start: " + said);
        }

        /** Whatever else it says must not fill the pipe and stop it. */
        private static void drain(BufferedReader lines) {
            Thread reader = new Thread(() -> lines.lines().forEach(line -> {}));
            reader.setDaemon(true);
            reader.start();
        }

        Duration processorTime() {
            return process.info().totalCpuDuration().orElseThrow();
        }

        @Override
        public void close() throws IOException {
            try {
                clients.close();
            } finally {
                process.getOutputStream().close();
            }
            process.onExit().completeOnTimeout(process, 1, TimeUnit.MINUTES).join();
            process.destroyForcibly();
        }
    }
}
