// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import dev.semel.console.PasswordHash;
import io.vertx.core.json.JsonObject;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The command {@code semel}. */
public final class Main {

    private static final int OK = 0;
    static final int WRONG_USE = 2;
    static final int FAILED = 1;

    private static final String JSON = "--json";

    private Main() {}

    /**
     * Runs a command, and exits with 0 if it did what it was asked for, 2 if it was asked wrongly, and 1 if it failed. The command
     * keys also exits with 3 if there is no such record, 4 if it moved meanwhile, 5 if this is not allowed, and 6 if
     * nobody knows whether a settlement was applied.
     */
    public static void main(String[] args) throws InterruptedException {
        System.setProperty("java.util.logging.SimpleFormatter.format", "%1$tF %1$tT %4$s %3$s: %5$s%6$s%n");
        int code = run(List.of(args), System.getenv(), System.out, System.err);
        if (code != OK) {
            System.exit(code);
        }
    }

    static int run(List<String> args, Map<String, String> environment, PrintStream out, PrintStream err)
            throws InterruptedException {
        return run(args, environment, System.in, out, err);
    }

    static int run(List<String> args, Map<String, String> environment, InputStream in, PrintStream out, PrintStream err)
            throws InterruptedException {
        try {
            if (asksForHelp(args)) {
                out.println(HELP);
            } else {
                obey(args, environment, in, out, err);
            }
            return OK;
        } catch (RuntimeException e) {
            Complaint complaint = Complaint.of(e);
            err.println(complaint.line());
            if (args.contains(JSON)) {
                print(complaint.problem(), out);
            }
            return complaint.exit();
        }
    }

    private static void print(JsonObject object, PrintStream out) {
        out.println(Printable.lines(object.encodePrettily()));
    }

    /** With whatever words behind {@code help}: all that there is fits on a screen. */
    private static boolean asksForHelp(List<String> args) {
        return args.isEmpty() || args.get(0).equals("help") || args.get(0).equals("-h") || args.contains("--help");
    }

    private static void obey(
            List<String> args, Map<String, String> environment, InputStream in, PrintStream out, PrintStream err)
            throws InterruptedException {
        switch (args.get(0)) {
            case "serve" -> new Serve(Arguments.of(args), environment, out).run();
            case "check-config" ->
                check(Arguments.among(args, Set.of(JSON), Set.of(Serve.LISTEN, Serve.ADMIN)), environment, out);
            case "keys" -> new Keys(Arguments.of(args, Keys.FLAGS), environment, in, out, err).run();
            case "hash-password" -> {
                Arguments.none(args);
                out.println(PasswordHash.of(Secret.password(in).toCharArray()).text());
            }
            case "config-schema" -> {
                Arguments.none(args);
                out.print(ConfigurationSchema.text());
            }
            case "version" -> version(Arguments.plain(args, Set.of(JSON)), out);
            default -> throw new WrongUse("there is no command " + args.get(0) + "; semel help lists them");
        }
    }

    private static void check(Arguments arguments, Map<String, String> environment, PrintStream out) {
        Path file = Path.of(arguments.sole("check-config needs a file: semel check-config semel.yaml"));
        Configuration configuration = ConfigurationFile.read(file, environment, read -> Serve.flagged(read, arguments));
        if (arguments.has(JSON)) {
            print(
                    new JsonObject()
                            .put("file", file.toString())
                            .put("routes", configuration.routes().size())
                            .put("protected", configuration.operations().length),
                    out);
            return;
        }
        out.println(file + ": good; " + configuration.routes().size() + " routes, " + configuration.operations().length
                + " of them protected");
    }

    private static void version(Arguments arguments, PrintStream out) {
        arguments.only(Set.of(JSON));
        if (arguments.has(JSON)) {
            print(new JsonObject().put("version", version()), out);
        } else {
            out.println("semel " + version());
        }
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
                --admin HOST:PORT     where operators look (console, health, ready, metrics, config); 127.0.0.1:9901 by default, or off
                --records FILE        without a configuration: the SQLite file with the records; semel.db by default
              check-config FILE     say whether a configuration is good, and else what is wrong in which line; --json for programs
                --listen, --admin     as they are given to serve
              keys list             list records, by a gateway's console
                --settleable          only what can be settled: in doubt, held, lapsed
                --state STATES        in-progress, completed, failed, in-doubt, released; several with commas
                --tenant, --operation, --older-than 10m, --limit 100
              keys show             show one record with its history
                --hash HASH           by the hash that logs show (settle: of what can be settled), or
                --tenant T --operation O, and the key from the prompt, the input or --key-file FILE
                                      (--key KEY works too, but other programs can see it)
              keys settle           settle one record, named as for show; nothing happens if it moved meanwhile
                --attempt N           the attempt that you looked at
                --verdict VERDICT     did-not-happen or run-again: the next retry runs; happened: it gets the answer
                                      --status 201 [--content-type TYPE] [--body-file FILE], or of a method
                                      that is called, and serves no requests, --value-file FILE with JSON
                --why TEXT            for the record's history and the audit log
                --who NAME            who decides, where nobody is signed in; always with --offline
                with all three:
                --admin HOST:PORT     the gateway's admin listener, or the console's URL; SEMEL_ADMIN, or 127.0.0.1:9901
                --token-file FILE     sign in with the token in it; else SEMEL_TOKEN
                --offline FILE        no gateway: a SQLite file that no process has open
                --config FILE         with --offline: the gateway's configuration, for the hashes that its log has, its routes' retention and the keys of encryption
                --json                for programs; what goes wrong is JSON, too
                exits with 3: no such record, 4: it moved, nothing was changed, 5: not allowed,
                                6: not known whether it was settled
              hash-password         read a password and print its hash, for console.users
              config-schema         print the JSON schema of a configuration, for editors
              version               print the version; --json for programs
              help                  print this""";
}
