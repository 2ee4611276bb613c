import { expect, test } from 'vitest'
import { knownAddresses } from '../../addresses/known.ts'
import { booksOf } from '../../books/testing/made-books.ts'
import { addressUsage, trustedRecords } from './address-use.ts'

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

test('every spelling at either end is use, completed or not', () => {
  const books = booked(
    item('completed', own, a),
    item('completed', own, capitals),
    item('rejected', own, a),
    item('COMPLETED', own, a),
    item('completed', a, own),
    item('completed', own, own),
  )
  expect(addressUsage(books, a)).toEqual({
    ...{ sent: 2, received: 1, unknown: 1, atLeast: false },
    notCompleted: { sent: 2, received: 0 },
  })
})

test('where not all transactions were read, there may be more use', () => {
  const books = booked(item('completed', own, own))
  const partial = { ...books, transactions: { ...books.transactions, completeness: 'partial' as const } }
  expect(addressUsage(partial, a)).toMatchObject({ sent: 0, atLeast: true })
})

test('one transaction tells an own address, and the other end is not trusted', () => {
  const { whitelists, transactions } = trustedRecords(
    booked(item('completed', own, a), item('failed', own, a), item('failed', capitals, a)),
  )
  expect(transactions).toHaveLength(2)
  const known = knownAddresses(whitelists, transactions)
  expect(known.lookup(own, 'ETH').names.map(({ name }) => name)).toEqual(['Desk'])
})
