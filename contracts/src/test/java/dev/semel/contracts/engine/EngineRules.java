// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.engine;

import dev.semel.testkit.ManualTime;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;

/** A group of promises about an engine; each test has a scene of its own. */
abstract class EngineRules {

    private final LogLines log = new LogLines();
    private @Nullable Scene scene;

    abstract EngineMaker maker();

    final Scene scene() {
        Scene open = scene;
        return open == null ? sceneIn(ManualTime.together()) : open;
    }

    /** The scene of this test, in a time of the test's own; called before anything else. */
    final Scene sceneIn(ManualTime time) {
        Scene made = new Scene(maker(), time);
        scene = made;
        return made;
    }

    /** What was logged since the test began. */
    final LogLines log() {
        return log;
    }

    @AfterEach
    void closeAll() {
        closeScene();
        log.close();
    }

    final void closeScene() {
        if (scene != null) {
            scene.store().letGo();
            scene.close();
        }
    }
}
