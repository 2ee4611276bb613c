import type { OptionalStatement } from './migration.ts'

/**
 * Indexes that lists are read off. A filter is followed by the order of the list, so that a page needs no sort. Rows that are gone are in no
 * list.
 */
export const transactionIndexes = (): readonly (string | OptionalStatement)[] => [
  // With the key of a row: to skip rows, the table need not be read.
  index('page', 'position, id, occurrence'),
  ...filtered.map((column) => index(`by_${column}`, `${column}, position`)),
  // Largest, most expensive and latest first; the other direction is the same index, read backward.
  index('by_amount', 'amount desc, position'),
  index('by_asset_amount', 'asset_id, amount desc, position'),
  index('by_fee', 'fee desc, position'),
  // With what a period is counted and added up by.
  index(
    'by_date',
    'recorded_from desc, position, recorded_before, status, transaction_type, asset_id, network_id, amount, fee',
  ),
  // What is not dated, or not to a day: few, once the dates are found. The condition is that of `isWide` in `transactions.ts`.
  index(
    'wide',
    'recorded_from, recorded_before',
    ' and case when recorded_before - recorded_from <= 172800000 then 0 else 1 end = 1',
  ),
  // All that sums and the largest amounts of an asset need: they are read from it alone.
  index(
    'sums',
    'asset_id, network_id, transaction_type, status, amount, position, id, occurrence, fee, recorded_from, recorded_before',
  ),
  // Without it words are looked for row by row. The embedded database does: its index would take ten times what writing a row takes.
  { optional: 'create extension if not exists pg_trgm' },
  { optional: 'create extension if not exists btree_gin' },
  {
    optional: `create index if not exists transaction_words
      on custody_store.transaction using gin (account, words gin_trgm_ops) where gone_in is null`,
  },
]

const filtered = [
  'status',
  'transaction_type',
  'asset_id',
  'network_id',
  'source_id',
  'source_key',
  'destination_id',
  'destination_key',
]

function index(name: string, columns: string, condition = ''): string {
  return `create index if not exists transaction_${name} on custody_store.transaction (account, ${columns})
    where gone_in is null${condition}`
}
