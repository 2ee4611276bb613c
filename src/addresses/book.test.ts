import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Transaction } from '../api/records.ts'
import { cases } from '../testing/cases.ts'
import { addressBook, addressBooks } from './book.ts'
import { type NamedParty, partyOf } from './party.ts'
import { sampleWhitelist, transaction } from './testing/records.ts'

const addresses = [
  `0x1111${'a'.repeat(32)}2222`,
  `0x1111${'b'.repeat(32)}2222`,
  `0x1111${'a'.repeat(31)}b2222`,
  `0x3333${'c'.repeat(32)}4444`,
  'rGWrZyQqhTp9Xu7G5Pkayo7bXjH4k4QYpf',
]
const networks = ['ETH', 'XRP', null]
const listed = [
  sampleWhitelist('Kraken', [{ network_id: 'ETH', asset_id: 'ETH', address: addresses[0] ?? null }]),
]

const anyTransaction: fc.Arbitrary<Transaction> = fc
  .record({
    network_id: fc.constantFrom(...networks),
    asset_id: fc.constantFrom('ETH', 'USDC'),
    from: fc.constantFrom(...addresses),
    to: fc.constantFrom(...addresses),
    vault: fc.constantFrom('V1', 'V2'),
    isOwn: fc.boolean(),
  })
  .map(({ network_id, asset_id, from, to, vault, isOwn }) =>
    transaction(
      { network_id, asset_id, transaction_type: 'withdraw' },
      { source_type: 'vault', source_id: vault, source_name: vault, source_address: from },
      {
        destination_type: isOwn ? 'vault' : 'whitelist',
        destination_id: isOwn ? vault : 'Kraken',
        destination_name: isOwn ? vault : 'Kraken',
        destination_address: to,
      },
    ),
  )

describe('a book that goes on with the one before', () => {
  test('says what one made anew says', () => {
    fc.assert(
      fc.property(fc.array(anyTransaction, { minLength: 1, maxLength: 12 }), fc.nat(), (all, cut) => {
        const ledger = all.map((one, at) => ({ ...one, transaction_id: `${at}` }))
        const parties = ledger.flatMap((one) => [partyOf(one, 'source'), partyOf(one, 'destination')])
        const make = addressBooks()
        const half = cut % ledger.length
        const before = make(listed, ledger.slice(0, half))
        // Asked before it goes on, so that whatever it remembers has to follow.
        answers(before, parties)
        expect(answers(make(listed, ledger), parties)).toEqual(answers(addressBook(listed, ledger), parties))
      }),
      { numRuns: cases(500) },
    )
  })

  test('keeps what it said of addresses of which nothing was learned, and says so by another book', () => {
    const make = addressBooks()
    const [own, other] = [vaultAt('ETH', addresses[3]), vaultAt('XRP', addresses[4])]
    const before = make(listed, [own])
    const facts = before.factsOf(addresses[1] ?? '', 'ETH')
    const after = make(listed, [own, other])
    expect(after).not.toBe(before)
    expect(after.factsOf(addresses[1] ?? '', 'ETH')).toBe(facts)
    expect(after.factsOf(addresses[4] ?? '', 'XRP').names).toHaveLength(1)
  })

  test('says of an end what it said before by the same object, until something was learned that changes it', () => {
    const make = addressBooks()
    const [own, other] = [vaultAt('ETH', addresses[3]), vaultAt('XRP', addresses[4])]
    const [party, otherParty] = [partyOf(own, 'source'), partyOf(other, 'source')]
    const before = make(listed, [own])
    const said = before.partyFactsOf(party)
    const saidOfOther = before.partyFactsOf(otherParty)
    const after = make(listed, [own, other])
    expect(after.partyFactsOf(party)).toBe(said)
    expect(after.partyFactsOf(otherParty)).not.toBe(saidOfOther)
    expect(after.partyFactsOf(otherParty).facts?.names).toHaveLength(1)
  })

  test('forgets what is gone: a transaction, and the whitelists before', () => {
    const make = addressBooks()
    const own = vaultAt('ETH', addresses[3])
    expect(make(listed, [own]).factsOf(addresses[3] ?? '', 'ETH').names).toHaveLength(1)
    expect(make(listed, []).factsOf(addresses[3] ?? '', 'ETH').names).toEqual([])
    expect(make(listed, []).factsOf(addresses[0] ?? '', 'ETH').names).toHaveLength(1)
    expect(make([], []).factsOf(addresses[0] ?? '', 'ETH').names).toEqual([])
  })

  test('learns that the whitelists are all there are', () => {
    const make = addressBooks()
    const gone = partyOf(
      transaction(
        { network_id: 'ETH' },
        {},
        {
          destination_type: 'whitelist',
          destination_id: 'Gone',
          destination_address: addresses[3] ?? null,
        },
      ),
      'destination',
    )
    expect(make(listed, [], false).partyFactsOf(gone).mismatch).toBeNull()
    expect(make(listed, [], true).partyFactsOf(gone).mismatch).toMatchObject({ kind: 'gone' })
  })
})

function vaultAt(network_id: string, address: string | undefined) {
  return transaction(
    { network_id, asset_id: network_id },
    { source_type: 'vault', source_id: 'V1', source_address: address ?? null },
    {},
  )
}

function answers(book: ReturnType<typeof addressBook>, parties: readonly NamedParty[]) {
  return {
    size: book.known.size,
    facts: networks.flatMap((network) => addresses.map((address) => book.factsOf(address, network))),
    parties: parties.map((party) => book.partyFactsOf(party)),
  }
}
