// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import java.util.List;
import org.openqa.selenium.chrome.ChromeDriver;

/** What is wrong with a page that looks right; see {@link dev.semel.servers.PageFindings}. */
final class PageFindings {

    private PageFindings() {}

    static List<String> barriers(ChromeDriver driver) {
        return dev.semel.servers.PageFindings.barriers(driver);
    }

    static List<String> complaints(ChromeDriver driver) {
        return dev.semel.servers.PageFindings.complaints(driver);
    }

    static List<String> asked(ChromeDriver driver) {
        return dev.semel.servers.PageFindings.asked(driver);
    }
}
