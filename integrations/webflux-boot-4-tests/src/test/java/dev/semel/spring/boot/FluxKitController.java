// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.contracts.http.HttpStage;
import dev.semel.spring.Idempotent;
import dev.semel.spring.WhenInDoubt;
import java.nio.charset.StandardCharsets;
import java.util.TreeMap;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.codec.multipart.Part;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The handlers of the HTTP contract, some with an annotation; the paths of the others are in the harness's properties. */
@RestController
class FluxKitController {

    private final HttpStage stage;

    FluxKitController(HttpStage stage) {
        this.stage = stage;
    }

    @RequestMapping(
            path = {"/echo", "/echo/**"},
            method = {RequestMethod.POST, RequestMethod.PATCH})
    @Idempotent(operation = "kit.echo", inDoubt = WhenInDoubt.RERUN)
    Mono<Void> echo(ServerWebExchange exchange) {
        return plain(exchange);
    }

    @RequestMapping({"/echo", "/echo/**"})
    Mono<Void> others(ServerWebExchange exchange) {
        return plain(exchange);
    }

    /** Spring answers OPTIONS itself unless a handler asks for it. */
    @RequestMapping(path = "/echo", method = RequestMethod.OPTIONS)
    Mono<Void> options(ServerWebExchange exchange) {
        return plain(exchange);
    }

    @RequestMapping("/optional")
    @Idempotent(operation = "kit.optional", required = false, inDoubt = WhenInDoubt.RERUN)
    Mono<Void> optional(ServerWebExchange exchange) {
        return plain(exchange);
    }

    @RequestMapping("/held")
    @Idempotent(operation = "kit.held", inDoubt = WhenInDoubt.HOLD)
    Mono<Void> held(ServerWebExchange exchange) {
        return plain(exchange);
    }

    @RequestMapping("/waits")
    @Idempotent(operation = "kit.waits", waitUpTo = "20s", inDoubt = WhenInDoubt.RERUN)
    Mono<Void> waits(ServerWebExchange exchange) {
        return plain(exchange);
    }

    @RequestMapping("/{any}")
    Mono<Void> plain(ServerWebExchange exchange) {
        return all(exchange.getRequest().getBody()).flatMap(body -> Scene.play(stage, exchange, body));
    }

    @RequestMapping("/ignores")
    Mono<Void> ignores(ServerWebExchange exchange) {
        return Scene.play(stage, exchange, new byte[0]);
    }

    @RequestMapping("/form")
    Mono<Void> form(ServerWebExchange exchange) {
        return exchange.getFormData().map(FluxKitController::lines).flatMap(body -> Scene.play(stage, exchange, body));
    }

    private static byte[] lines(MultiValueMap<String, String> fields) {
        StringBuilder lines = new StringBuilder();
        new TreeMap<>(fields)
                .forEach((name, values) -> values.forEach(
                        value -> lines.append(name).append('=').append(value).append('\n')));
        return lines.toString().getBytes(StandardCharsets.UTF_8);
    }

    @RequestMapping("/upload")
    Mono<Void> upload(@RequestBody Flux<Part> parts, ServerWebExchange exchange) {
        return parts.concatMap(FluxKitController::line)
                .reduce("", String::concat)
                .flatMap(lines -> Scene.play(stage, exchange, lines.getBytes(StandardCharsets.UTF_8)));
    }

    private static Mono<String> line(Part part) {
        return all(part.content()).map(content -> part.name() + " " + content.length + "\n");
    }

    private static Mono<byte[]> all(Flux<DataBuffer> buffers) {
        return DataBufferUtils.join(buffers)
                .map(whole -> {
                    byte[] bytes = new byte[whole.readableByteCount()];
                    whole.read(bytes);
                    DataBufferUtils.release(whole);
                    return bytes;
                })
                .defaultIfEmpty(new byte[0]);
    }
}
