/** What the database adds up for a review is what its transactions, one by one, come to. */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ofTagged, tagged } from '../../addresses/testing/examples.ts'
import type { Transaction, Whitelist } from '../../contract/normal-records.ts'
import { databaseKinds } from '../../database/testing/databases.ts'
import { openStore } from '../../store/store.ts'
import { lease, namedAccount, readWholeLists, whitelistsOutcome } from '../../store/testing/records.ts'
import { reviewFindings } from './review-findings.ts'
import { destinationsOf, type Recorded } from './testing/destinations.ts'
import { dayOfTests, one, other, reviewWhitelist, withdrawal, xrpEntry } from './testing/records.ts'

const long = `0x${'a'.repeat(300)}`
const addresses = [one, one.toUpperCase().replace('X', 'x'), other, tagged, ofTagged, xrpEntry.address, long]
const memo = fc.constantFrom(null, '', ' ', '7', '007', '7\u00a0', '8', 'a\u0000', '\ud800')
const network = fc.constantFrom('ETH', 'POL', 'XRP', 'NEW', '', null)
const asset = fc.constantFrom('ETH', 'XRP', null, '')
const name = fc.constantFrom('a', 'b', '')

const anyEntry = fc.record({ address: fc.constantFrom(...addresses, '', null), asset, network, memo })
const anyWhitelists = fc
  .array(fc.tuple(fc.option(name), fc.array(anyEntry, { maxLength: 4 })), { maxLength: 4 })
  .map((all) => all.map(([id, entries]) => reviewWhitelist(id, ...entries)))
const anyRow = fc.record({
  transaction: fc
    .record({
      to: fc.constantFrom(...addresses, ' ', null),
      from: fc.constantFrom(one, other, 'vault address'),
      fromKind: fc.constantFrom('vault', 'external'),
      kind: fc.constantFrom('whitelist', 'vault'),
      named: name,
      ...{ asset, network, memo },
      amount: fc.constantFrom('1', '-0.5', '0.000000000000000001', 'NaN', '12345678901234567890.5'),
      type: fc.constantFrom('withdraw', 'withdraw', 'deposit', 'other', null),
      status: fc.constantFrom('completed', 'completed', 'failed', 'settled', null),
    })
    .map(withdrawal),
  recorded: fc.constantFrom<Recorded>(
    ...[null, dayOfTests(1), dayOfTests(2), { from: 0, before: 2 * 86_400_000 }, { from: 5, before: 9 }],
  ),
})

describe.each(databaseKinds)('a review on $name', async ({ open }) => {
  const database = await open()
  const store = await openStore(database)

  it('finds in sums what it finds in transactions', async () => {
    let accounts = 0
    await fc.assert(
      fc.asyncProperty(anyWhitelists, fc.array(anyRow, { maxLength: 40 }), async (whitelists, made) => {
        const rows = made.map(({ transaction, recorded }, at) => ({
          transaction: { ...transaction, transaction_id: `t${at}` },
          recorded,
        }))
        accounts += 1
        const account = store.of(await namedAccount(store, String(accounts)))
        await readWholeLists(account, rows.map(received), { lists: { whitelists: listed(whitelists) } })
        const spans = rows.flatMap(({ recorded, transaction: { transaction_id: id } }) =>
          recorded ? [{ id, ...recorded }] : [],
        )
        await account.setDays(await lease(account), spans)
        const inSums = await account.readMoment(({ destinations }) =>
          reviewFindings(whitelists, destinations),
        )
        expect(inSums).toEqual(await reviewFindings(whitelists, destinationsOf(rows, whitelists)))
      }),
      { numRuns: 12 },
    )
  })
})

function received({ transaction }: { readonly transaction: Transaction }, place: number) {
  const { received: text } = transaction
  return { transaction, text: JSON.stringify(text), place }
}

function listed(whitelists: readonly Whitelist[]) {
  return whitelistsOutcome(...whitelists.map(({ received: item }) => item as object))
}
