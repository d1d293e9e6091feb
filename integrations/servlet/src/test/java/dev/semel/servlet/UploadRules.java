// SPDX-License-Identifier: Apache-2.0
package dev.semel.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.state.State;
import jakarta.servlet.Filter;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.Part;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Forms and uploads: those that a filter in front has read, and where parts are written to. */
@Tag("http")
abstract class UploadRules {

    private static final String FORM = "application/x-www-form-urlencoded";
    private static final String UPLOAD = "multipart/form-data; boundary=cut";

    private static final Filter READS_FORMS = (request, response, chain) -> {
        request.getParameter("amount");
        chain.doFilter(request, response);
    };

    private static final Filter READS_UPLOADS = (request, response, chain) -> {
        ((HttpServletRequest) request).getParts();
        chain.doFilter(request, response);
    };

    private static final Filter NOTHING = (request, response, chain) -> chain.doFilter(request, response);

    abstract Container.Start container();

    private Scene scene(Filter front, Scene.Handler handler) {
        return new Scene(container(), UnaryOperator.identity(), front, handler);
    }

    private static String upload(String type, String content) {
        return "--cut\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.bin\"\r\nContent-Type: " + type
                + "\r\n\r\n" + content + "\r\n--cut--\r\n";
    }

    private static String digest(String body) throws Exception {
        byte[] sha = MessageDigest.getInstance("SHA-256").digest(body.getBytes(StandardCharsets.UTF_8));
        return "sha-256=:" + Base64.getEncoder().encodeToString(sha) + ":";
    }

    @Test
    @DisplayName("R26: the Content-Digest of a form that was read in front is nobody's fault: it runs, and is replayed")
    void digestOfForm() throws Exception {
        try (Scene scene =
                scene(READS_FORMS, (request, response) -> response.getWriter().write(request.getParameter("amount")))) {
            HttpResponse<String> first = scene.post("/", FORM, "amount=1", "Content-Digest", digest("amount=1"));

            assertThat(first.statusCode()).isEqualTo(200);
            assertThat(first.body()).isEqualTo("1");
            assertThat(Scene.isReplay(scene.post("/", FORM, "amount=1", "Content-Digest", digest("amount=1"))))
                    .isTrue();
            assertThat(scene.post("/", FORM, "amount=2", "Content-Digest", digest("amount=2"))
                            .statusCode())
                    .isEqualTo(422);
        }
    }

    @Test
    @DisplayName("R26: so is that of an upload; where nobody has read it, a wrong one is 400")
    void digestOfUpload() throws Exception {
        String body = upload("image/png", "a picture");
        try (Scene scene =
                scene(READS_UPLOADS, (request, response) -> response.getWriter().write("done"))) {
            assertThat(scene.post("/", UPLOAD, body, "Content-Digest", digest(body))
                            .statusCode())
                    .isEqualTo(200);
        }
        try (Scene scene = scene(
                (request, response, chain) -> chain.doFilter(request, response),
                (request, response) -> response.getWriter().write("done"))) {
            assertThat(scene.post("/", UPLOAD, body, "Content-Digest", digest("another"))
                            .statusCode())
                    .isEqualTo(400);
            assertThat(scene.runs).hasValue(0);
            assertThat(scene.post("/", UPLOAD, body, "Content-Digest", digest(body))
                            .statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    @DisplayName("R26, T13: of an upload that was read in front a part's type, name and content count")
    void partsCount() throws Exception {
        try (Scene scene =
                scene(READS_UPLOADS, (request, response) -> response.getWriter().write("done"))) {
            String body = upload("image/png", "a picture");
            assertThat(scene.post("/", UPLOAD, body).statusCode()).isEqualTo(200);

            assertThat(scene.post("/", UPLOAD, upload("text/html", "a picture")).statusCode())
                    .isEqualTo(422);
            assertThat(scene.post("/", UPLOAD, upload("image/png", "a Picture")).statusCode())
                    .isEqualTo(422);
            assertThat(scene.post("/", UPLOAD, body.replace("a.bin", "b.bin")).statusCode())
                    .isEqualTo(422);
            assertThat(Scene.isReplay(scene.post("/", UPLOAD, body))).isTrue();
        }
    }

    @Test
    @DisplayName("R33, T12: the fields of an upload are parameters beside those of the query")
    void fieldsAreParameters() throws Exception {
        String body = "--cut\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n2\r\n" + upload("image/png", "x");
        try (Scene scene = scene(
                (request, response, chain) -> chain.doFilter(request, response),
                (request, response) -> response.getWriter()
                        .write(String.join(",", request.getParameterValues("a")) + request.getParameter("b")))) {
            HttpResponse<String> first = scene.post("/?a=1%2B+1&b", UPLOAD, body);

            assertThat(first.body()).isEqualTo("1+ 1,2");
            assertThat(Scene.isReplay(scene.post("/?a=1%2B+1&b", UPLOAD, body))).isTrue();
        }
    }

    @Test
    @DisplayName("R33, T12: a file is one by its extended name, too, and a field is read in the charset that it names")
    void extendedNamesAndCharsets() throws Exception {
        String body = String.join(
                "\r\n",
                "--cut",
                "Content-Disposition: form-data; name=\"f\"; filename*=UTF-8''n%C3%A4me.txt",
                "",
                "x",
                "--cut",
                "Content-Disposition: form-data; name=\"a\"",
                "Content-Type: text/plain; charset=ISO-8859-1",
                "",
                "ü",
                "--cut--",
                "");
        Scene.Handler handler = (request, response) -> {
            response.setContentType("text/plain;charset=UTF-8");
            response.getWriter()
                    .write(request.getPart("f").getSubmittedFileName() + " " + request.getParameter("f") + " "
                            + request.getParameter("a"));
        };
        try (Scene scene = scene((request, response, chain) -> chain.doFilter(request, response), handler)) {
            // The two bytes of UTF-8, each taken for a character.
            assertThat(scene.post("/", UPLOAD, body).body()).isEqualTo("näme.txt null Ã¼");
        }
    }

    @Test
    @DisplayName(
            "R15: a form that is none is its client's fault: 400, which is saved, and not a handler's failure that is"
                    + " in doubt")
    void malformedForm() throws Exception {
        try (Scene scene = scene(
                (request, response, chain) -> chain.doFilter(request, response),
                (request, response) -> response.getWriter().write(request.getParameter("amount")))) {
            HttpResponse<String> first = scene.post("/", FORM, "amount=7%zz");

            assertThat(first.statusCode()).isEqualTo(400);
            assertThat(scene.state()).isEqualTo(State.FAILED);
            assertThat(Scene.isReplay(scene.post("/", FORM, "amount=7%zz"))).isTrue();
        }
    }

    @Test
    @DisplayName(
            "R15, T16: where a handler has answered before it asks for such a form, it has failed, and is in doubt")
    void malformedFormAfterTheAnswer() throws Exception {
        try (Scene scene =
                scene((request, response, chain) -> chain.doFilter(request, response), (request, response) -> {
                    response.getWriter().write("begun");
                    response.flushBuffer();
                    request.getParameter("amount");
                })) {
            assertThat(scene.post("/", FORM, "amount=7%zz").statusCode()).isEqualTo(500);
            assertThat(scene.state()).isEqualTo(State.IN_DOUBT);
        }
    }

    @Test
    @DisplayName("R15: so is an upload that is none: without its end, or without a boundary")
    void malformedUpload() throws Exception {
        String begun = "--x\r\nContent-Disposition: form-data; name=\"note\"\r\n";
        for (String body : List.of(begun, begun + "\r\nhalf")) {
            try (Scene scene = scene(NOTHING, (request, response) -> request.getParts())) {
                HttpResponse<String> first = scene.post("/", "multipart/form-data; boundary=x", body);

                assertThat(first.statusCode()).isEqualTo(400);
                assertThat(scene.state()).isEqualTo(State.FAILED);
            }
        }
        try (Scene scene = scene(NOTHING, (request, response) -> wrapped(request::getParts))) {
            assertThat(scene.post("/", "multipart/form-data", begun).statusCode())
                    .isEqualTo(400);
            assertThat(scene.state()).isEqualTo(State.FAILED);
        }
    }

    /** As Spring does it. */
    private static void wrapped(Callable<?> parsing) throws ServletException {
        try {
            parsing.call();
        } catch (Exception e) {
            throw new ServletException(new IllegalArgumentException("cannot be parsed", e));
        }
    }

    @Test
    @DisplayName("R15: a form beyond what containers read is refused as by them, and that is saved")
    void formTooLarge() throws Exception {
        try (Scene scene = scene(
                (request, response, chain) -> chain.doFilter(request, response),
                (request, response) -> response.getWriter().write(request.getParameter("amount")))) {
            // Jetty has a limit of its own, and another status.
            assertThat(scene.post("/", FORM, "amount=" + "7".repeat(2 << 20)).statusCode())
                    .isIn(400, 413);
            assertThat(scene.state()).isEqualTo(State.FAILED);
        }
    }

    @Test
    @DisplayName("R33, T12: parts are what containers make of them: headers in several lines, boundaries within a file,"
            + " none at all")
    void oddUploads() throws Exception {
        String folded = "--cut\r\nContent-Disposition: form-data;\r\n name=\"a\"\r\n\r\nfolded\r\n--cut--\r\n";
        assertThat(partsOf(folded)).isEqualTo("a=folded 6;");
        assertThat(partsOf(upload("text/plain", "one\n--cut\ntwo"))).isEqualTo("file=one\n--cut\ntwo 13;");
        assertThat(partsOf("no boundary")).isEmpty();
        assertThat(partsOf("")).isEmpty();
    }

    /** What a handler finds, and how much of each part it is told that it can read at once. */
    private String partsOf(String body) throws Exception {
        Scene.Handler handler = (request, response) -> {
            for (Part part : request.getParts()) {
                InputStream in = part.getInputStream();
                int available = in.available();
                response.getWriter()
                        .write(part.getName() + "=" + new String(in.readAllBytes(), StandardCharsets.UTF_8) + " "
                                + available + ";");
            }
        };
        try (Scene scene = scene((request, response, chain) -> chain.doFilter(request, response), handler)) {
            return scene.post("/", UPLOAD, body).body();
        }
    }

    @Test
    @DisplayName("R33: a part is written where the servlet's configuration says, in memory or on disk, as without us")
    void writesToLocation() throws Exception {
        Scene.Handler handler = (request, response) -> {
            for (String name : request.getParameterValues("to")) {
                request.getPart("file").write(name);
            }
            response.getWriter().write("written");
        };
        for (int size : new int[] {10, 300_000}) {
            try (Scene scene = scene((request, response, chain) -> chain.doFilter(request, response), handler)) {
                String body = upload("image/png", "x".repeat(size));
                Path whole = scene.uploads().resolve("whole-path.bin");
                assertThat(scene.post("/?to=ours.bin&to=" + whole, UPLOAD, body).body())
                        .isEqualTo("written");

                assertThat(Files.readString(scene.uploads().resolve("ours.bin")))
                        .isEqualTo("x".repeat(size));
                assertThat(whole).hasSize(size);
                assertThat(scene.post("/open?to=theirs.bin", UPLOAD, body).body())
                        .isEqualTo("written");
                assertThat(scene.uploads().resolve("theirs.bin")).hasSize(size);
            }
        }
    }
}
