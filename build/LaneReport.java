// SPDX-License-Identifier: Apache-2.0
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Prints what a lane executed and fails if it was less than the lane declares.
 *
 * <p>{@code java build/LaneReport.java <lanes.properties> <lane> <exit code of the build> <seconds> <report>...}, where each report
 * is an event file of JUnit's Open Test Reporting at {@code <module>/<build folder>/junit/<number>/}. Tests count for the
 * outermost class that ran them: a contract that two stores inherit counts once for each of them. A lane that took longer
 * than it should is warned about and no more, since the machines that run it are shared.
 */
final class LaneReport {
    private static final int MESSAGE_LINES = 6;
    private static final int FRAMES = 4;

    private final Map<String, Tally> tallies = new TreeMap<>();
    private final List<String> skipped = new ArrayList<>();
    private final List<String> failed = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();

    public static void main(String[] args) throws Exception {
        if (args.length < 4) {
            System.err.println("usage: LaneReport <lanes.properties> <lane> <exit code of the build> <seconds> <report>...");
            System.exit(2);
        }
        LaneReport report = new LaneReport();
        for (String file : List.of(args).subList(4, args.length)) {
            report.read(Path.of(file));
        }
        Properties lanes = load(Path.of(args[0]));
        report.compare(lanes, args[1]);
        report.time(lanes, args[1], Long.parseLong(args[3]));
        if (!args[2].equals("0") && report.failed.isEmpty()) {
            report.problems.add("the build ended with exit code " + args[2] + ", and not because of a test: see above");
        }
        System.exit(report.print(args[1]) ? 0 : 1);
    }

    /** What one class ran; class names of different modules never meet, so one line per class is enough. */
    private static final class Tally {
        final String module;
        int passed;
        int failed;
        int skipped;
        Duration time = Duration.ZERO;

        Tally(String module) {
            this.module = module;
        }

        int executed() {
            return passed + failed;
        }
    }

    /** A test, or a container of tests, that has started. */
    private record Node(String owner, String name, boolean test, boolean top, Instant start) {}

    private void read(Path file) throws Exception {
        Map<String, Node> running = new HashMap<>();
        try (InputStream in = Files.newInputStream(file)) {
            XMLStreamReader xml = XMLInputFactory.newDefaultFactory().createXMLStreamReader(in);
            while (xml.hasNext()) {
                if (xml.next() == XMLStreamReader.START_ELEMENT) {
                    switch (xml.getLocalName()) {
                        case "started" -> started(xml, running);
                        case "finished" -> finished(xml, running, moduleOf(file));
                        default -> {}
                    }
                }
            }
        } catch (XMLStreamException e) {
            problems.add(file + " is cut off: did the test process die?");
        }
        running.values().stream()
                .filter(Node::test)
                .forEach(test -> problems.add(test.owner + " · " + test.name + " started and never finished"));
    }

    private static void started(XMLStreamReader xml, Map<String, Node> running) throws XMLStreamException {
        String id = xml.getAttributeValue(null, "id");
        String name = xml.getAttributeValue(null, "name");
        Instant start = Instant.parse(xml.getAttributeValue(null, "time"));
        String uniqueId = textOf(xml, "uniqueId");
        boolean test = textOf(xml, "type").contains("TEST");
        String[] segments = uniqueId.split("/(?=\\[)");
        // [engine:…]/[class:…]/…: the second segment is the outermost class, whatever nests in it.
        String owner = segments.length < 2 ? uniqueId : segments[1].replaceAll("^\\[[^:]*:|\\]$", "");
        running.put(id, new Node(owner, name, test, segments.length == 2, start));
    }

    private void finished(XMLStreamReader xml, Map<String, Node> running, String module) throws XMLStreamException {
        Node node = running.remove(xml.getAttributeValue(null, "id"));
        Instant end = Instant.parse(xml.getAttributeValue(null, "time"));
        skipTo(xml, "result");
        String status = xml.getAttributeValue(null, "status");
        Tally tally = tallies.computeIfAbsent(node.owner, owner -> new Tally(module));
        if (node.top) {
            tally.time = tally.time.plus(Duration.between(node.start, end));
        }
        String line = node.owner + " · " + node.name;
        // A container counts only when it went wrong or was skipped itself; it then hides an unknown number of tests: one.
        switch (status) {
            case "SUCCESSFUL" -> tally.passed += node.test ? 1 : 0;
            case "SKIPPED" -> {
                tally.skipped++;
                skipped.add(line + (node.test ? "" : " (all of it)"));
            }
            case "ABORTED" -> {
                tally.skipped++;
                skipped.add(line + " (assumption)");
            }
            default -> {
                tally.failed++;
                failed.add(line + cause(xml));
            }
        }
    }

    /** The message and our own frames: enough to know a failure from the last lines of a log, where nothing else is left of a run. */
    private static String cause(XMLStreamReader xml) throws XMLStreamException {
        while (xml.hasNext() && !(xml.next() == XMLStreamReader.END_ELEMENT && xml.getLocalName().equals("finished"))) {
            if (xml.isStartElement() && xml.getLocalName().equals("throwable")) {
                return shortened(xml.getElementText());
            }
        }
        return "";
    }

    private static String shortened(String trace) {
        StringBuilder shown = new StringBuilder();
        int message = 0;
        int frames = 0;
        for (String line : trace.lines().toList()) {
            boolean frame = line.startsWith("\tat ");
            if (frame ? line.contains("dev.semel") && frames++ < FRAMES : message++ < MESSAGE_LINES) {
                shown.append("%n    ".formatted()).append(line.strip());
            }
        }
        return shown.toString();
    }

    private static String textOf(XMLStreamReader xml, String element) throws XMLStreamException {
        skipTo(xml, element);
        return xml.getElementText();
    }

    private static void skipTo(XMLStreamReader xml, String element) throws XMLStreamException {
        do {
            xml.next();
        } while (!xml.isStartElement() || !xml.getLocalName().equals(element));
    }

    /** {@code stores/jdbc/target/junit/42/open-test-report.xml} belongs to {@code stores/jdbc}. */
    private static String moduleOf(Path report) {
        String path = report.normalize().toString().replace('\\', '/');
        return path.replaceFirst("^\\./", "").replaceFirst("/target/.*", "");
    }

    private void compare(Properties lanes, String lane) {
        String total = lanes.getProperty(lane + ".total");
        if (total == null) {
            problems.add("lane " + lane + " declares nothing: add " + lane + ".total=… to lanes.properties");
            return;
        }
        atLeast("lane " + lane, Integer.parseInt(total.trim()), executed());
        String prefix = lane + ".contract.";
        lanes.stringPropertyNames().stream()
                .filter(key -> key.startsWith(prefix))
                .sorted()
                .forEach(key -> contract(key.substring(prefix.length()), Integer.parseInt(lanes.getProperty(key).trim())));
    }

    private void time(Properties lanes, String lane, long took) {
        long most = Long.parseLong(lanes.getProperty(lane + ".seconds", String.valueOf(Long.MAX_VALUE)).trim());
        if (took > most) {
            warnings.add("lane " + lane + " took " + took + " s, more than the " + most + " s it should");
        }
    }

    private void contract(String type, int declared) {
        Tally tally = tallies.get(type);
        atLeast(type, declared, tally == null ? 0 : tally.executed());
    }

    private void atLeast(String what, int declared, int executed) {
        if (executed < declared) {
            problems.add(what + " declares at least " + declared + " executed tests, and ran " + executed);
        }
    }

    private int executed() {
        return tallies.values().stream().mapToInt(Tally::executed).sum();
    }

    private boolean print(String lane) {
        System.out.printf("%n== lane %s executed ==%n", lane);
        System.out.printf("%-16s %-64s %6s %6s %7s %8s%n", "module", "class", "run", "failed", "skipped", "seconds");
        int passed = 0;
        for (Map.Entry<String, Tally> entry : tallies.entrySet()) {
            Tally tally = entry.getValue();
            passed += tally.passed;
            if (tally.executed() + tally.skipped > 0) {
                System.out.printf(
                        "%-16s %-64s %6d %6d %7d %8.1f%n",
                        tally.module, entry.getKey(), tally.executed(), tally.failed, tally.skipped, tally.time.toMillis() / 1000.0);
            }
        }
        skipped.forEach(line -> System.out.println("skipped: " + line));
        warnings.forEach(line -> System.out.println("WARNING: " + line));
        failed.forEach(line -> System.out.println("FAILED: " + line));
        problems.forEach(line -> System.out.println("FAILED: " + line));
        int failures = failed.size() + problems.size();
        System.out.printf("%d passed, %d failed, %d skipped%n", passed, failures, skipped.size());
        return failures == 0;
    }

    private static Properties load(Path file) throws Exception {
        Properties lanes = new Properties();
        try (InputStream in = Files.newInputStream(file)) {
            lanes.load(in);
        }
        return lanes;
    }
}
