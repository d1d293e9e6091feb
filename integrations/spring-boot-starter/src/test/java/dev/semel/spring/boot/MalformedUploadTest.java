// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.spring.Idempotent;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.multipart.MultipartFile;

@Tag("http")
@DisplayName("An upload that is none")
class MalformedUploadTest {

    private static final String BEGUN =
            "--cut\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.bin\"\r\n\r\nhalf";

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName("R15: is its client's fault: 400 on Boot's error page, which is saved; on Jetty, too:")
    void isTheClientsFault(boolean jetty) {
        Booted.Setting setting = Booted.of(Booted.Open.class, Application.class);
        try (Booted booted = (jetty ? setting.onJetty() : setting).serve()) {
            Client client = new Client(booted.uri());
            String key = Client.newKey();
            String type = "multipart/form-data; boundary=cut";

            HttpResponse<String> first = client.send("POST", "/uploads", key, type, BEGUN);
            HttpResponse<String> retry = client.send("POST", "/uploads", key, type, BEGUN);
            HttpResponse<String> whole =
                    client.send("POST", "/uploads", Client.newKey(), type, BEGUN + "\r\n--cut--\r\n");

            assertThat(first.statusCode()).isEqualTo(400);
            assertThat(first.body()).contains("\"status\":400", "/uploads");
            assertThat(Client.isReplay(retry)).isTrue();
            assertThat(retry.body()).isEqualTo(first.body());
            assertThat(whole.body()).isEqualTo("4 bytes");
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Import(Uploads.class)
    static class Application {}

    @RestController
    static class Uploads {

        @PostMapping("/uploads")
        @Idempotent("uploads")
        String take(@RequestParam("file") MultipartFile file) {
            return file.getSize() + " bytes";
        }
    }
}
