// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import io.vertx.core.json.JsonObject;
import java.util.Map;

/**
 * What the admin listener answers.
 *
 * @param status its status
 * @param type its media type
 * @param text its body
 */
record Page(int status, String type, String text) {

    static Page json(int status, Map<String, Object> content) {
        return new Page(status, "application/json", new JsonObject(content).encodePrettily() + "\n");
    }

    static Page text(int status, String text) {
        return new Page(status, "text/plain; charset=utf-8", text + "\n");
    }

    /** As Prometheus' scrapers ask for it. */
    static Page metrics(String text) {
        return new Page(200, "text/plain; version=0.0.4; charset=utf-8", text);
    }
}
