// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The command {@code semel}. */
public final class Main {

    private static final int OK = 0;
    private static final int WRONG_USE = 2;
    private static final int FAILED = 1;

    private Main() {}

    /** Runs a command, and exits with 0 if it did what it was asked for, 2 if it was asked wrongly, and 1 if it failed. */
    public static void main(String[] args) throws InterruptedException {
        System.setProperty("java.util.logging.SimpleFormatter.format", "%1$tF %1$tT %4$s %3$s: %5$s%6$s%n");
        int code = run(List.of(args), System.getenv(), System.out, System.err);
        if (code != OK) {
            System.exit(code);
        }
    }

    static int run(List<String> args, Map<String, String> environment, PrintStream out, PrintStream err)
            throws InterruptedException {
        try {
            switch (args.isEmpty() ? "help" : args.get(0)) {
                case "serve" -> new Serve(Arguments.of(args), environment, out).run();
                case "check-config" -> check(Arguments.of(args), environment, out);
                case "config-schema" -> out.print(ConfigurationSchema.text());
                case "version" -> out.println("semel " + version());
                case "help", "--help", "-h" -> out.println(HELP);
                default -> throw new WrongUse("there is no command " + args.get(0) + "; semel help lists them");
            }
            return OK;
        } catch (WrongUse e) {
            err.println("semel: " + e.getMessage());
            return WRONG_USE;
        } catch (BadConfiguration e) {
            err.println(e.getMessage());
            return FAILED;
        } catch (RuntimeException e) {
            err.println("semel: " + e.getMessage());
            return FAILED;
        }
    }

    private static void check(Arguments arguments, Map<String, String> environment, PrintStream out) {
        Path file = Path.of(arguments.sole("check-config needs a file: semel check-config semel.yaml"));
        Configuration configuration = ConfigurationFile.read(file, environment);
        out.println(file + ": good; " + configuration.routes().size() + " routes, " + configuration.operations().length
                + " of them protected");
    }

    static String version() {
        String version = Main.class.getPackage().getImplementationVersion();
        return version == null ? "(not packaged)" : version;
    }

    /** The command line makes no sense. */
    static final class WrongUse extends IllegalArgumentException {

        @java.io.Serial
        private static final long serialVersionUID = 1;

        WrongUse(String message) {
            super(message);
        }
    }

    private static final String HELP = """
            usage: semel <command>

              serve                 start the gateway; without a configuration and an upstream, in front of a demo
                --config FILE         what it does (docs/gateway.md)
                --upstream URL        without a configuration: in front of this service, POST and PATCH with a key run once
                --listen HOST:PORT    where it listens; 127.0.0.1:8080 by default
                --admin HOST:PORT     where operators look (health, ready, metrics, config); 127.0.0.1:9901 by default, or off
                --records FILE        without a configuration: the SQLite file with the records; semel.db by default
              check-config FILE     say whether a configuration is good, and else what is wrong in which line
              config-schema         print the JSON schema of a configuration, for editors
              version               print the version
              help                  print this""";
}
