// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

/** Where requests go to the driver. It may throw, and then whoever sent this one tells its end. */
@FunctionalInterface
interface Outlet {

    void dispatch(Call<?> call);
}
