// SPDX-License-Identifier: Apache-2.0
package dev.semel.gate;

record Broken(String name)
{
}
