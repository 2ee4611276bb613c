import { afterAll } from 'vitest'
import { openEither } from '../../database/testing/databases.ts'
import { readingsOver } from '../../sync/service/testing/asked-service.ts'
import { generateRecords } from '../demonstration/generate.ts'
import { fill, listen, requestTime } from '../service/testing/service.ts'

/** The service with the demonstration, until the last test of the file, and what readings of it ask. */
export async function readDemonstration(transactions: number) {
  const generated = generateRecords({ transactions, seed: 7, until: new Date(requestTime) })
  const rows = [...generated.transactions]
  const database = await openEither()
  await fill(database, { ...generated, transactions: rows })
  // The service caches places in its lists for a second; readings come sooner.
  let passed = 0
  const service = await listen(database, { clock: () => (passed += 1000) })
  afterAll(() => service.close())
  const asked: string[] = []
  const read = readingsOver(
    (target) => {
      asked.push(target)
      return service.inject(target)
    },
    () => Date.parse(requestTime),
  )
  return { rows, asked, read }
}
