/** Files of some vaults, as audit packs have them. */
import { expect, it } from 'vitest'
import { consoleEndpoints } from '../../../contract/console-api.ts'
import { readQuery } from '../../../contract/query.ts'
import { openEither } from '../../../database/testing/databases.ts'
import { keptAccount } from '../../../reports/testing/kept-account.ts'
import { writeList } from './download-file.ts'

const database = await openEither()

it('are complete, whatever is not known of the dates of other vaults', async () => {
  const into = (transaction_id: string, destination_id: string) => ({
    ...{ transaction_id, status: 'completed' },
    transaction: {
      ...{ transaction_type: 'deposit', asset_id: 'ETH', network_id: 'ETH', amount: '1', fee: '0' },
      destination: { destination_type: 'vault', destination_id },
    },
  })
  const account = await keptAccount(database, [
    [into('t1', 'V1'), '2026-10-05'],
    [into('t2', 'V2'), null],
  ])
  const query = readQuery(consoleEndpoints.transactions, 'start_date=2026-10-01&end_date=2026-10-31')
  const written = (vaults: readonly string[]) =>
    account.readMoment(async (moment) => {
      const order = { kind: 'transactions', format: 'csv', query, columns: null, priced: null } as const
      const sink = { write: async () => {} }
      const { signal } = new AbortController()
      return (await writeList(moment, { ...order, parameters: {}, vaults }, sink, signal)).written
    })
  expect(await written(['V1'])).toMatchObject({ completeness: 'complete', reasons: [] })
  expect(await written(['V2'])).toMatchObject({ completeness: 'partial' })
})
