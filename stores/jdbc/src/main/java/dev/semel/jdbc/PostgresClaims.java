// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.ClaimId;
import dev.semel.state.OnDoubt;
import dev.semel.state.Sighting;
import dev.semel.state.Transitions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Claims on PostgreSQL. The first statement creates what is absent and shows what is there, which settles new keys, replays,
 * conflicts and mismatches. What it shows to be takeable is taken by a second one, which looks and decides by itself.
 */
final class PostgresClaims {

    private final PostgresKind kind;
    private final Plans.Plan claimOne;
    private final Plans.Plan claim;
    private final PostgresSql take;

    PostgresClaims(Plans plans, PostgresKind kind) {
        this.kind = kind;
        this.claimOne = plans.of("claim-one");
        this.claim = plans.of("claim");
        this.take = plans.steady("take");
    }

    List<Reply<ClaimAnswer>> claim(Connection connection, List<Claim> batch) throws SQLException {
        Shown shown = kind.claimsAlone() && batch.size() == 1 ? one(connection, batch) : all(connection, batch);
        if (shown.isSilent()) {
            // The small statement has nothing to say about a key that is too old, and about a race that it lost.
            shown = all(connection, batch);
        }
        return shown.takeable.isEmpty() ? shown.replies : taken(connection, batch, shown);
    }

    /** Smaller statements, since a plan for many costs a lone caller more than its work. */
    private Shown one(Connection connection, List<Claim> batch) throws SQLException {
        Claim claim = batch.get(0);
        try (Single single = new Single(connection, claimOne.sql())) {
            single.id(claim.id())
                    .bytes(claim.fingerprint().toBytes())
                    .claimId(claim.claimId())
                    .number(Micros.of(claim.lease()))
                    .number(Terms.longest(claim) + Micros.of(claim.retention()))
                    .number(Micros.of(claim.retention()))
                    .id(claim.id())
                    .number(Terms.acceptedUntil(claim))
                    .id(claim.id());
            boolean created = single.update() == 1;
            return new Shown(single.next(), batch, created);
        }
    }

    private Shown all(Connection connection, List<Claim> batch) throws SQLException {
        try (Bulk<Claim> bulk = bulk(connection, claim.sql(), batch)) {
            return new Shown(bulk.results(), batch, false);
        }
    }

    private List<Reply<ClaimAnswer>> taken(Connection connection, List<Claim> batch, Shown shown) throws SQLException {
        List<Claim> claims = shown.takeable.stream().map(batch::get).toList();
        List<Reply<ClaimAnswer>> replies = new ArrayList<>(shown.replies);
        try (Bulk<Claim> bulk = bulk(connection, take, claims)) {
            List<Reply<ClaimAnswer>> taken = bulk.replies(
                    (row, granted, claim) -> granted ? granted(row, claim) : unwritten(row, claim),
                    new Reply.Again<>(null));
            for (int i = 0; i < taken.size(); i++) {
                replies.set(shown.takeable.get(i), taken.get(i));
            }
        }
        return replies;
    }

    private static Bulk<Claim> bulk(Connection connection, PostgresSql sql, List<Claim> batch) throws SQLException {
        return new Bulk<>(connection, sql, batch)
                .places()
                .ids(Claim::id)
                .bytes(claim -> claim.fingerprint().toBytes())
                .claimIds(Claim::claimId)
                .longs(claim -> Micros.of(claim.lease()))
                .longs(Terms::longest)
                .longs(claim -> Micros.of(claim.retention()))
                .booleans(claim -> claim.onDoubt() == OnDoubt.TAKE)
                .ints(Claim::rerunBelow)
                .longs(Terms::acceptedUntil);
    }

    private static Reply<ClaimAnswer> granted(Row row, Claim claim) throws SQLException {
        Sighting written = row.sighting(claim.id(), row.leaseBegan(claim.lease()), null);
        return written == null ? new Reply.Again<>(null) : new Reply.Answered<>(new ClaimAnswer.Granted(written));
    }

    private static Reply<ClaimAnswer> unwritten(Row row, Claim claim) throws SQLException {
        return Judge.unwritten(claim, row.sighting(claim.id()), row.at());
    }

    /** What the first statement says: replies, and the places of the claims that may take over what they were shown. */
    private static final class Shown {

        private final List<Claim> batch;
        private final List<Reply<ClaimAnswer>> replies;
        private final List<Integer> takeable = new ArrayList<>();

        /** What the lone claim of a batch created is shown whole, as any other record. */
        Shown(ResultSet result, List<Claim> batch, boolean created) throws SQLException {
            this.batch = batch;
            this.replies = read(result, created);
        }

        boolean isSilent() {
            return batch.size() == 1 && takeable.isEmpty() && replies.get(0) instanceof Reply.Again<ClaimAnswer>;
        }

        private List<Reply<ClaimAnswer>> read(ResultSet result, boolean created) throws SQLException {
            Replies<ClaimAnswer> replies = new Replies<>(batch.size());
            Map<ClaimId, Integer> places = places();
            Row row = new Row(result, 3);
            while (result.next()) {
                if (created) {
                    // As it was written: by now the key may be too old to be new, and was not when it was.
                    replies.first(0, () -> granted(row, batch.get(0)));
                } else if (result.getBoolean(2)) {
                    int place = Objects.requireNonNull(places.get(row.claimId()), "nobody else's claim is created");
                    replies.first(place, () -> created(row, batch.get(place)));
                } else {
                    int place = result.getInt(1) - 1;
                    replies.first(place, () -> shown(row, place));
                }
            }
            // Who is not spoken of lost the race for a new key: the record was created by somebody whom nobody can see
            // yet.
            return replies.otherwise(new Reply.Again<>(null)).all();
        }

        /** A created row comes back with nothing but its claim id. */
        private Map<ClaimId, Integer> places() {
            Map<ClaimId, Integer> places = new HashMap<>();
            for (int i = 0; i < batch.size(); i++) {
                places.put(batch.get(i).claimId(), i);
            }
            return places;
        }

        private static Reply<ClaimAnswer> created(Row row, Claim claim) throws SQLException {
            return new Reply.Answered<>(
                    Transitions.onClaim(null, claim, row.at()).answer());
        }

        private Reply<ClaimAnswer> shown(Row row, int place) throws SQLException {
            Reply<ClaimAnswer> reply = unwritten(row, batch.get(place));
            if (reply instanceof Reply.Again<ClaimAnswer>) {
                takeable.add(place);
            }
            return reply;
        }
    }
}
