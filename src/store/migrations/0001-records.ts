/**
 * The records of accounts. `account` begins every key: engines that spread a database over machines divide it by that.
 *
 * PostgreSQL's text takes neither U+0000 nor half a surrogate pair, and `jsonb` reorders keys: records are kept as the text that came, and what
 * is asked for stands beside it, written by `columnText` of `database-text.ts`: at most 240 bytes, so that any of it fits into an index.
 * Amounts that are no decimals are null, since `numeric` would take NaN.
 */
export const recordTables = (ordered: string): readonly string[] => [
  // Every writer locks its row, and holds it for as long as a whole reading takes to be applied. What others write meanwhile is in `lease`.
  `create table if not exists custody_store.account (
    account text primary key,
    service text not null,
    reader text not null,
    is_typed boolean not null,
    account_id text,
    key_digest text not null,
    created_at timestamptz not null default now(),
    is_forgotten boolean not null default false,
    epoch text not null,
    revision bigint not null default 0,
    last_reading bigint not null default 0,
    kept_rows bigint not null default 0,
    listed_rows bigint not null default 0,
    profile text not null default '{}',
    state text not null default '{}',
    fence bigint not null default 0
  )`,
  `create table if not exists custody_store.lease (
    account text primary key,
    holder text,
    until timestamptz,
    fence bigint not null default 0,
    looked_at timestamptz not null default now()
  )`,
  // `since`: when the last reading or update began that had all that was new then. What this one found happened after that.
  `create table if not exists custody_store.reading (
    account text not null,
    reading bigint not null,
    kind text not null,
    since text,
    begun text not null,
    ended text not null,
    completeness text,
    doubts text not null,
    requests bigint not null,
    added bigint not null,
    changed bigint not null,
    gone bigint not null,
    unlisted bigint not null,
    returned bigint not null,
    primary key (account, reading)
  )`,
  // PostgreSQL reads a row from left to right: columns that queries need for every row come first, long ones last.
  `create table if not exists custody_store.transaction (
    account text not null,
    id ${ordered} not null,
    occurrence integer not null,
    position bigint not null,
    recorded_from bigint,
    recorded_before bigint,
    first_seen bigint not null,
    changed_in bigint,
    unlisted_in bigint,
    gone_in bigint,
    ${derivedColumns(ordered)},
    record text not null,
    primary key (account, id, occurrence)
  )`,
  'create index if not exists transaction_order on custody_store.transaction (account, position, id, occurrence)',
  `create index if not exists transaction_unlisted on custody_store.transaction (account, unlisted_in)
    where unlisted_in is not null`,
  // The condition is that of `openIds`, word for word.
  `create index if not exists transaction_open on custody_store.transaction (account, position, id, occurrence)
    where unlisted_in is null and gone_in is null
      and coalesce(status not in ('completed', 'rejected', 'cancelled', 'failed'), true)`,
  'create index if not exists transaction_rule on custody_store.transaction (account, rule)',
  // A whole reading, beside the rows until it is applied. Without a record: the row has the same content already. `known`: the latest reading or
  // update that was applied by then. What a later one wrote is newer.
  `create table if not exists custody_store.staged (
    account text not null,
    id ${ordered} not null,
    occurrence integer not null,
    pass integer not null,
    place bigint not null,
    known bigint not null,
    record text,
    ${derivedColumns(ordered)},
    primary key (account, id, occurrence)
  )`,
  // What a list had when it was last replaced, so that the same again writes nothing.
  `create table if not exists custody_store.list (
    account text not null,
    list text not null,
    content text not null,
    primary key (account, list)
  )`,
  `create table if not exists custody_store.vault (
    account text not null,
    place integer not null,
    vault_id ${ordered},
    vault_name ${ordered},
    vault_label ${ordered},
    vault_type ${ordered},
    words text not null,
    record text not null,
    primary key (account, place)
  )`,
  `create table if not exists custody_store.holding (
    account text not null,
    vault_place integer not null,
    place integer not null,
    vault_id ${ordered},
    asset_id ${ordered},
    network_id ${ordered},
    ${amountColumns},
    primary key (account, vault_place, place)
  )`,
  // `list`: all, cold or warm.
  `create table if not exists custody_store.balance (
    account text not null,
    list text not null,
    place integer not null,
    asset_id ${ordered},
    asset_name ${ordered},
    network_id ${ordered},
    network_label ${ordered},
    ${amountColumns},
    words text not null,
    record text not null,
    primary key (account, list, place)
  )`,
  `create table if not exists custody_store.whitelist (
    account text not null,
    place integer not null,
    whitelist_id ${ordered},
    whitelist_name ${ordered},
    whitelist_label ${ordered},
    whitelist_type ${ordered},
    words text not null,
    record text not null,
    primary key (account, place)
  )`,
  `create table if not exists custody_store.whitelist_entry (
    account text not null,
    whitelist_place integer not null,
    place integer not null,
    asset_id ${ordered},
    network_id ${ordered},
    address ${ordered},
    address_key ${ordered},
    memo ${ordered},
    primary key (account, whitelist_place, place)
  )`,
]

/**
 * What is made of a record, by `transaction-row.ts`. `id` is empty where a record has none, and `occurrence` tells records of one id apart;
 * `whole_id` is null unless the id had to be shortened. `position` is sparse: the order of the service, smallest first, and with it
 * `id, occurrence`. `content` is a digest of the fields of the specification in their normal form; `rule`, the version of the rules that made the
 * columns. `…_label` is what a column of the console shows and sorts by; `…_key`, one account however its address is spelled. `amount_text` and
 * `fee_text`: what came where it is no decimal.
 */
function derivedColumns(ordered: string): string {
  return `words text,
    whole_id text,
    content text not null,
    rule integer not null,
    status ${ordered},
    transaction_type ${ordered},
    asset_id ${ordered},
    network_id ${ordered},
    network_label ${ordered},
    amount numeric,
    amount_text ${ordered},
    fee numeric,
    fee_text ${ordered},
    fee_form text,
    source_type ${ordered},
    source_id ${ordered},
    source_label ${ordered},
    source_address ${ordered},
    source_key ${ordered},
    destination_type ${ordered},
    destination_id ${ordered},
    destination_label ${ordered},
    destination_address ${ordered},
    destination_key ${ordered},
    destination_memo ${ordered},
    txn_hash ${ordered}`
}

/** Null is not zero: the service did not give it, or gave what is no decimal. */
const amountColumns = `total_balance numeric,
    available_balance numeric,
    processing_balance numeric,
    staking_balance numeric,
    claimable_balance numeric`
