// SPDX-License-Identifier: Apache-2.0
package dev.semel.console;

import dev.semel.http.Headers;
import dev.semel.http.HttpAnswer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The page's own files, out of the jar: read once and kept. Safe for use by several threads. */
final class Assets {

    private static final String FOLDER = "page/";
    private static final String INDEX = "index.html";
    private static final Pattern NAME = Pattern.compile("(?:[a-z0-9][a-z0-9-]*/)*[a-z0-9][a-z0-9.-]*\\.[a-z0-9]+");
    private static final int TAG_BYTES = 12;

    private static final Map<String, String> TYPES = Map.of(
            "html", "text/html; charset=utf-8",
            "css", "text/css; charset=utf-8",
            "js", "text/javascript; charset=utf-8",
            "mjs", "text/javascript; charset=utf-8",
            "json", "application/json",
            "svg", "image/svg+xml",
            "png", "image/png",
            "ico", "image/x-icon",
            "woff2", "font/woff2");

    private final Map<String, Asset> read = new ConcurrentHashMap<>();

    private record Asset(HttpAnswer answer, String tag) {}

    /** The file of this path; nothing but whether it changed, where the caller has it. */
    Optional<HttpAnswer> find(String path, Optional<String> known) {
        String name = path.isEmpty() ? INDEX : path;
        Asset asset = read.get(name);
        if (asset == null && NAME.matcher(name).matches()) {
            asset = load(name);
        }
        return Optional.ofNullable(asset).map(found -> answer(found, known));
    }

    private static HttpAnswer answer(Asset asset, Optional<String> known) {
        return known.filter(asset.tag()::equals).isPresent()
                ? HttpAnswer.empty(304, asset.answer().headers())
                : asset.answer();
    }

    /** Only what there is gets kept, so that asking for nonsense fills nothing. */
    private @Nullable Asset load(String name) {
        String type = TYPES.get(name.substring(name.lastIndexOf('.') + 1));
        try (InputStream in = Assets.class.getResourceAsStream(FOLDER + name)) {
            if (in == null || type == null) {
                return null;
            }
            byte[] bytes = in.readAllBytes();
            String tag = "\"" + HexFormat.of().formatHex(Digests.sha256(bytes), 0, TAG_BYTES) + "\"";
            Headers headers = Headers.of("Content-Type", type)
                    .and("Cache-Control", "no-cache")
                    .and("ETag", tag);
            Asset asset = new Asset(HttpAnswer.owning(200, headers, bytes), tag);
            read.put(name, asset);
            return asset;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
