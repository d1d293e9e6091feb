// SPDX-License-Identifier: Apache-2.0
package dev.semel.verification.simulation;

import dev.semel.IdempotencyKey;
import dev.semel.Tenant;
import dev.semel.state.RecordId;
import java.util.ArrayList;
import java.util.List;

/** What clients and operators do while things go wrong. */
final class Story {

    /** Whose key of which operation. */
    record Name(Policy policy, Tenant tenant, IdempotencyKey key) {

        RecordId id() {
            return new RecordId(tenant, policy.name(), key);
        }
    }

    private static final List<Tenant> TENANTS = List.of(new Tenant("a"), new Tenant("b"));

    private final World world;
    private final List<Name> names = new ArrayList<>();

    Story(World world) {
        this.world = world;
        for (int i = 0; i < world.plan().keys(); i++) {
            Policy policy = world.dice().oneOf(world.plan().policies().toArray(new Policy[0]));
            names.add(new Name(policy, TENANTS.get(i % 2), key(i / 2)));
        }
    }

    /** The same keys for both tenants; they carry their birth time, the beginning of the simulation. */
    private static IdempotencyKey key(int number) {
        String millis = String.format("%012x", Loop.FIRST.toEpochMilli());
        return new IdempotencyKey(
                String.format("%s-%s-7000-8000-%012x", millis.substring(0, 8), millis.substring(8), number));
    }

    List<Name> names() {
        return names;
    }

    void tell() {
        Dice dice = world.dice();
        for (int i = 0; i < world.plan().requests(); i++) {
            Name name = names.get(dice.below(names.size()));
            boolean other = dice.chance(world.plan().otherPayloads());
            boolean executes = dice.chance(400);
            world.loop().after(when(), null, () -> request(name, other, executes));
        }
        for (int i = 0; i < dice.oneOf(0, 0, 1, 3); i++) {
            world.loop().after(when(), null, world.operator()::purge);
        }
        for (int i = 0; i < dice.oneOf(0, 0, 1, 3); i++) {
            Name name = names.get(dice.below(names.size()));
            world.loop().after(when(), null, () -> world.operator().settle(name.policy(), name.id()));
        }
    }

    /** Often all at once: races are where the bugs are. */
    private long when() {
        return world.dice().chance(300) ? 0 : world.dice().within(world.plan().span());
    }

    private void request(Name name, boolean other, boolean executes) {
        Host host = world.hosts().any();
        world.request(
                new Request(world, host, name.policy(), world.intent(host, name.policy(), name, other), got -> {}),
                executes);
    }
}
