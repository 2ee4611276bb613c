/**
 * `npm run bench:statement`: reading all that statements are made of, with dates, beside a bare walk of the same transactions; of the largest
 * vault and of all, against the service over loopback HTTP. `BENCH_ROWS` says how many transactions there are.
 */
import { transactionList } from '../src/api/walk/lists.ts'
import { readWhole } from '../src/api/walk/walk.ts'
import type { Filter } from '../src/contract/endpoints.ts'
import { grouped } from '../src/features/statements/grouped.ts'
import { type Ledger, readLedger } from '../src/features/statements/read-ledger.ts'
import { proofOf } from '../src/features/statements/statement.ts'
import { print, timed, withBenchService } from './harness.ts'

const sizes = (process.env.BENCH_ROWS ?? '25000,200000').split(',').map(Number)
const { signal } = new AbortController()
const now = () => Date.parse('2026-11-01T00:00:00Z')
for (const rows of sizes)
  await withBenchService(rows, async () => {
    await walk([{}])
    const all = await compare(`${rows} transactions, all vaults`, [{}], null)
    const counts = grouped(all.settlement.holdings, ({ key }) => key.vault_id)
    const largest = [...counts].reduce(
      (most, [vault, holdings]) => {
        const entries = holdings.reduce((sum, holding) => sum + holding.entries, 0)
        return vault !== null && entries > most.entries ? { vault, entries } : most
      },
      { vault: '', entries: 0 },
    ).vault
    await compare(
      `${rows} transactions, the largest vault`,
      [{ source_id: largest }, { destination_id: largest }],
      largest,
    )
  })

async function compare(
  name: string,
  lists: readonly Filter<'transactions'>[],
  vault: string | null,
): Promise<Ledger> {
  const bare = await timed(() => walk(lists))
  let ledger: Ledger | undefined
  const read = await timed(async () => {
    // As the page does: the days of all vaults, and the months of one.
    const unit = vault === null ? 'day' : 'month'
    ledger = await readLedger(vault, { signal, now, unit, onProgress: () => {} })
    return ledger.book.read
  })
  if (!ledger) throw new Error('It was read.')
  const { holdings } = ledger.settlement
  const proved = holdings.filter((holding) => proofOf(holding, true).state === 'proved').length
  print(
    `${name}: ${ledger.book.read} read with dates in ${(read.seconds / bare.seconds).toFixed(2)} times the bare walk ` +
      `(${read.seconds.toFixed(1)} s; ${(read.processor / bare.processor).toFixed(2)} times its processor time; ${ledger.dateRequests} requests for dates), ${proved} of ${holdings.length} holdings proved, ` +
      `${read.memory}; bare walk ${bare.memory}`,
  )
  return ledger
}

/** The same transactions; each is read and let go. */
async function walk(lists: readonly Filter<'transactions'>[]): Promise<number> {
  let rows = 0
  for (const filter of lists) rows += (await readWhole(transactionList(filter), { signal })).rows
  return rows
}
