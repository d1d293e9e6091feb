// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.http;

import com.sun.net.httpserver.HttpExchange;
import dev.semel.http.Exchange;
import dev.semel.http.Header;
import dev.semel.http.Headers;
import dev.semel.http.HttpAnswer;
import dev.semel.http.HttpIdempotency;
import dev.semel.http.Intake;
import dev.semel.http.RequestHead;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Predicate;

/** Adapters with one mistake each, all of them made in the field. The ids are those of the sentences that should say so. */
enum BrokenAdapters {
    /** Hands in everything but for the framing, and gives it again: also the first client's session. */
    SAVES_COOKIES("Replays", "R27") {
        @Override
        JdkAdapter over(HttpIdempotency http, HttpStage stage) {
            Map<String, List<Header>> cookies = new ConcurrentHashMap<>();
            return new JdkAdapter(http, stage) {
                @Override
                Void ended(HttpExchange exchange, Exchange run, Captured captured, HttpAnswer own) {
                    cookies.put(key(exchange), lines(own.headers(), header -> header.is("Set-Cookie")));
                    return super.ended(exchange, run, captured, own);
                }

                @Override
                Void refuse(HttpExchange exchange, HttpAnswer answer) {
                    Headers again = Headers.of(cookies.getOrDefault(key(exchange), List.of()));
                    return super.refuse(exchange, answer.with(again));
                }
            };
        }
    },
    /** T8: tries to tell the client first, and takes a failure to do so for a failure of the work. */
    FREES_ON_DISCONNECT("Clients", "T8") {
        @Override
        JdkAdapter over(HttpIdempotency http, HttpStage stage) {
            return new JdkAdapter(http, stage) {
                @Override
                Void ended(HttpExchange exchange, Exchange run, Captured captured, HttpAnswer own) {
                    try {
                        begin(exchange, own.status(), own.headers(), own.size()).write(own.toBytes());
                        exchange.getResponseBody().flush();
                        run.answered(own).toCompletableFuture().join();
                        return null;
                    } catch (IOException gone) {
                        run.released().toCompletableFuture().join();
                        return null;
                    }
                }
            };
        }
    },
    /** A client cannot tell a replay from a second run, and retries on. */
    REPLAYS_UNMARKED("Replays", "R6") {
        @Override
        JdkAdapter over(HttpIdempotency http, HttpStage stage) {
            return sendingOtherwise(http, stage, header -> !header.is("Idempotent-Replayed"));
        }
    },
    /** T12: the handler gets what fingerprinting has left of the body. */
    EATS_THE_BODY("Bodies", "T12") {
        @Override
        JdkAdapter over(HttpIdempotency http, HttpStage stage) {
            return new JdkAdapter(http, stage) {
                @Override
                InputStream body(Exchange run) {
                    return InputStream.nullInputStream();
                }
            };
        }
    },
    /** T13: two endpoints of an operation share their answers. */
    FINGERPRINTS_THE_BODY_ONLY("Mismatches", "T13") {
        @Override
        JdkAdapter over(HttpIdempotency http, HttpStage stage) {
            return new JdkAdapter(http, stage) {
                @Override
                RequestHead head(HttpExchange exchange) {
                    return new JdkHead(exchange) {
                        @Override
                        public String path() {
                            return super.path().startsWith("/echo/") ? "/echo" : super.path();
                        }

                        @Override
                        public String query() {
                            return "";
                        }
                    };
                }
            };
        }
    },
    /** Every client library makes a boundary of its own for each try, so that no upload is ever replayed. */
    HIDES_PARAMETERS("Mismatches", "R26") {
        @Override
        JdkAdapter over(HttpIdempotency http, HttpStage stage) {
            return seeingOtherwise(
                    http,
                    stage,
                    (name, values) -> name.equals("Content-Type")
                            ? values.stream()
                                    .map(type -> type.split(";", -1)[0])
                                    .toList()
                            : values);
        }
    },
    /** A body that was damaged on its way is taken for the client's intent. */
    IGNORES_DIGESTS("Mismatches", "R26") {
        @Override
        JdkAdapter over(HttpIdempotency http, HttpStage stage) {
            return seeingOtherwise(http, stage, (name, values) -> name.equals("Content-Digest") ? List.of() : values);
        }
    },
    /** T13: what comes after the first piece of a body does not count. */
    FINGERPRINTS_THE_BEGINNING("Mismatches", "T13") {
        @Override
        JdkAdapter over(HttpIdempotency http, HttpStage stage) {
            return new JdkAdapter(http, stage) {
                @Override
                void feed(HttpExchange exchange, Intake intake) throws IOException {
                    byte[] beginning = exchange.getRequestBody().readNBytes(4096);
                    intake.feed(beginning, 0, beginning.length);
                    exchange.getRequestBody().transferTo(java.io.OutputStream.nullOutputStream());
                }
            };
        }
    },
    /** A mismatch is the client's own business. */
    RUNS_ON_MISMATCH("Mismatches", "R6") {
        @Override
        JdkAdapter over(HttpIdempotency http, HttpStage stage) {
            return runningOn(http, stage, 422);
        }
    },
    /** Two retries at once both run. */
    RUNS_IN_PARALLEL("InFlight", "R1", "R28") {
        @Override
        JdkAdapter over(HttpIdempotency http, HttpStage stage) {
            return runningOn(http, stage, 409);
        }
    },
    /** T18: when the store is down, everything runs. */
    FAILS_OPEN("Failures", "T18") {
        @Override
        JdkAdapter over(HttpIdempotency http, HttpStage stage) {
            return runningOn(http, stage, 503);
        }
    },
    /** Clients retry at once, all together. */
    FORGETS_RETRY_AFTER("Problems", "R34") {
        @Override
        JdkAdapter over(HttpIdempotency http, HttpStage stage) {
            return sendingOtherwise(http, stage, header -> !header.is("Retry-After"));
        }
    },
    /** T14: the answer is taken when the handler returns, before anything is in it. */
    STORES_AN_EMPTY_200("Replays", "T14", "R6") {
        @Override
        JdkAdapter over(HttpIdempotency http, HttpStage stage) {
            return new JdkAdapter(http, stage) {
                @Override
                Void ended(HttpExchange exchange, Exchange run, Captured captured, HttpAnswer own) {
                    run.answered(HttpAnswer.empty(200, Headers.NONE))
                            .toCompletableFuture()
                            .join();
                    return send(exchange, own);
                }
            };
        }
    },
    /** T16: nobody ends the exchange of a handler that throws: its key is busy until the lease lapses. */
    LEAVES_A_ZOMBIE("Failures", "T16") {
        @Override
        JdkAdapter over(HttpIdempotency http, HttpStage stage) {
            return new JdkAdapter(http, stage) {
                @Override
                Void failed(HttpExchange exchange, Exchange run, Captured captured, Throwable failure) {
                    return send(exchange, HttpAnswer.empty(500, Headers.NONE));
                }
            };
        }
    },
    /** An exception becomes a 500 first, and is saved as one. */
    SAVES_WHAT_THROWS("Failures", "T16", "R15") {
        @Override
        JdkAdapter over(HttpIdempotency http, HttpStage stage) {
            return new JdkAdapter(http, stage) {
                @Override
                Void failed(HttpExchange exchange, Exchange run, Captured captured, Throwable failure) {
                    HttpAnswer answer = HttpAnswer.empty(500, Headers.NONE);
                    return send(
                            exchange,
                            run.answered(answer).toCompletableFuture().join().or(answer));
                }
            };
        }
    },
    /** T17: a 500 frees the key, and the next retry does the work again. */
    RUNS_AGAIN_AFTER_500("Failures", "T17") {
        @Override
        JdkAdapter over(HttpIdempotency http, HttpStage stage) {
            return new JdkAdapter(http, stage) {
                @Override
                Void ended(HttpExchange exchange, Exchange run, Captured captured, HttpAnswer own) {
                    if (own.status() < 500) {
                        return super.ended(exchange, run, captured, own);
                    }
                    run.released().toCompletableFuture().join();
                    return send(exchange, own);
                }
            };
        }
    },
    /** T9: an answer that is too large is not saved, so that the key is free. */
    FREES_WHAT_IS_TOO_LARGE("Sizes", "T9") {
        @Override
        JdkAdapter over(HttpIdempotency http, HttpStage stage) {
            return new JdkAdapter(http, stage) {
                @Override
                Void ended(HttpExchange exchange, Exchange run, Captured captured, HttpAnswer own) {
                    if (!captured.body.isTooLarge()) {
                        return super.ended(exchange, run, captured, own);
                    }
                    run.released().toCompletableFuture().join();
                    return null;
                }
            };
        }
    },
    /** A part of an answer that was begun is ended as if it were the whole. */
    ENDS_WHAT_BROKE_OFF("Failures", "R19") {
        @Override
        JdkAdapter over(HttpIdempotency http, HttpStage stage) {
            return new JdkAdapter(http, stage) {
                @Override
                Void failed(HttpExchange exchange, Exchange run, Captured captured, Throwable failure) {
                    if (!captured.body.hasDeparted()) {
                        return super.failed(exchange, run, captured, failure);
                    }
                    run.threw(failure).toCompletableFuture().join();
                    return null;
                }
            };
        }
    },
    /** Tells every origin what the first one was told. */
    TAKES_ORIGINS_FOR_ONE("Replays", "R27") {
        @Override
        JdkAdapter over(HttpIdempotency http, HttpStage stage) {
            return seeingOtherwise(
                    http, stage, (name, values) -> name.equals("Origin") ? List.of(Scenes.ORIGIN) : values);
        }
    },
    /** R10: sends its own answer, whoever took over. */
    SENDS_THOUGH_FENCED("Failures", "R10") {
        @Override
        JdkAdapter over(HttpIdempotency http, HttpStage stage) {
            return new JdkAdapter(http, stage) {
                @Override
                Void ended(HttpExchange exchange, Exchange run, Captured captured, HttpAnswer own) {
                    captured.body.end(own).toCompletableFuture().join();
                    return captured.body.hasDeparted() ? null : send(exchange, own.with(run.marks()));
                }
            };
        }
    },
    /** R29: nobody learns that a run was not protected. */
    HIDES_DEGRADED_RUNS("Failures", "R29") {
        @Override
        JdkAdapter over(HttpIdempotency http, HttpStage stage) {
            return sendingOtherwise(http, stage, header -> !header.is("Idempotency-Degraded"));
        }
    },
    /** R29: what a vanished client has sent is kept for ever. */
    LEAKS_ROOM("Clients", "R29") {
        @Override
        JdkAdapter over(HttpIdempotency http, HttpStage stage) {
            return new JdkAdapter(http, stage) {
                @Override
                void feed(HttpExchange exchange, Intake intake) throws IOException {
                    try {
                        super.feed(exchange, intake);
                    } catch (IOException gone) {
                        throw new java.io.UncheckedIOException(gone);
                    }
                }
            };
        }
    },
    /** R29: nobody is told when a replay has left, and the memory that it took stays taken. */
    KEEPS_WHAT_IT_SENT("Sizes", "R29") {
        @Override
        JdkAdapter over(HttpIdempotency http, HttpStage stage) {
            return new JdkAdapter(http, stage) {
                @Override
                void sent(Intake intake) {}
            };
        }
    },
    /** R34: only the first of several header lines is looked at. */
    TAKES_THE_FIRST_KEY("Keys", "R34") {
        @Override
        JdkAdapter over(HttpIdempotency http, HttpStage stage) {
            return new JdkAdapter(http, stage) {
                @Override
                RequestHead head(HttpExchange exchange) {
                    return new JdkHead(exchange) {
                        @Override
                        public List<String> header(String name) {
                            return super.header(name).stream().limit(1).toList();
                        }
                    };
                }
            };
        }
    };

    private final String group;
    private final String breaks;

    BrokenAdapters(String group, String... breaks) {
        this.group = group;
        this.breaks = String.join(",", breaks);
    }

    /** The group of sentences that it breaks; the others would take their time and say nothing new. */
    String group() {
        return group;
    }

    /** The adapter with this mistake. */
    abstract JdkAdapter over(HttpIdempotency http, HttpStage stage);

    /** Whether the sentence is about what the adapter breaks. */
    boolean isMeantBy(String sentence) {
        String ids = sentence.split(":", 2)[0].replaceAll("\\(.*?\\)", "").replace(" ", "");
        return List.of(ids.split(",", -1)).stream().anyMatch(List.of(breaks.split(",", -1))::contains);
    }

    private static String key(HttpExchange exchange) {
        return String.valueOf(exchange.getRequestHeaders().getFirst("Idempotency-Key"));
    }

    private static List<Header> lines(Headers headers, Predicate<Header> which) {
        List<Header> lines = new ArrayList<>();
        headers.forEach(header -> {
            if (which.test(header)) {
                lines.add(header);
            }
        });
        return lines;
    }

    private static JdkAdapter seeingOtherwise(
            HttpIdempotency http, HttpStage stage, BiFunction<String, List<String>, List<String>> header) {
        return new JdkAdapter(http, stage) {
            @Override
            RequestHead head(HttpExchange exchange) {
                return new JdkHead(exchange) {
                    @Override
                    public List<String> header(String name) {
                        return header.apply(name, super.header(name));
                    }
                };
            }
        };
    }

    private static JdkAdapter sendingOtherwise(HttpIdempotency http, HttpStage stage, Predicate<Header> kept) {
        return new JdkAdapter(http, stage) {
            @Override
            Void send(HttpExchange exchange, HttpAnswer answer) {
                Headers fewer = Headers.of(lines(answer.headers(), kept));
                return super.send(exchange, HttpAnswer.of(answer.status(), fewer, answer.toBytes()));
            }
        };
    }

    private static JdkAdapter runningOn(HttpIdempotency http, HttpStage stage, int refusal) {
        return new JdkAdapter(http, stage) {
            @Override
            Void refuse(HttpExchange exchange, HttpAnswer answer) {
                boolean problem =
                        String.valueOf(answer.headers().first("Content-Type")).contains("problem");
                return problem && answer.status() == refusal ? unprotected(exchange) : super.refuse(exchange, answer);
            }
        };
    }
}
