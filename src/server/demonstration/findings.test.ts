/**
 * What a review of whitelists and transactions should find is in the books. Read from the rows alone, by small checks that
 * share nothing with the generator nor with the console's own address logic.
 */
import { describe, expect, test } from 'vitest'
import type { OrganisationBooks, TransactionRow, WhitelistAddressRow } from '../service/database/tables.ts'
import { generateBooks } from './generate.ts'
import { largeBooks, until } from './testing/large-books.ts'

/** Families whose look-alikes are planted: what every address begins with, and how it is compared. */
const families: Readonly<Record<string, readonly [family: string, prefix: string]>> = {
  ETH: ['EVM', '0x'],
  ARB: ['EVM', '0x'],
  POL: ['EVM', '0x'],
  BTC: ['Bitcoin', 'bc1q'],
  TRX: ['TRON', 'T'],
}

/** The family, and the first and last four characters after the prefix; undefined for other kinds of addresses. */
function endsOf(network: string, address: string) {
  const [family, prefix] = families[network] ?? []
  if (family === undefined || prefix === undefined || !address.startsWith(prefix)) return undefined
  const compared = family === 'EVM' ? address.toLowerCase() : address
  return { family, first: compared.slice(prefix.length, prefix.length + 4), last: compared.slice(-4) }
}

function sharedEnds(network: string, one: string, other: string): 'both' | 'first' | 'last' | 'none' {
  const [left, right] = [endsOf(network, one), endsOf(network, other)]
  if (left === undefined || right === undefined || one.toLowerCase() === other.toLowerCase()) return 'none'
  const [first, last] = [left.first === right.first, left.last === right.last]
  if (first) return last ? 'both' : 'first'
  return last ? 'last' : 'none'
}

/** A deposit or withdrawal at a look-alike, with the trusted address that it looks like. */
interface Encounter {
  readonly row: TransactionRow
  readonly trusted: string
}

interface Findings {
  readonly unused: readonly WhitelistAddressRow[]
  readonly dust: Readonly<Record<'both' | 'first' | 'last', readonly Encounter[]>>
  readonly sentToLookAlikes: readonly Encounter[]
  readonly sentToUnlisted: readonly TransactionRow[]
}

function review(books: OrganisationBooks): Findings {
  const rows = [...books.transactions]
  const listed = new Set(books.whitelistAddresses.map(({ address }) => address.toLowerCase()))
  const own = new Set(
    rows.flatMap((row) => [
      ...(row.source_type === 'vault' ? [row.source_address] : []),
      ...(row.destination_type === 'vault' ? [row.destination_address] : []),
    ]),
  )
  const trusted = new Set([...books.whitelistAddresses.map(({ address }) => address), ...own])
  // Where money has gone before: what a poisoner imitates.
  const paid = new Set<string>()
  const dust: Record<'both' | 'first' | 'last', Encounter[]> = { both: [], first: [], last: [] }
  const sentToLookAlikes: Encounter[] = []
  const sentToUnlisted: TransactionRow[] = []
  for (const row of rows) {
    if (row.source_type === 'external' && isDust(row))
      for (const address of paid) {
        const shared = sharedEnds(row.network_id, row.source_address, address)
        if (shared !== 'none' && !own.has(row.source_address)) dust[shared].push({ row, trusted: address })
      }
    if (row.transaction_type === 'withdraw' && !listed.has(row.destination_address.toLowerCase())) {
      if (row.status === 'completed') sentToUnlisted.push(row)
      for (const address of trusted)
        if (sharedEnds(row.network_id, row.destination_address, address) === 'both')
          sentToLookAlikes.push({ row, trusted: address })
    }
    if (row.status === 'completed' && trusted.has(row.destination_address)) paid.add(row.destination_address)
  }
  const used = new Set(rows.map((row) => row.destination_address.toLowerCase()))
  return {
    unused: books.whitelistAddresses.filter(({ address }) => !used.has(address.toLowerCase())),
    dust,
    sentToLookAlikes,
    sentToUnlisted,
  }
}

/** Less than a thousandth of the asset's unit: nobody pays so little on purpose. */
function isDust({ amount }: TransactionRow): boolean {
  return amount.startsWith('0.000')
}

describe.each([
  ['25,000 transactions', () => ({ ...largeBooks().books, transactions: largeBooks().rows })],
  ['2,000 transactions', () => generateBooks({ transactions: 2000, seed: 20_261_101, until })],
])('%s', (_name, booksOf) => {
  const books = booksOf()
  const findings = review(books)
  const nameOf = new Map(books.whitelists.map((row) => [row.whitelist_id, row.whitelist_name]))

  test('entries that are never used, and most that are', () => {
    const { length } = findings.unused
    expect(length).toBeGreaterThanOrEqual(7)
    expect(length).toBeLessThan(books.whitelistAddresses.length / 4)
  })

  test('one address under several names, once in other letters', () => {
    const names = new Map<string, Set<string>>()
    for (const { network_id, address, whitelist_id } of books.whitelistAddresses) {
      const key = `${network_id} ${network_id === 'ETH' ? address.toLowerCase() : address}`
      names.set(key, (names.get(key) ?? new Set()).add(nameOf.get(whitelist_id) ?? ''))
    }
    const several = [...names].filter(([, of]) => of.size > 1)
    for (const network of ['BTC', 'ETH', 'XRP'])
      expect(
        several.some(([key]) => key.startsWith(`${network} `)),
        network,
      ).toBe(true)
    const spellings = new Set(books.whitelistAddresses.map(({ address }) => address))
    const folded = new Set([...spellings].map((address) => address.toLowerCase()))
    expect(spellings.size - folded.size).toBe(1)
  })

  test('entries that look alike in the EVM, on Bitcoin and on TRON, under different names', () => {
    const alike = new Set<string>()
    for (const one of books.whitelistAddresses)
      for (const other of books.whitelistAddresses)
        if (one.network_id === other.network_id && one.whitelist_id < other.whitelist_id)
          if (sharedEnds(one.network_id, one.address, other.address) === 'both') alike.add(one.network_id)
    expect([...alike].sort()).toEqual(['BTC', 'ETH', 'TRX'])
  })

  test('an exchange’s entries without the memo that others have for the same address', () => {
    const withMemo = new Set(
      books.whitelistAddresses
        .filter(({ memo }) => memo !== '')
        .map((row) => `${row.network_id} ${row.address}`),
    )
    const without = books.whitelistAddresses.filter(
      (row) => row.memo === '' && withMemo.has(`${row.network_id} ${row.address}`),
    )
    expect(without.map((row) => row.network_id).sort()).toEqual(['ATOM', 'XLM', 'XRP'])
  })

  test('completed withdrawals to addresses on no whitelist: former ones, and of a whitelist that is removed', () => {
    expect(findings.sentToUnlisted).toHaveLength(8)
    const isThere = findings.sentToUnlisted.map((row) => nameOf.has(row.destination_id))
    expect(isThere.filter((there) => !there)).toHaveLength(2)
    for (const row of findings.sentToUnlisted) expect(row.destination_type).toBe('whitelist')
  })

  test('dust from look-alikes of those who were paid before: EVM, Bitcoin and TRON, and one of one end only', () => {
    const sources = new Map(findings.dust.both.map(({ row }) => [row.source_address, row.network_id]))
    const networks = [...sources.values()].map((network) => families[network]?.[0])
    expect(networks.filter((family) => family === 'EVM').length).toBeGreaterThanOrEqual(7)
    expect(networks.filter((family) => family === 'Bitcoin')).toHaveLength(1)
    expect(networks.filter((family) => family === 'TRON')).toHaveLength(1)
    expect(findings.dust.first.length).toBeGreaterThanOrEqual(1)
    for (const { row } of findings.dust.both) {
      expect(row.status, row.transaction_id).toBe('completed')
      expect(row.source_id).toBe('')
    }
  })

  test('withdrawals to a look-alike that had sent dust before: one completed, two stopped', () => {
    const statusOf = new Map(
      findings.sentToLookAlikes.map(({ row }) => [row.transaction_id, [row.status, row.note] as const]),
    )
    const statuses = [...statusOf.values()].map(([status]) => status)
    expect(statuses).toHaveLength(3)
    expect(statuses.filter((status) => status === 'completed')).toHaveLength(1)
    expect(statuses.filter((status) => status === 'failed')).toHaveLength(1)
    for (const [, note] of statusOf.values()) expect(note).toMatch(/address/)
    const poisoners = new Set(findings.dust.both.map(({ row }) => row.source_address))
    for (const { row } of findings.sentToLookAlikes) expect(poisoners).toContain(row.destination_address)
  })
})

test('books of fewer than a thousand transactions have no room for incidents', () => {
  const books = generateBooks({ transactions: 900, seed: 1, until })
  const { dust, sentToUnlisted, sentToLookAlikes } = review(books)
  expect([dust.both, sentToUnlisted, sentToLookAlikes]).toEqual([[], [], []])
})
