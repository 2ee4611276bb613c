import { expect, test } from 'vitest'
import { booksOf } from '../../books/testing/made-books.ts'
import { checkInBooks } from './check-books.ts'

const a = `0x${'a'.repeat(40)}`
const capitals = `0x${'A'.repeat(40)}`
const own = `0x${'b'.repeat(40)}`

const item = (status: string | null, from: string, to: string) => ({
  status,
  transaction: {
    ...{ asset_id: 'ETH', network_id: 'ETH' },
    source: { source_type: 'vault', source_id: 'v', source_name: 'Desk', source_address: from },
    destination: { destination_type: 'whitelist', destination_address: to },
  },
})
const booked = (...items: readonly object[]) => booksOf(items.map((one) => [one, null]))
const check = (books: ReturnType<typeof booked>, address: string) =>
  checkInBooks(books, { address, networkId: 'ETH', assetId: null, memo: null })

test('every spelling at either end is use, completed or not', () => {
  const books = booked(
    item('completed', own, a),
    item('completed', own, capitals),
    item('rejected', own, a),
    item('In review', own, a),
    item('completed', a, own),
    item('completed', own, own),
  )
  expect(check(books, a).usage).toEqual({
    ...{ sent: 2, received: 1, unknown: 1, atLeast: false },
    notCompleted: { sent: 2, received: 0 },
  })
})

test('where not all transactions were read, there may be more use', () => {
  const books = booked(item('completed', own, own))
  const partial = { ...books, transactions: { ...books.transactions, completeness: 'partial' as const } }
  expect(check(partial, a).usage).toMatchObject({ sent: 0, atLeast: true })
})

test('transactions tell the addresses of own vaults, and the other end is not trusted', () => {
  const books = booked(item('completed', own, a), item('failed', own, a), item('failed', capitals, capitals))
  expect(check(books, own).evidence.names).toMatchObject([{ name: 'Desk', assetIds: ['ETH'] }])
  expect(check(books, a)).toMatchObject({ comparedWith: 2, evidence: { names: [{ kind: 'vault' }] } })
  expect(check(booked(item('completed', own, a)), a).evidence.names).toEqual([])
})

test('what the books know of an address can be sent to the page', () => {
  const { evidence } = check(booked(item('completed', own, a)), own)
  expect(structuredClone(evidence)).toEqual(evidence)
})
