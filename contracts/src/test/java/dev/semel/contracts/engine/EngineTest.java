// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.engine;

import org.junit.jupiter.api.DisplayName;

@DisplayName("The engine")
class EngineTest extends EngineContract {

    @Override
    EngineMaker maker() {
        return EngineMaker.REAL;
    }
}
