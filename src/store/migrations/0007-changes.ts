/**
 * What was seen to change, with the reading that saw it and in its transaction. `told_in`: the reading from which on it is told; null while it waits
 * for one that agrees. `record_id` and `name` as `columnText` and `databaseText` write them; `fields`: JSON. Times are ISO 8601 UTC.
 */
export const recordChangeTables = (ordered: string): readonly string[] => [
  `create table if not exists custody_store.change (
    account text not null,
    reading bigint not null,
    place integer not null,
    told_in bigint,
    kind text not null,
    record_id ${ordered} not null,
    event text not null,
    is_whole boolean not null,
    since text,
    seen text not null,
    asset_id ${ordered},
    network_id ${ordered},
    name text,
    before text,
    after text,
    fields text,
    primary key (account, reading, place)
  )`,
  'create index if not exists change_record on custody_store.change (account, kind, record_id, reading, place)',
  'create index if not exists change_told on custody_store.change (account, told_in, place) where told_in is not null',
  'create index if not exists change_seen on custody_store.change (account, seen, place) where told_in is not null',
  'create index if not exists change_waiting on custody_store.change (account) where told_in is null',
]
