/** Reads every address and hash of the books back, with decoders that share nothing with the encoders of ours. */
import { blake2b } from '@noble/hashes/blake2.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { base32nopad, base58, base58xrp, bech32, bech32m, createBase58check, hex } from '@scure/base'
import { expect, test } from 'vitest'
import { largeBooks } from './testing/large-books.ts'

const { books, rows } = largeBooks()
const checked = createBase58check(sha256)
const text = new TextEncoder()

function payload(address: string, version: number): number {
  const bytes = checked.decode(address)
  return bytes[0] === version ? bytes.length - 1 : -1
}

function segwit(address: string): boolean {
  for (const [coder, version, length] of [
    [bech32, 0, 20],
    [bech32m, 1, 32],
  ] as const) {
    const decoded = coder.decodeUnsafe(address, 90)
    if (decoded?.prefix === 'bc' && decoded.words[0] === version)
      return coder.fromWords(decoded.words.slice(1)).length === length
  }
  return false
}

function bech32Bytes(address: string, prefix: string): Uint8Array {
  const decoded = bech32.decode(address, false)
  if (decoded.prefix !== prefix) throw new Error(`${address} is no ${prefix}`)
  return bech32.fromWords(decoded.words)
}

function eip55(address: string): boolean {
  if (!/^0x[0-9a-fA-F]{40}$/.test(address)) return false
  const digits = address.slice(2).toLowerCase()
  const hash = hex.encode(keccak_256(text.encode(digits)))
  return [...address.slice(2)].every((digit, at) =>
    Number.parseInt(hash.charAt(at), 16) > 7 ? digit === digit.toUpperCase() : digit === digit.toLowerCase(),
  )
}

function ss58(address: string): boolean {
  const bytes = base58.decode(address)
  const hash = blake2b(Uint8Array.from([...text.encode('SS58PRE'), ...bytes.slice(0, 33)]), { dkLen: 64 })
  return bytes.length === 35 && bytes[0] === 0 && bytes[33] === hash[0] && bytes[34] === hash[1]
}

function xrp(address: string): boolean {
  const bytes = base58xrp.decode(address)
  const hash = sha256(sha256(bytes.slice(0, 21)))
  return bytes.length === 25 && bytes[0] === 0 && bytes.slice(21).every((byte, at) => byte === hash[at])
}

/** CRC-16/XMODEM by remainder of the polynomial, over all with the checksum: nothing is left. */
function strKey(address: string): boolean {
  const bytes = base32nopad.decode(address)
  const message = [...bytes.slice(0, 33), bytes[34] ?? 0, bytes[33] ?? 0]
  let remainder = BigInt(`0x${hex.encode(Uint8Array.from(message))}`)
  for (let bit = message.length * 8 - 1; bit >= 16; bit--)
    if ((remainder >> BigInt(bit)) & 1n) remainder ^= 0x11021n << BigInt(bit - 16)
  return bytes.length === 35 && bytes[0] === 0x30 && remainder === 0n
}

type Check = (value: string) => boolean

const addresses: Readonly<Record<string, Check>> = {
  BTC: (address) =>
    address.startsWith('bc1')
      ? segwit(address)
      : payload(address, address.startsWith('1') ? 0 : 5) === 20 && /^[13]/.test(address),
  ETH: eip55,
  ARB: eip55,
  POL: eip55,
  SOL: (address) => base58.decode(address).length === 32,
  XRP: xrp,
  ADA: (address) => {
    const bytes = bech32Bytes(address, 'addr')
    return bytes.length === 57 && bytes[0] === 0x01
  },
  DOT: ss58,
  ATOM: (address) => bech32Bytes(address, 'cosmos').length === 20,
  TRX: (address) => address.startsWith('T') && payload(address, 0x41) === 20,
  XLM: strKey,
}

const validators: Readonly<Record<string, Check>> = {
  ETH: (address) => /^0x[89ab][0-9a-f]{95}$/.test(address),
  SOL: (address) => base58.decode(address).length === 32,
  ADA: (address) => bech32Bytes(address, 'pool').length === 28,
  DOT: ss58,
  ATOM: (address) => bech32Bytes(address, 'cosmosvaloper').length === 20,
}

const hashes: Readonly<Record<string, Check>> = {
  BTC: (hash) => /^[0-9a-f]{64}$/.test(hash),
  ETH: (hash) => /^0x[0-9a-f]{64}$/.test(hash),
  ARB: (hash) => /^0x[0-9a-f]{64}$/.test(hash),
  POL: (hash) => /^0x[0-9a-f]{64}$/.test(hash),
  SOL: (hash) => base58.decode(hash).length === 64,
  XRP: (hash) => /^[0-9A-F]{64}$/.test(hash),
  ADA: (hash) => /^[0-9a-f]{64}$/.test(hash),
  DOT: (hash) => /^0x[0-9a-f]{64}$/.test(hash),
  ATOM: (hash) => /^[0-9A-F]{64}$/.test(hash),
  TRX: (hash) => /^[0-9a-f]{64}$/.test(hash),
  XLM: (hash) => /^[0-9a-f]{64}$/.test(hash),
}

const explorers: Readonly<Record<string, string>> = {
  BTC: 'https://mempool.space/tx/',
  ETH: 'https://etherscan.io/tx/',
  ARB: 'https://arbiscan.io/tx/',
  POL: 'https://polygonscan.com/tx/',
  SOL: 'https://solscan.io/tx/',
  XRP: 'https://xrpscan.com/tx/',
  ADA: 'https://cardanoscan.io/transaction/',
  DOT: 'https://polkadot.subscan.io/extrinsic/',
  ATOM: 'https://www.mintscan.io/cosmos/tx/',
  TRX: 'https://tronscan.org/#/transaction/',
  XLM: 'https://stellar.expert/explorer/public/tx/',
}

/** Whether the value passes the network's check; a decoder that throws says no. */
function passes(checks: Readonly<Record<string, Check>>, network: string, value: string): boolean {
  try {
    return checks[network]?.(value) ?? false
  } catch {
    return false
  }
}

/** The values, by network, that do not pass; each distinct value is read once. */
function failures(checks: Readonly<Record<string, Check>>, values: Iterable<readonly [string, string]>) {
  const distinct = new Map(
    [...values].map(([network, value]) => [`${network} ${value}`, [network, value] as const]),
  )
  expect(distinct.size).toBeGreaterThan(0)
  return [...distinct.values()].filter(([network, value]) => !passes(checks, network, value))
}

test('the checks themselves see one changed character', () => {
  const samples: readonly (readonly [string, string])[] = rows
    .filter((row) => row.source_type === 'vault')
    .map((row) => [row.network_id, row.source_address] as const)
  for (const network of Object.keys(addresses)) {
    const [, address = ''] = samples.find(([id]) => id === network) ?? []
    expect(passes(addresses, network, address), network).toBe(true)
    // Solana has no checksum: a shorter key is the fault that can be seen.
    const wrong =
      network === 'SOL' ? address.slice(0, -3) : address.replace(/.$/, (last) => (last === '5' ? '4' : '5'))
    if (!['ETH', 'ARB', 'POL'].includes(network))
      expect(passes(addresses, network, wrong), network).toBe(false)
    else
      expect(
        passes(
          addresses,
          network,
          address.replace(/[a-f]/, (letter) => letter.toUpperCase()),
        ),
      ).toBe(false)
  }
})

test('every address of a vault, a whitelist, a network or a stranger', () => {
  const accounts = rows.flatMap((row) => [
    ...(row.source_type === 'network' ? [] : [[row.network_id, row.source_address] as const]),
    ...(row.destination_type === 'validator' || row.destination_type === 'stake pool'
      ? []
      : [[row.network_id, row.destination_address] as const]),
  ])
  const listed = books.whitelistAddresses.map((row) => [row.network_id, row.address] as const)
  const failed = failures(addresses, [...accounts, ...listed]).filter(
    // In small letters alone there is no checksum to fail: one entry is written so.
    ([, address]) => address !== address.toLowerCase(),
  )
  // Two entries are planted that fail; nobody has ever sent there, nor has anything come from there.
  expect(failed.map(([network]) => network).sort()).toEqual(['ETH', 'TRX'])
  const used = new Set(accounts.map(([, address]) => address))
  expect(failed.filter(([, address]) => used.has(address))).toEqual([])
})

test('Bitcoin addresses of every kind', () => {
  const kinds = new Set(
    rows
      .filter((row) => row.network_id === 'BTC' && row.source_type === 'external')
      .map((row) => /^(bc1q|bc1p|1|3)/.exec(row.source_address)?.[0]),
  )
  expect([...kinds].sort()).toEqual(['1', '3', 'bc1p', 'bc1q'])
})

test('every validator and stake pool', () => {
  const delegations = rows.filter((row) => ['validator', 'stake pool'].includes(row.destination_type))
  expect(
    failures(
      validators,
      delegations.map((row) => [row.network_id, row.destination_address]),
    ),
  ).toEqual([])
  expect(new Set(delegations.map((row) => row.network_id))).toEqual(new Set(Object.keys(validators)))
})

test('every source of rewards: the validator, or on Cardano the reward account of the vault’s own address', () => {
  const claims = rows.filter((row) => row.transaction_type === 'claim')
  const onCardano = claims.filter((row) => row.network_id === 'ADA')
  const others = claims.filter((row) => row.network_id !== 'ADA')
  expect(
    failures(
      validators,
      others.map((row) => [row.network_id, row.source_address]),
    ),
  ).toEqual([])
  expect(onCardano.length).toBeGreaterThan(0)
  for (const row of onCardano) {
    const reward = bech32Bytes(row.source_address, 'stake')
    expect(reward[0]).toBe(0xe1)
    expect(hex.encode(reward.slice(1))).toBe(
      hex.encode(bech32Bytes(row.destination_address, 'addr').slice(29)),
    )
  }
})

test('every hash, and the link to it', () => {
  const sent = rows.filter((row) => row.txn_hash !== '')
  expect(
    failures(
      hashes,
      sent.map((row) => [row.network_id, row.txn_hash]),
    ),
  ).toEqual([])
  for (const row of sent) expect(row.blockexplorer_link).toBe(`${explorers[row.network_id]}${row.txn_hash}`)
})
