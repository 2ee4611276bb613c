/** The console's own review finds what is planted in the books. */
import { describe, expect, test } from 'vitest'
import { knownAddresses } from '../../addresses/known-addresses.ts'
import { chainOf } from '../../chains/index.ts'
import { ownAddressesIn } from '../../contract/addresses.ts'
import { openReviews } from '../../reports/testing/reviews.ts'
import { normaliseTransaction, normaliseWhitelist } from '../../sync/service/normalise.ts'
import type { DemonstrationRecords, TransactionRow } from '../service/tables.ts'
import { assetById } from './assets.ts'
import { generateRecords } from './generate.ts'
import { plantedDiversions, plantedDust, plantedEntries, removedWhitelist } from './planted.ts'

const { reviewOf } = await openReviews()

async function reviewed(books: DemonstrationRecords) {
  const rows = [...books.transactions]
  // Newest first, as the service lists them.
  const transactions = rows.map(itemOf).reverse().map(normaliseTransaction)
  const whitelists = books.whitelists.map((whitelist) =>
    normaliseWhitelist({
      ...whitelist,
      assets: books.whitelistAddresses.filter(({ whitelist_id: id }) => id === whitelist.whitelist_id),
    }),
  )
  const { tables } = await reviewOf(whitelists, transactions)
  return { rows, transactions, whitelists, tables }
}

function itemOf({ transaction_id, status, ...row }: TransactionRow) {
  return { transaction_id, status, transaction: { ...row, source: row, destination: row } }
}

const until = new Date('2026-11-21T12:34:56.789Z')

describe('books of 2,000 transactions', async () => {
  const { rows, transactions, whitelists, tables } = await reviewed(
    generateRecords({ transactions: 2000, seed: 20_261_101, until }),
  )
  const findings = tables.flatMap(({ rows }) => rows.map(({ cells }) => cells))
  const found = (kind: string) => findings.filter((cells) => cells.kind === kind)

  const entries = whitelists.flatMap(({ assets }) => assets)
  /** Assets and addresses that were paid in the name of the whitelist that is removed. */
  const paidOfRemoved = new Set(
    rows
      .filter(({ destination_name: name, status }) => name === removedWhitelist && status === 'completed')
      .map((row) => `${row.asset_id} ${row.destination_address}`),
  ).size

  test.each(plantedEntries.map(([name, assets, finding]) => [name, assets, finding] as const))(
    '%s: %s is found as %s',
    (name, assets, finding) => {
      const rowsOfKind = tables.flatMap(({ rows }) => rows.filter(({ cells }) => cells.kind === finding))
      const networks = rowsOfKind
        .filter((row) => JSON.stringify(row).includes(name))
        .map(({ cells }) => cells.network_id)
      expect(networks).toEqual(
        expect.arrayContaining(assets.split(' ').map((id) => assetById(id).network.id)),
      )
    },
  )

  test('every kind of finding', () => {
    expect([...new Set(findings.map(({ kind }) => kind))].sort()).toEqual([
      'failed-checksum',
      'look-alike',
      'missing-memo',
      'never-used',
      'other-memo',
      'several-names',
      'unlisted-withdrawal',
    ])
    expect(tables.map(({ name }) => name)).toEqual(['critical', 'high', 'medium', 'never-used'])
    expect(found('never-used').length).toBeLessThan(entries.length / 3)
  })

  test('completed withdrawals to addresses on no whitelist: one look-alike, and those of a whitelist that is removed', () => {
    const unlisted = found('unlisted-withdrawal')
    expect(unlisted.filter(({ severity }) => severity === 'Critical')).toHaveLength(1)
    // One for each asset.
    const evidence = tables.flatMap(({ rows }) => rows.flatMap(({ parts = [] }) => parts))
    expect(evidence.filter(({ cells }) => /does not list\.$/.test(cells.because ?? ''))).toHaveLength(
      paidOfRemoved,
    )
    expect(paidOfRemoved).toBeGreaterThan(0)
  })

  test('dust from look-alikes of those who were paid before, and withdrawals to three of them, two of which were stopped', () => {
    const known = knownAddresses(whitelists, ownAddressesIn(transactions))
    const dust = rows.flatMap((row, index) => {
      const isDust = row.source_type === 'external' && row.amount.startsWith('0.000')
      const [worst] = isDust ? known.lookup(row.source_address, row.network_id).lookAlikes : []
      return worst ? [{ ...row, ...worst, before: rows.slice(0, index) }] : []
    })
    const alike = dust.filter(({ likeness }) => likeness === 'both-ends')
    const families = alike.map(({ network_id: network }) => chainOf(network).name)
    const planted = plantedDust.filter(([, , ends]) => ends === 'both').map(([, family]) => family)
    expect(families.sort()).toEqual(planted.map((family) => chainOf(family).name).sort())
    expect(dust.length).toBeGreaterThan(alike.length)
    for (const { before, known } of alike)
      expect(before.some((row) => row.destination_address === known.address)).toBe(true)
    const poisoners = new Set(alike.map((row) => row.source_address))
    const sent = rows.filter((row) => poisoners.has(row.destination_address))
    const toLookAlikes = plantedDiversions.filter(([, to]) => to === 'look-alike')
    expect(sent.map(({ status, note }) => [status, note]).sort()).toEqual(
      toLookAlikes.map(([, , status, note]) => [status, note]).sort(),
    )
  })
})

test('books of fewer than a thousand transactions have no room for incidents', async () => {
  const { tables } = await reviewed(generateRecords({ transactions: 900, seed: 1, until }))
  const names = tables.map(({ name }) => name)
  expect(names).not.toContain('unlisted-withdrawal')
  expect(names).not.toContain('other-memo')
})
