/** An account of so many transactions, made by the database itself: to read ten million through a service would take an hour. */
import { createHash } from 'node:crypto'
import type { Database } from '../src/database/database.ts'
import { databaseText, textSeparator } from '../src/store/database-text.ts'
import { openStore } from '../src/store/store.ts'
import { derivedRule } from '../src/store/transaction-row.ts'

export const dayMilliseconds = 86_400_000
export const lastDay = Date.UTC(2026, 10, 28) / dayMilliseconds
const firstDay = Date.UTC(2025, 9, 1) / dayMilliseconds

/** In pieces: one statement would keep all rows of the embedded database in memory. */
const pieceRows = 100_000

/** Of so many transactions. */
export async function benchAccount(database: Database, rows: number) {
  const store = await openStore(database)
  const reader = { kind: 'typed' } as const
  const account = await store.account({ service: 'bench', reader, apiKey: 'bench', accountId: null })
  await fillAccount(database, account, rows)
  return { store, account, records: store.of(account) }
}

/** What the store is told of how well an account is known. */
export async function setState(database: Database, account: string, state: object): Promise<void> {
  const text = JSON.stringify(state)
  await database.query('update custody_store.account set state = $2 where account = $1', [account, text])
}

/** Indexes are made afterwards, which takes a tenth of the time. */
async function fillAccount(database: Database, account: string, rows: number): Promise<void> {
  const { query, script } = database.with({ seconds: null })
  const indexes = await query<'name' | 'definition'>(
    `select indexname as name, indexdef as definition from pg_indexes
    where schemaname = 'custody_store' and tablename = 'transaction' and indexname <> 'transaction_pkey'`,
  )
  for (const { name } of indexes) await script(`drop index custody_store.${name}`)
  for (let first = 1; first <= rows; first += pieceRows) {
    const last = Math.min(rows, first + pieceRows - 1)
    await query(rowsSql, [account, String(first), String(last), String(rows)])
  }
  const memory = rows > 1_000_000 ? `set local maintenance_work_mem = '1GB'; ` : ''
  for (const { definition } of indexes) await script(memory + definition)
  // On PostgreSQL autovacuum would come a minute later.
  await script('vacuum analyze custody_store.transaction')
}

const columns = [
  ...['account', 'id', 'occurrence', 'position', 'record', 'content', 'rule', 'status', 'transaction_type'],
  ...['asset_id', 'network_id', 'network_label', 'amount', 'fee', 'fee_form'],
  ...['source_type', 'source_id', 'source_label', 'source_address', 'source_key'],
  ...['destination_type', 'destination_id', 'destination_label', 'destination_address', 'destination_key'],
  ...['destination_memo', 'txn_hash', 'words', 'recorded_from', 'recorded_before', 'first_seen'],
]

export const networkCount = 17
/** On each network, at either side. */
export const partyCount = 240

/** No two of these are alike. The same as `benchAddress`. */
const addressOf = (name: string) => `'0x' || md5(${name}) || left(md5('more of ' || ${name}), 8)`

export function benchAddress(name: string): string {
  return `0x${md5(name)}${md5(`more of ${name}`).slice(0, 8)}`
}

export const md5 = (text: string) => createHash('md5').update(text).digest('hex')

/**
 * Assets, vaults and parties are used as unevenly as people use them: each asset is held by twelve of sixty vaults, most of what is moved between
 * vaults goes to a few, and most else comes from and goes to a few of some thousand addresses. What is in flight is new.
 */
const rowsSql = `
with drawn as (
  select i, random() as s, random() as t, random() as v, random() as n, floor(power(random(), 2) * 40)::int as k,
    floor(random() * 12)::int as nth, floor(power(random(), 8) * 12)::int as other_nth,
    floor(power(random(), 3) * ${partyCount})::int as party
  from generate_series($2::int, $3::int) as i
), chosen as (
  select *, (k * 7 + nth * 5) % 60 as vault, (k * 7 + other_nth * 5) % 60 as other from drawn
), named as (
  select *, 'T-' || lpad(i::text, 10, '0') || '-' || substr(md5(i::text), 1, 12) as id,
    '0x' || md5(i::text) || md5('x' || i) as hash, 'A' || k as asset, 'N' || k % ${networkCount} as network,
    round(power(10, v * 5)::numeric, 6 + k % 7) as amount, round((n / 100)::numeric, 10) as fee,
    (${lastDay}::bigint - (i::bigint * ${lastDay - firstDay} / $4::bigint)) * ${dayMilliseconds} as recorded,
    case when i < 40 then (array['pending', 'processing', 'confirming'])[1 + i % 3] when s < 0.94 then 'completed'
      when s < 0.96 then 'failed' when s < 0.98 then 'rejected' else 'cancelled' end as status,
    case when t < 0.4 then 'deposit' when t < 0.8 then 'withdraw' when t < 0.9 then 'rebalance' when t < 0.95 then 'stake'
      when t < 0.97 then 'unstake' else 'claim' end as kind,
    case when n < 0.7 then '' when n < 0.99 then 'Monthly settlement ' || party else 'Invoice 2026/' || i end as note
  from chosen
), ends as (
  select *, case when t < 0.4 then 'external' else 'vault' end as source_type,
    case when t < 0.4 then '' else 'vault-' || vault end as source,
    ${addressOf("network || case when t < 0.4 then 'e' || party else 'v' || vault end")} as source_address,
    case when t >= 0.4 and t < 0.8 then 'whitelist' else 'vault' end as destination_type,
    case when t < 0.4 then 'vault-' || vault when t < 0.8 then 'list-' || party else 'vault-' || other end as destination,
    ${addressOf("network || case when t < 0.4 then 'v' || vault when t < 0.8 then 'w' || party else 'v' || other end")}
      as destination_address
  from named
)
insert into custody_store.transaction (${columns.join(', ')})
select $1, id, 1, i * 1024::bigint,
  json_build_object('transaction_id', id, 'timestamp', '2026-11-28T00:00:00.000Z', 'transaction', json_build_object(
    'transaction_type', kind, 'asset_id', asset, 'asset_name', asset || ' coin', 'network_id', network,
    'network_name', network || ' Mainnet', 'amount', amount::text, 'fee', fee::text,
    'source', json_build_object('source_type', source_type, 'source_id', source, 'source_name', source,
      'source_address', source_address),
    'destination', json_build_object('destination_type', destination_type, 'destination_id', destination,
      'destination_name', destination, 'destination_address', destination_address, 'memo', ''),
    'txn_hash', hash, 'blockexplorer_link', 'https://explorer.example/tx/' || hash, 'note', note), 'status', status)::text,
  substr(hash, 4, 22), ${derivedRule}, status, kind, asset, network, network || ' Mainnet', amount, fee, 'given',
  source_type, source, coalesce(nullif(source, ''), source_address), source_address,
  lower(network) || '${databaseText(textSeparator)}' || source_address, destination_type, destination, destination, destination_address,
  lower(network) || '${databaseText(textSeparator)}' || destination_address, '', hash,
  lower(concat_ws('${textSeparator}', id, hash, nullif(note, ''), source_address, destination_address, nullif(source, ''), destination)),
  recorded, recorded + ${dayMilliseconds}, 1
from ends`
