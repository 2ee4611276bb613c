import { describe, expect, test } from 'vitest'
import { chainOf } from '../../chains/index.ts'
import {
  destinationTypes,
  sourceTypes,
  transactionStatuses,
  transactionTypes,
} from '../../contract/enumerations.ts'
import type { TransactionRow } from '../service/tables.ts'
import { type DemonstrationOptions, generateRecords } from './generate.ts'
import { plantedDiversions, removedWhitelist } from './planted.ts'

const until = new Date('2026-11-21T12:34:56.789Z')
const books = generateRecords({ transactions: 10_000, seed: 1, until })
const rows = [...books.transactions]
const day = 24 * 3_600_000
/** The midnight at which the history ends. */
const end = Date.parse('2026-11-21T00:00:00.000Z')

function valuesOf<Row>(records: readonly Row[], name: keyof Row) {
  return new Set(records.map((record) => record[name]))
}

describe('the history', () => {
  test('uses every type, status, network and asset', () => {
    expect(valuesOf(rows, 'transaction_type')).toEqual(new Set(transactionTypes))
    expect(valuesOf(rows, 'status')).toEqual(new Set(transactionStatuses))
    for (const name of ['network_id', 'asset_id'] as const)
      expect(valuesOf(rows, name)).toEqual(valuesOf(books.assets, name))
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
})

const allowed: Readonly<Record<TransactionRow['transaction_type'], readonly [from: RegExp, to: RegExp]>> = {
  deposit: [/^(external|whitelist)$/, /^vault$/],
  withdraw: [/^vault$/, /^whitelist$/],
  rebalance: [/^vault$/, /^vault$/],
  stake: [/^vault$/, /^(validator|stake pool)$/],
  unstake: [/^vault$/, /^(validator|stake pool|network)$/],
  claim: [/^network$/, /^vault$/],
  'change pool': [/^vault$/, /^stake pool$/],
}
const [{ destination_id: removedId = '' } = {}] = rows.filter(
  (row) => row.destination_name === removedWhitelist,
)
const names = new Map([
  ...books.vaults.map((row) => [row.vault_id, row.vault_name] as const),
  ...books.whitelists.map((row) => [row.whitelist_id, row.whitelist_name] as const),
  ...books.assets.map((row) => [row.network_id, row.network_name] as const),
  // It is there no more; its withdrawals still name it, always under the same id.
  [removedId, removedWhitelist] as const,
])
function isNamed(type: string, id: string, name: string): boolean {
  if (type === 'external') return id === '' && name === ''
  return /^(validator|stake pool)$/.test(type) ? id !== '' && name !== '' : name === names.get(id)
}
const clients = new Set(
  books.vaults.filter((row) => row.vault_name.startsWith('Client')).map((row) => row.vault_id),
)
const isVoid = ({ status }: TransactionRow) => /^(rejected|cancelled|failed)$/.test(status)
const isUnderway = ({ status }: TransactionRow) => /^(pending|processing|confirming)$/.test(status)

const rules: Readonly<Record<string, (row: TransactionRow) => boolean>> = {
  'goes from and to what its type allows': ({ transaction_type: type, source_type, destination_type }) =>
    allowed[type][0].test(source_type) && allowed[type][1].test(destination_type),
  'names vaults, whitelists and networks as they are': (row) =>
    isNamed(row.source_type, row.source_id, row.source_name) &&
    isNamed(row.destination_type, row.destination_id, row.destination_name),
  'has the other vault at its other end': (row) =>
    row.transaction_type !== 'rebalance' || row.source_id !== row.destination_id,
  'never mixes the assets of clients with the organisation’s own': (row) =>
    row.transaction_type !== 'rebalance' || clients.has(row.source_id) === clients.has(row.destination_id),
  'delegates to pools nothing but ADA': (row) =>
    row.destination_type !== 'stake pool' || row.asset_id === 'ADA',
  'has a hash where the network has heard of it': ({ status, txn_hash }) =>
    !/^(completed|confirming)$/.test(status) || txn_hash !== '',
  'has no hash where the network has not': ({ status, txn_hash }) =>
    !/^(pending|rejected|cancelled)$/.test(status) || txn_hash === '',
  'has a link exactly where it has a hash': ({ txn_hash, blockexplorer_link }) =>
    txn_hash === '' ? blockexplorer_link === '' : blockexplorer_link.endsWith(`/${txn_hash}`),
  'moves something': ({ amount }) => amount !== '0',
  'pays a fee exactly where a vault sends': (row) =>
    (row.fee !== '0') === (row.source_type === 'vault' && !isVoid(row)),
  'is underway only within three days': (row) =>
    !isUnderway(row) || end - Date.parse(row.recorded_at) < 3 * day,
  'has a memo only where its network has memos': ({ network_id, memo }) =>
    memo === '' || (/^(XRP|XLM|ATOM)$/.test(network_id) && /^\d{6,10}$/.test(memo)),
}

describe('every row', () => {
  test.each(Object.entries(rules))('%s', (_, holds) => {
    expect(rows.filter((row) => !holds(row))).toEqual([])
  })

  test('has an id and a hash of its own', () => {
    const ids = [
      ...rows.map((row) => row.transaction_id),
      ...books.vaults.map((row) => row.vault_id),
      ...books.whitelists.map((row) => row.whitelist_id),
    ]
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.filter((id) => !/^(txn|vlt|wls)_[0-9a-hjkmnp-tv-z]{20}$/.test(id))).toEqual([])
    const hashes = rows.map((row) => row.txn_hash).filter((hash) => hash !== '')
    expect(new Set(hashes).size).toBe(hashes.length)
  })

  test('together they have every kind of source and destination, and some that are underway', () => {
    expect(valuesOf(rows, 'source_type')).toEqual(new Set(sourceTypes))
    expect(valuesOf(rows, 'destination_type')).toEqual(new Set(destinationTypes))
    expect(rows.filter(isUnderway).length).toBeGreaterThan(15)
  })

  test('withdraws to an address of the whitelist with its memo, but for what is planted', () => {
    const listed = new Set(
      books.whitelistAddresses.map(({ whitelist_id, asset_id, address, memo }) =>
        [whitelist_id, asset_id, address, memo].join(' '),
      ),
    )
    const withdrawals = rows.filter((row) => row.transaction_type === 'withdraw')
    const elsewhere = withdrawals.filter(
      (row) => !listed.has([row.destination_id, row.asset_id, row.destination_address, row.memo].join(' ')),
    )
    expect(elsewhere).toHaveLength(plantedDiversions.length)
    const everListed = new Set(books.whitelistAddresses.map(({ address }) => address))
    const otherMemos = elsewhere.filter((row) => everListed.has(row.destination_address))
    expect(otherMemos.map(({ status }) => status)).toEqual(['completed', 'completed'])
    expect(otherMemos.filter(({ memo }) => memo === '')).toHaveLength(1)
    expect(withdrawals.some((row) => row.network_id === 'XRP' && row.memo !== '')).toBe(true)
  })
})

describe('the same options give the same books', () => {
  const everything = (options: DemonstrationOptions) => {
    const { transactions, holdings, ...standing } = generateRecords(options)
    const history = [...transactions]
    return JSON.stringify({ ...standing, history, holdings: holdings() })
  }
  const options = { transactions: 1000, seed: 5, until }
  const first = everything(options)

  test('byte for byte, at any hour of the day', () => {
    expect(everything({ ...options, until: new Date('2026-11-21T23:59:59.999Z') })).toBe(first)
  })

  test.each([{ seed: 6 }, { transactions: 1001 }, { until: new Date(until.getTime() + day) }])(
    'and others with %o',
    (other) => {
      expect(everything({ ...options, ...other })).not.toBe(first)
    },
  )
})

test.each(['2026-11-22', '2026-03-01', '2025-12-26'])(
  '1,000 transactions up to %s have every type and every status, and what is planted',
  (date) => {
    const options = { transactions: 1000, seed: 20_261_101, until: new Date(`${date}T09:00:00Z`) }
    const history = [...generateRecords(options).transactions]
    expect(valuesOf(history, 'transaction_type')).toEqual(new Set(transactionTypes))
    expect(valuesOf(history, 'status')).toEqual(new Set(transactionStatuses))
    const planted = plantedDiversions.flatMap(([, , , note]) => note ?? [])
    expect(history.map(({ note }) => note)).toEqual(expect.arrayContaining(planted))
  },
)

test('rows are made one at a time: the first of a thousand million is there at once', () => {
  const [first] = generateRecords({ transactions: 1_000_000_000, seed: 3, until }).transactions
  expect(first?.transaction_type).toBe('deposit')
})

test('every address is one of its network, but for the two that are planted', () => {
  const addresses = [
    ...rows.flatMap((row) => [
      `${row.network_id} ${row.source_address}`,
      `${row.network_id} ${row.destination_address}`,
    ]),
    ...books.whitelistAddresses.map((row) => `${row.network_id} ${row.address}`),
  ]
  const kindOf = (text: string) => {
    const [network = '', address = ''] = text.split(' ')
    return chainOf(network).check?.(address).kind
  }
  const invalid = [...new Set(addresses)].filter((text) => kindOf(text) !== 'valid')
  // The key of a validator of Ethereum has no checksum.
  const [keys, others] = [/^ETH 0x[89ab][0-9a-f]{95}$/, /^(ETH|TRX) /].map((form) =>
    invalid.filter((text) => form.test(text)),
  )
  expect(others?.length).toBe(invalid.length)
  const failed = invalid.filter((text) => !keys?.includes(text))
  expect(failed.map((text) => text.slice(0, 3)).sort()).toEqual(['ETH', 'TRX'])
  // No transaction names it at either end.
  for (const text of failed) expect(addresses.filter((other) => other === text)).toHaveLength(1)
})
