// SPDX-License-Identifier: Apache-2.0
package dev.semel;

import java.io.Serial;

/** A setting, or a combination of settings, that cannot work; the message names it and says what to do. */
public final class SettingException extends IllegalArgumentException {

    @Serial
    private static final long serialVersionUID = 1;

    private final String setting;

    public SettingException(String setting, String problem) {
        super(setting + ": " + problem);
        this.setting = setting;
    }

    /** The name of the bad setting. */
    public String setting() {
        return setting;
    }
}
