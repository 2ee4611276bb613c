/**
 * The records of accounts. `account` begins every key: engines that spread a database over machines divide it by that.
 *
 * PostgreSQL's text takes neither U+0000 nor half a surrogate pair, and `jsonb` reorders keys: records are kept as the text that came, and what
 * is asked for stands beside it, written by `database-text.ts`. Amounts that are no decimals are null, since `numeric` would take NaN.
 */
export const records = (ordered: string): readonly string[] => [
  `create table custody_store.account (
    account text primary key,
    service text not null,
    reader text not null,
    is_typed boolean not null,
    account_id text,
    key_digest text not null,
    created_at timestamptz not null default now(),
    looked_at timestamptz not null default now(),
    epoch text not null,
    revision bigint not null default 0,
    last_reading bigint not null default 0,
    profile text not null default '{}',
    state text not null default '{}',
    lease_holder text,
    lease_until timestamptz,
    fence bigint not null default 0
  )`,
  `create table custody_store.reading (
    account text not null,
    reading bigint not null,
    kind text not null,
    begun text not null,
    ended text not null,
    completeness text not null,
    doubts text not null,
    requests bigint not null,
    added bigint not null,
    changed bigint not null,
    gone bigint not null,
    primary key (account, reading)
  )`,
  `create table custody_store.transaction (${transactionColumns(ordered)},
    recorded_from bigint,
    recorded_before bigint,
    first_seen bigint not null,
    changed_in bigint,
    unlisted_in bigint,
    gone_in bigint,
    primary key (account, id, occurrence)
  )`,
  // A whole reading, beside the rows until it is applied. A row that is as the store has it has its place and content alone.
  `create table custody_store.staged (${transactionColumns(ordered)
    .replace('record text not null', 'record text')
    .replace('words text not null', 'words text')},
    pass integer not null,
    primary key (account, id, occurrence)
  )`,
  `create table custody_store.vault (
    account text not null,
    place integer not null,
    vault_id ${ordered},
    vault_name ${ordered},
    vault_type ${ordered},
    record text not null,
    primary key (account, place)
  )`,
  `create table custody_store.holding (
    account text not null,
    vault_place integer not null,
    place integer not null,
    vault_id ${ordered},
    asset_id ${ordered},
    network_id ${ordered},
    ${amountColumns},
    primary key (account, vault_place, place)
  )`,
  `create table custody_store.balance (
    account text not null,
    list text not null,
    place integer not null,
    asset_id ${ordered},
    network_id ${ordered},
    ${amountColumns},
    record text not null,
    primary key (account, list, place)
  )`,
  `create table custody_store.whitelist (
    account text not null,
    place integer not null,
    whitelist_id ${ordered},
    whitelist_name ${ordered},
    whitelist_type ${ordered},
    record text not null,
    primary key (account, place)
  )`,
  `create table custody_store.whitelist_entry (
    account text not null,
    whitelist_place integer not null,
    place integer not null,
    asset_id ${ordered},
    network_id ${ordered},
    address text,
    address_key ${ordered},
    memo text,
    primary key (account, whitelist_place, place)
  )`,
]

/**
 * `id` is empty where a record has none, and `occurrence` tells records of one id apart. `position` is sparse: the order of the service, smallest
 * first. `content` is a digest of the fields of the specification in their normal form; `rule`, the version of the rules that made the columns
 * after it. `…_label` is what a column of the console shows and sorts by.
 */
function transactionColumns(ordered: string): string {
  return `
    account text not null,
    id ${ordered} not null,
    occurrence integer not null,
    position bigint not null,
    record text not null,
    content text not null,
    rule integer not null,
    status ${ordered},
    transaction_type ${ordered},
    asset_id ${ordered},
    network_id ${ordered},
    network_label ${ordered},
    amount numeric,
    fee numeric,
    fee_form text,
    source_type ${ordered},
    source_id ${ordered},
    source_label ${ordered},
    source_address text,
    source_key ${ordered},
    destination_type ${ordered},
    destination_id ${ordered},
    destination_label ${ordered},
    destination_address text,
    destination_key ${ordered},
    txn_hash ${ordered},
    words text not null`
}

/** Null is not zero: the service did not give it, or gave what is no decimal. */
const amountColumns = `total_balance numeric,
    available_balance numeric,
    processing_balance numeric,
    staking_balance numeric,
    claimable_balance numeric`
