/**
 * What was seen to change, written in the transaction of the reading that tells it. `reading`: when that ended, in milliseconds since 1970; the next
 * is always higher, whatever the clock says. `since`: it happened after this; null where nobody knows. `record_id`, `asset_id` and `network_id` as
 * `columnText` writes them, other texts as `databaseText`; `fields`: JSON. `status_before` and `status_after`: of a transaction, which
 * has these alone; they are apart because the database counts by columns of few values many times as fast.
 *
 * What should never happen, or is undone as often as not, waits in `unconfirmed_change` for a later reading that agrees: `record` is what stood
 * before, to compare that with.
 */
export const recordChangeTables = (ordered: string): readonly string[] => [
  `create table if not exists custody_store.change (
    ${changeColumns(ordered)},
    primary key (account, reading, place)
  )`,
  'create index if not exists change_record on custody_store.change (account, kind, record_id, reading, place)',
  // Few among many, which a report of a year lists.
  `create index if not exists change_listed on custody_store.change (account, reading, place)
    where kind in ('whitelist', 'entry', 'vault') or event in ('gone', 'final', 'backwards', 'late', 'unexplained')`,
  `create table if not exists custody_store.unconfirmed_change (
    ${changeColumns(ordered)},
    occurrence integer not null,
    record text not null,
    primary key (account, kind, record_id, reading, place)
  )`,
]

function changeColumns(ordered: string): string {
  return `account text not null,
    reading bigint not null,
    place integer not null,
    kind text not null,
    record_id ${ordered} not null,
    event text not null,
    is_whole boolean not null,
    since bigint,
    asset_id ${ordered},
    network_id ${ordered},
    name text,
    status_before text,
    status_after text,
    before text,
    after text,
    fields text`
}
