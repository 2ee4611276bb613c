import { describe, expect, test } from 'vitest'
import {
  destinationTypes,
  sourceTypes,
  transactionStatuses,
  transactionTypes,
  vaultTypes,
  whitelistTypes,
} from '../../contract/enumerations.ts'
import type { TransactionRow } from '../service/database/tables.ts'
import { largeBooks } from './testing/large-books.ts'

const { books, rows } = largeBooks()
const day = 24 * 3_600_000
/** The midnight at which the history ends. */
const end = Date.parse('2026-11-21T00:00:00.000Z')

/** How many rows have each value of a field. */
function count(field: 'transaction_type' | 'status' | 'network_id' | 'asset_id'): Map<string, number> {
  const counts = new Map<string, number>()
  for (const row of rows) counts.set(row[field], (counts.get(row[field]) ?? 0) + 1)
  return counts
}

describe('the history', () => {
  test('has every type, in believable shares', () => {
    const counts = count('transaction_type')
    expect([...counts.keys()].sort()).toEqual([...transactionTypes].sort())
    const share = (type: string) => (counts.get(type) ?? 0) / rows.length
    expect(share('deposit')).toBeGreaterThan(0.25)
    expect(share('deposit')).toBeLessThan(0.5)
    expect(share('withdraw')).toBeGreaterThan(0.3)
    expect(share('rebalance')).toBeGreaterThan(0.08)
    for (const rare of ['stake', 'unstake', 'claim']) expect(share(rare), rare).toBeGreaterThan(0.01)
    expect(share('change pool')).toBeGreaterThan(0.003)
  })

  test('has every status, most of them completed', () => {
    const counts = count('status')
    expect([...counts.keys()].sort()).toEqual([...transactionStatuses].sort())
    const share = (status: string) => (counts.get(status) ?? 0) / rows.length
    expect(share('completed')).toBeGreaterThan(0.89)
    expect(share('completed')).toBeLessThan(0.95)
    for (const stopped of ['rejected', 'cancelled', 'failed']) {
      expect(share(stopped), stopped).toBeGreaterThan(0.01)
      expect(share(stopped), stopped).toBeLessThan(0.05)
    }
  })

  test('uses every asset and every network', () => {
    expect([...count('asset_id').keys()].sort()).toEqual(books.assets.map((a) => a.asset_id).sort())
    expect(new Set(count('network_id').keys())).toEqual(new Set(books.assets.map((a) => a.network_id)))
    for (const [asset, transactions] of count('asset_id')) expect(transactions, asset).toBeGreaterThan(50)
  })

  test('runs oldest first over about fourteen months, and a few rows share an instant', () => {
    const instants = rows.map((row) => Date.parse(row.recorded_at))
    const steps = instants.slice(1).map((instant, index) => instant - (instants[index] ?? 0))
    expect(steps.every((step) => step >= 0)).toBe(true)
    const ties = steps.filter((step) => step === 0).length
    expect(ties).toBeGreaterThan(10)
    expect(ties).toBeLessThan(500)
    const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
    expect(rows.filter((row) => !instant.test(row.recorded_at))).toEqual([])
    // But for a few of years before.
    const oldest = instants[6] ?? 0
    const newest = instants.at(-1) ?? 0
    expect(end - oldest).toBeGreaterThan(420 * day)
    expect(end - oldest).toBeLessThan(430 * day)
    expect(end - newest).toBeGreaterThan(60_000)
    expect(end - newest).toBeLessThan(10 * 60_000)
  })

  test('has odd days: a crowded one, an empty month, and records at the edges of days, months and years', () => {
    const instants = rows.map((row) => row.recorded_at)
    expect(instants.slice(0, 7).map((instant) => instant.slice(0, 23))).toEqual([
      '2024-02-29T00:00:00.000',
      '2024-02-29T12:00:00.000',
      '2024-02-29T23:59:59.999',
      '2024-02-29T23:59:59.999',
      '2024-12-31T23:59:59.999',
      '2025-01-01T00:00:00.000',
      expect.stringMatching(/^2025-09-2\d/),
    ])
    const on = (text: string) => instants.filter((instant) => instant.startsWith(text))
    expect(on('2026-05')).toEqual([])
    for (const edge of ['2026-04-30T23:59:59.999Z', '2026-06-01T00:00:00.000Z', '2025-12-31T23:59:59.999Z'])
      expect(instants, edge).toContain(edge)
    const crowd = on('2026-10-07')
    expect(crowd).toHaveLength(1500)
    expect([crowd[0], crowd.at(-1)]).toEqual(['2026-10-07T00:00:00.000Z', '2026-10-07T23:59:59.999Z'])
    expect(new Set(crowd).size).toBeLessThan(1500)
  })

  test('is quiet at night and at week-ends', () => {
    const busy = rows.filter(({ recorded_at }) => {
      const date = new Date(recorded_at)
      return date.getUTCDay() % 6 !== 0 && date.getUTCHours() >= 7 && date.getUTCHours() < 18
    })
    // Eleven hours of five days are a third of the week.
    expect(busy.length / rows.length).toBeGreaterThan(0.55)
  })

  test('is underway only among what was recorded in the last three days', () => {
    const underway = rows.filter(({ status }) => ['pending', 'processing', 'confirming'].includes(status))
    expect(underway.length).toBeGreaterThan(15)
    for (const { recorded_at } of underway) expect(end - Date.parse(recorded_at)).toBeLessThan(3 * day)
  })

  test('has notes here and there, in many scripts, some long, some broken into lines, some in both directions', () => {
    const notes = rows.map((row) => row.note).filter((note) => note !== '')
    expect(notes.length / rows.length).toBeGreaterThan(0.08)
    expect(notes.length / rows.length).toBeLessThan(0.3)
    const scripts = [
      /\p{Script=Hiragana}/u,
      /\p{Script=Arabic}/u,
      /\p{Script=Hangul}/u,
      /\p{Script=Hebrew}/u,
      /ü/,
      /ç/,
      /\p{Emoji_Presentation}/u,
      /\n/,
      /[\u2066-\u2069]/,
      /^.{500,}$/u,
    ]
    for (const script of scripts)
      expect(
        notes.some((note) => script.test(note)),
        String(script),
      ).toBe(true)
    expect(notes.filter((note) => /[{}]/.test(note))).toEqual([])
  })
})

describe('every row', () => {
  test('has an id of its own, in one form', () => {
    const ids = [
      ...rows.map((row) => row.transaction_id),
      ...books.vaults.map((row) => row.vault_id),
      ...books.whitelists.map((row) => row.whitelist_id),
    ]
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids) expect(id).toMatch(/^(txn|vlt|wls)_[0-9a-hjkmnp-tv-z]{20}$/)
  })

  test('goes from and to what its type allows', () => {
    const allowed: Readonly<Record<TransactionRow['transaction_type'], { from: string[]; to: string[] }>> = {
      deposit: { from: ['external', 'whitelist'], to: ['vault'] },
      withdraw: { from: ['vault'], to: ['whitelist'] },
      rebalance: { from: ['vault'], to: ['vault'] },
      stake: { from: ['vault'], to: ['validator', 'stake pool'] },
      unstake: { from: ['vault'], to: ['validator', 'stake pool', 'network'] },
      claim: { from: ['network'], to: ['vault'] },
      'change pool': { from: ['vault'], to: ['stake pool'] },
    }
    const seen = new Set<string>()
    for (const row of rows) {
      const { from, to } = allowed[row.transaction_type]
      if (!from.includes(row.source_type) || !to.includes(row.destination_type))
        expect.fail(`${row.transaction_type} from ${row.source_type} to ${row.destination_type}`)
      seen.add(`from ${row.source_type}`).add(`to ${row.destination_type}`)
    }
    const rebalances = rows.filter((row) => row.transaction_type === 'rebalance')
    expect(rebalances.filter((row) => row.source_id === row.destination_id)).toEqual([])
    const pools = rows.filter((row) => row.destination_type === 'stake pool')
    expect(pools.filter((row) => row.asset_id !== 'ADA')).toEqual([])
    const every = [
      ...sourceTypes.map((type) => `from ${type}`),
      ...destinationTypes.map((type) => `to ${type}`),
    ]
    expect([...seen].sort()).toEqual(every.sort())
  })

  test('names vaults, whitelists and networks as they are', () => {
    const names = new Map([
      ...books.vaults.map((row) => [row.vault_id, row.vault_name] as const),
      ...books.whitelists.map((row) => [row.whitelist_id, row.whitelist_name] as const),
      ...books.assets.map((row) => [row.network_id, row.network_name] as const),
    ])
    // A whitelist that is there no more is still named by its withdrawals, always under the same id.
    const isUnknown = (row: TransactionRow) =>
      row.destination_type === 'whitelist' && !names.has(row.destination_id)
    const removed = new Map(rows.filter(isUnknown).map((row) => [row.destination_id, row.destination_name]))
    expect([...removed.values()]).toEqual(['Pelham & Rooke Brokers'])
    for (const [id, name] of removed) names.set(id, name)
    const isNamed = (type: string, id: string, name: string) => {
      if (type === 'external') return id === '' && name === ''
      if (type === 'validator' || type === 'stake pool') return id !== '' && name !== ''
      return name === names.get(id)
    }
    expect(rows.filter((row) => !isNamed(row.source_type, row.source_id, row.source_name))).toEqual([])
    expect(
      rows.filter((row) => !isNamed(row.destination_type, row.destination_id, row.destination_name)),
    ).toEqual([])
  })

  test('withdraws to an address of the whitelist, with the memo that stands there, but for what is planted', () => {
    const listed = new Set(
      books.whitelistAddresses.map(({ whitelist_id, asset_id, address, memo }) =>
        [whitelist_id, asset_id, address, memo].join(' '),
      ),
    )
    const withdrawals = rows.filter((row) => row.transaction_type === 'withdraw')
    const elsewhere = withdrawals.filter(
      (row) => !listed.has([row.destination_id, row.asset_id, row.destination_address, row.memo].join(' ')),
    )
    expect(elsewhere).toHaveLength(12)
    const everListed = new Set(books.whitelistAddresses.map(({ address }) => address))
    const otherMemos = elsewhere.filter((row) => everListed.has(row.destination_address))
    expect(otherMemos.map(({ status }) => status)).toEqual(['completed', 'completed'])
    expect(otherMemos.filter(({ memo }) => memo === '')).toHaveLength(1)
    expect(withdrawals.some((row) => row.network_id === 'XRP' && row.memo !== '')).toBe(true)
  })

  test('keeps to the few addresses that a vault has on a network', () => {
    const own = new Map<string, Set<string>>()
    const add = (vault: string, network: string, address: string) => {
      const key = `${vault} ${network}`
      own.set(key, (own.get(key) ?? new Set()).add(address))
    }
    for (const row of rows) {
      if (row.source_type === 'vault') add(row.source_id, row.network_id, row.source_address)
      if (row.destination_type === 'vault') add(row.destination_id, row.network_id, row.destination_address)
    }
    for (const [key, addresses] of own)
      expect(addresses.size, key).toBeLessThanOrEqual(key.endsWith(' BTC') ? 5 : 1)
    const all = [...own.values()].flatMap((addresses) => [...addresses])
    expect(new Set(all).size).toBe(all.length)
  })

  test('never mixes the assets of clients with the organisation’s own', () => {
    const ofClients = new Set(
      books.vaults.filter((row) => row.vault_name.startsWith('Client')).map((row) => row.vault_id),
    )
    for (const row of rows.filter(({ transaction_type }) => transaction_type === 'rebalance'))
      expect(ofClients.has(row.source_id), row.transaction_id).toBe(ofClients.has(row.destination_id))
  })

  test('has a hash and a link to it exactly where the network has heard of it', () => {
    const isRight = ({ status, txn_hash, blockexplorer_link }: TransactionRow) => {
      if (['completed', 'confirming'].includes(status) && txn_hash === '') return false
      if (['pending', 'rejected', 'cancelled'].includes(status) && txn_hash !== '') return false
      return txn_hash === '' ? blockexplorer_link === '' : blockexplorer_link.endsWith(`/${txn_hash}`)
    }
    expect(rows.filter((row) => !isRight(row))).toEqual([])
    const hashes = rows.map((row) => row.txn_hash).filter((hash) => hash !== '')
    expect(new Set(hashes).size).toBe(hashes.length)
  })

  test('moves something, and pays something where a vault sends', () => {
    expect(rows.filter((row) => row.amount === '0')).toEqual([])
    const isPaid = ({ source_type, status }: TransactionRow) =>
      source_type === 'vault' && !['rejected', 'cancelled', 'failed'].includes(status)
    expect(rows.filter((row) => (row.fee !== '0') !== isPaid(row))).toEqual([])
  })

  test('changes from the pool to which the vault delegates to another one', () => {
    const pools = new Map<string, string>()
    let changes = 0
    for (const row of rows.filter(({ destination_type }) => destination_type === 'stake pool')) {
      if (row.transaction_type === 'change pool') {
        changes++
        expect(row.destination_id, row.transaction_id).not.toBe(pools.get(row.source_id))
      }
      if (row.status === 'completed' && row.transaction_type !== 'unstake')
        pools.set(row.source_id, row.destination_id)
    }
    expect(changes).toBeGreaterThan(0)
  })
})

describe('the organisation', () => {
  test('has a dozen vaults of both types', () => {
    expect(books.vaults.length).toBeGreaterThanOrEqual(12)
    expect(new Set(books.vaults.map((row) => row.vault_type))).toEqual(new Set(vaultTypes))
    expect(new Set(books.vaults.map((row) => row.vault_name)).size).toBe(books.vaults.length)
  })

  test('has some forty whitelists of both types, each with one to six addresses in their order', () => {
    expect(books.whitelists).toHaveLength(46)
    expect(new Set(books.whitelists.map((row) => row.whitelist_type))).toEqual(new Set(whitelistTypes))
    for (const { whitelist_id, whitelist_name } of books.whitelists) {
      const addresses = books.whitelistAddresses.filter((row) => row.whitelist_id === whitelist_id)
      expect(addresses.length, whitelist_name).toBeGreaterThan(0)
      expect(addresses.length, whitelist_name).toBeLessThanOrEqual(6)
      expect(addresses.map((row) => row.position)).toEqual(addresses.map((_, index) => index))
    }
  })

  test('asks for a memo only where the network has memos', () => {
    const withMemo = books.whitelistAddresses.filter((row) => row.memo !== '')
    expect(new Set(withMemo.map((row) => row.network_id))).toEqual(new Set(['XRP', 'XLM', 'ATOM']))
    for (const row of [...withMemo, ...rows.filter(({ memo }) => memo !== '')]) {
      expect(['XRP', 'XLM', 'ATOM']).toContain(row.network_id)
      expect(row.memo).toMatch(/^\d{6,10}$/)
      if (row.network_id === 'XRP') expect(BigInt(row.memo) < 2n ** 32n).toBe(true)
    }
  })

  test('holds only assets that exist, each once in a vault', () => {
    const known = new Set(books.assets.map((row) => `${row.asset_id} ${row.network_id}`))
    const holdings = books.holdings()
    const all = [...holdings, ...books.whitelistAddresses, ...rows]
    expect(all.filter((row) => !known.has(`${row.asset_id} ${row.network_id}`))).toEqual([])
    const keys = holdings.map((row) => `${row.vault_id} ${row.asset_id} ${row.network_id}`)
    expect(new Set(keys).size).toBe(keys.length)
  })
})
