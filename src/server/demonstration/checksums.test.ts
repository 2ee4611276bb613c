/** Every address of the books: the chains know what is valid, and are tested against published addresses. */
import { bech32, hex } from '@scure/base'
import { expect, test } from 'vitest'
import { chainOf } from '../../chains/index.ts'
import { largeBooks } from './testing/large-books.ts'

const { books, rows } = largeBooks()

type Check = (value: string) => boolean

const isValid = (network: string, address: string) => chainOf(network).check?.(address).kind === 'valid'

function bech32Bytes(address: string, prefix: string): Uint8Array {
  const decoded = bech32.decode(address, false)
  if (decoded.prefix !== prefix) throw new Error(`${address} is no ${prefix}`)
  return bech32.fromWords(decoded.words)
}

const validators: Readonly<Record<string, Check>> = {
  ETH: (address) => /^0x[89ab][0-9a-f]{95}$/.test(address),
  SOL: (address) => isValid('SOL', address),
  ADA: (address) => bech32Bytes(address, 'pool').length === 28,
  DOT: (address) => isValid('DOT', address),
  ATOM: (address) => bech32Bytes(address, 'cosmosvaloper').length === 20,
}

/** The values, by network, that do not pass; each distinct value is read once. */
function failures(
  values: Iterable<readonly [string, string]>,
  passes: (network: string, value: string) => boolean,
) {
  const distinct = new Map([...values].map((each) => [each.join(' '), each]))
  expect(distinct.size).toBeGreaterThan(0)
  return [...distinct.values()].filter(([network, value]) => !passes(network, value))
}
const isValidator = (network: string, value: string) => validators[network]?.(value) ?? false

test('every address of a vault, a whitelist, a network or a stranger', () => {
  const accounts = rows.flatMap((row) => [
    ...(row.source_type === 'network' ? [] : [[row.network_id, row.source_address] as const]),
    ...(row.destination_type === 'validator' || row.destination_type === 'stake pool'
      ? []
      : [[row.network_id, row.destination_address] as const]),
  ])
  const listed = books.whitelistAddresses.map((row) => [row.network_id, row.address] as const)
  const failed = failures([...accounts, ...listed], isValid).filter(
    // In small letters alone there is no checksum to fail: one entry is written so.
    ([, address]) => address !== address.toLowerCase(),
  )
  // Two entries are planted that fail; nobody has ever sent there, nor has anything come from there.
  expect(failed.map(([network]) => network).sort()).toEqual(['ETH', 'TRX'])
  const used = new Set(accounts.map(([, address]) => address))
  expect(failed.filter(([, address]) => used.has(address))).toEqual([])
})

test('every validator and stake pool', () => {
  const delegations = rows.filter((row) => ['validator', 'stake pool'].includes(row.destination_type))
  const addresses = delegations.map((row) => [row.network_id, row.destination_address] as const)
  expect(failures(addresses, isValidator)).toEqual([])
  expect(new Set(delegations.map((row) => row.network_id))).toEqual(new Set(Object.keys(validators)))
})

test('every source of rewards: the validator, or on Cardano the reward account of the vault’s own address', () => {
  const claims = rows.filter((row) => row.transaction_type === 'claim')
  const onCardano = claims.filter((row) => row.network_id === 'ADA')
  const others = claims.filter((row) => row.network_id !== 'ADA')
  const sources = others.map((row) => [row.network_id, row.source_address] as const)
  expect(failures(sources, isValidator)).toEqual([])
  expect(onCardano.length).toBeGreaterThan(0)
  for (const row of onCardano) {
    const reward = bech32Bytes(row.source_address, 'stake')
    expect(reward[0]).toBe(0xe1)
    expect(hex.encode(reward.slice(1))).toBe(
      hex.encode(bech32Bytes(row.destination_address, 'addr').slice(29)),
    )
  }
})
