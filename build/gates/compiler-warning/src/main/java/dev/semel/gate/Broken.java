// SPDX-License-Identifier: Apache-2.0
package dev.semel.gate;

import java.util.List;

record Broken(List names) {}
