/**
 * `npm run bench:export`: rows a second of an export, with dates and without, beside a bare walk of the same pages that writes nothing;
 * and the memory that it takes at its most, at 100,000 and 1,000,000 rows, against the service over loopback HTTP, into a file. `BENCH_ROWS` and
 * `BENCH_FORMATS` narrow it.
 */
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { run } from '../src/api/retries.ts'
import { readWhole } from '../src/books/reading/walk.ts'
import { wholeTransactions } from '../src/books/reading/whole-lists.ts'
import {
  columnsFor,
  type ExportFormat,
  exportFormats,
  transactionsExport,
  withDateColumn,
} from '../src/files/list-export.ts'
import { runExport } from '../src/files/run.ts'
import { timedWithMemory, withBenchService } from './harness.ts'
import { print } from './product.ts'

const sizes = (process.env.BENCH_ROWS ?? '100000,1000000').split(',').map(Number)
/** A million rows take minutes in each. */
const formats = exportFormats.filter((format) => (process.env.BENCH_FORMATS ?? format).includes(format))
const signal = new AbortController().signal
for (const rows of sizes)
  await withBenchService(rows, async ({ directory }) => {
    // Once unmeasured: the service remembers where pages end, and the engine has compiled what is used.
    await bareWalk()
    const bare = await timedWithMemory(bareWalk)
    const speed = (seconds: number) => `${Math.round(rows / seconds)} rows/s`
    print(`${rows} transactions, bare walk: ${speed(bare.seconds)}, ${bare.memory}`)
    for (const format of formats) {
      const path = join(directory, `${rows}.${format}`)
      const written = await timedWithMemory(() => exportTo(path, format, false))
      const ratio = (bare.seconds / written.seconds).toFixed(2)
      print(
        `${rows} transactions, ${format}: ${speed(written.seconds)}, ${ratio} of the bare walk, ${written.memory}`,
      )
      const dated = await timedWithMemory(() => exportTo(path, format, true))
      const times = (dated.seconds / written.seconds).toFixed(2)
      const work = (dated.processor / written.processor).toFixed(2)
      print(
        `${rows} transactions, ${format} with dates: ${times} of the time without, ${work} of the processor’s, ${dated.memory}`,
      )
    }
  })

const noBooks = { find: () => missing(), divide: async () => missing() }

function missing(): never {
  throw new Error('There are no books.')
}

/** The same requests, joined in the same way; each record is read and let go. */
function bareWalk() {
  return run(readWhole(wholeTransactions({})), { signal })
}

async function exportTo(path: string, format: ExportFormat, hasDates: boolean): Promise<void> {
  const file = await open(path, 'w')
  try {
    const written = await runExport(
      {
        title: 'Transactions',
        list: 'transactions',
        filter: {},
        format,
        columns: withDateColumn(columnsFor(transactionsExport, 'all'), hasDates),
        session: '',
        books: null,
      },
      { write: async (bytes) => void (await file.write(bytes)) },
      { signal, ...noBooks },
    )
    if (written.completeness !== 'complete') throw new Error(written.reasons.join(' '))
  } finally {
    await file.close()
    await rm(path)
  }
}
