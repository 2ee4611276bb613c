/**
 * `npm run bench:statement`: reading all that statements are made of, with dates, beside a bare walk of the same transactions, against the
 * service over loopback HTTP. `BENCH_ROWS` says how many transactions there are.
 */
import { transactionList } from '../src/api/walk/lists.ts'
import { readWhole } from '../src/api/walk/walk.ts'
import { type Ledger, readLedger } from '../src/features/statements/read-ledger.ts'
import { proofOf } from '../src/features/statements/statement.ts'
import { print, timed, withBenchService } from './harness.ts'

const sizes = (process.env.BENCH_ROWS ?? '25000,200000').split(',').map(Number)
const { signal } = new AbortController()
const now = () => Date.parse('2026-11-01T00:00:00Z')
for (const rows of sizes)
  await withBenchService(rows, async () => {
    await walk()
    const bare = await timed(walk)
    let ledger: Ledger | undefined
    const read = await timed(async () => {
      ledger = await readLedger({ signal, now, onProgress: () => {} })
      return ledger.book.read
    })
    if (!ledger) throw new Error('It was read.')
    const { holdings } = ledger.settlement
    const proved = holdings.filter((holding) => proofOf(holding, true).state === 'proved').length
    print(
      `${rows} transactions: ${ledger.book.read} read with dates in ${(read.seconds / bare.seconds).toFixed(2)} times the bare walk ` +
        `(${read.seconds.toFixed(1)} s; ${(read.processor / bare.processor).toFixed(2)} times its processor time; ${ledger.dateRequests} requests for dates), ${proved} of ${holdings.length} holdings proved, ` +
        `${read.memory}; bare walk ${bare.memory}`,
    )
  })

/** The same transactions; each is read and let go. */
async function walk(): Promise<number> {
  return (await readWhole(transactionList({}), { signal })).rows
}
