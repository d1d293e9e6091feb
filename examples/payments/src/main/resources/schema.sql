-- SPDX-License-Identifier: Apache-2.0
CREATE TABLE IF NOT EXISTS charge (
    id       text   PRIMARY KEY,
    order_id text   NOT NULL,
    amount   bigint NOT NULL,
    currency text   NOT NULL
);

CREATE INDEX IF NOT EXISTS charge_order ON charge (order_id);

CREATE TABLE IF NOT EXISTS refund (
    id        text   PRIMARY KEY,
    charge_id text   NOT NULL REFERENCES charge,
    amount    bigint NOT NULL
);
