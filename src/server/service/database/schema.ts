/**
 * The tables, in SQL that PGlite, PostgreSQL and the engines that speak its dialect share. Everything is
 * created "if not exists", so that it can run at every start. Amounts are `text` where a record carries them as they came,
 * and unconstrained `numeric` where they are added up: both exact.
 */
export const tables = `
create table if not exists setting (
  name text primary key,
  value text not null
);
create table if not exists api_key (
  key_hash text primary key,
  key_id text not null unique,
  key_name text not null,
  roles text not null,
  created_at timestamptz not null default now(),
  revoked_at timestamptz
);
create table if not exists asset (
  asset_id text not null,
  network_id text not null,
  asset_name text not null,
  network_name text not null,
  primary key (asset_id, network_id)
);
create table if not exists vault (
  vault_id text primary key,
  vault_name text not null,
  vault_type text not null
);
create table if not exists holding (
  vault_id text not null references vault,
  asset_id text not null,
  network_id text not null,
  available_balance numeric not null,
  processing_balance numeric not null,
  staking_balance numeric not null,
  claimable_balance numeric not null,
  primary key (vault_id, asset_id, network_id),
  foreign key (asset_id, network_id) references asset
);
create table if not exists whitelist (
  whitelist_id text primary key,
  whitelist_name text not null,
  whitelist_type text not null
);
create table if not exists whitelist_address (
  whitelist_id text not null references whitelist,
  position integer not null,
  asset_id text not null,
  network_id text not null,
  address text not null,
  memo text not null,
  primary key (whitelist_id, position),
  foreign key (asset_id, network_id) references asset
);
create table if not exists transaction (
  transaction_id text primary key,
  recorded_at timestamptz not null,
  transaction_type text not null,
  status text not null,
  asset_id text not null,
  network_id text not null,
  amount text not null,
  fee text not null,
  source_type text not null,
  source_id text not null,
  source_name text not null,
  source_address text not null,
  destination_type text not null,
  destination_id text not null,
  destination_name text not null,
  destination_address text not null,
  memo text not null,
  txn_hash text not null,
  blockexplorer_link text not null,
  note text not null,
  foreign key (asset_id, network_id) references asset
);
`
