/**
 * Families of networks: those whose addresses are of one kind, so that an address of one means the same on all. Only addresses of
 * one family are ever compared. No checksum is computed here: see validity.ts.
 */
import { type FamilyName, networkIds } from './network-ids.ts'

export interface AddressFamily {
  /** "EVM", "Bitcoin", "Solana"; of an unknown network its id, and '' of none. */
  readonly name: string
  /** Whether the rules of its addresses are known; all others are compared exactly, but for accounts of the EVM's form. */
  readonly isKnown: boolean
  /** Whether an address means the same in capital and in small letters. */
  readonly caseInsensitive: (address: string) => boolean
  /** What every address of its kind begins with, as it is spelt there: '0x', 'bc1q', 'T', 'addr1q', 'cosmos1', ''. */
  readonly fixedPrefix: (address: string) => string
  /** One spelling for the several that an address has beside its capitals. */
  readonly respelt: (folded: string) => string
}

/** The family of a network, by its id or a usual alias in any case. The same object for the same family; an unknown network is its own. */
export function familyOf(networkId: string | null): AddressFamily {
  const id = networkId?.trim() ?? ''
  if (id === '') return withoutNetwork
  const found = byNetworkId.get(plainId(id)) ?? unknownFamilies.get(asciiLowerCase(id))
  if (found !== undefined) return found
  const own = unknownFamily(id)
  unknownFamilies.set(asciiLowerCase(id), own)
  return own
}

/** What all spellings of one address share, and no other address has. Space around an address is no part of it. */
export function canonicalAddress(address: string, family: AddressFamily): string {
  return family.respelt(foldedAddress(address.trim(), family))
}

/** An address in small letters where its family takes capitals for the same. Only A to Z fold: a Kelvin sign is no k. */
export function foldedAddress(address: string, family: AddressFamily): string {
  return family.caseInsensitive(address) ? asciiLowerCase(address) : address
}

type Rules = Omit<AddressFamily, 'name' | 'isKnown'>

/** A prefix takes in all that a kind of address always has, such as the version letter of bech32: it tells nobody apart. */
const rules: Readonly<Record<FamilyName, Rules>> = {
  EVM: caseless(/^0x/i),
  Rootstock: caseless(/^0x/i),
  Bitcoin: bech32(/^bc1[a-z0-9]/i, /^[13]/),
  'Bitcoin testnet': bech32(/^(?:tb|bcrt)1[a-z0-9]/i, /^[mn2]/),
  'Bitcoin Cash': {
    ...bech32(/^(?:bitcoincash:)?[qp](?=[a-z0-9]{41}$)/i, /^[13]/),
    respelt: (folded) => folded.replace(/^(?:bitcoincash:)+/, ''),
  },
  Litecoin: bech32(/^ltc1[a-z0-9]/i, /^[LM3]/),
  Dogecoin: exact(/^[DA9]/),
  Dash: exact(/^[X7]/),
  Zcash: bech32(/^(?:zs|u)1/i, /^t[13]/),
  Solana: exact(),
  'XRP Ledger': exact(/^[rX]/),
  Stellar: exact(/^[GMC]/),
  TRON: exact(/^T/),
  // The letter behind the 1 is kind and network alone (CIP-19), as it is in Bitcoin's.
  Cardano: bech32(/^(?:addr|stake)(?:_test)?1[a-z0-9]/i, /^(?:Ae2|DdzFF)/),
  Polkadot: exact(/^1/),
  Kusama: exact(),
  Algorand: exact(),
  Tezos: exact(/^(?:tz[1-4]|KT1)/),
  TON: { ...exact(/^(?:[EUk0][Qf]|-?\d+:)/), respelt: rawTonAddress },
  Aptos: caseless(/^0x/i),
  Sui: caseless(/^0x/i),
  NEAR: exact(),
  Hedera: exact(/^\d+\.\d+\./),
  EOS: exact(),
  'Cosmos Hub': cosmos('cosmos'),
  Osmosis: cosmos('osmo'),
  Celestia: cosmos('celestia'),
  dYdX: cosmos('dydx'),
  Injective: cosmos('inj'),
  Kava: cosmos('kava'),
  Sei: cosmos('sei'),
  Juno: cosmos('juno'),
  Axelar: cosmos('axelar'),
  Noble: cosmos('noble'),
  Stride: cosmos('stride'),
  THORChain: cosmos('thor'),
}

/** Every family whose rules are known. */
export const families: readonly AddressFamily[] = Object.entries(rules).map(([name, itsRules]) => ({
  name,
  isKnown: true,
  ...itsRules,
}))

/** The family of addresses that came without a network. */
const withoutNetwork = unknownFamily('')

/** Filled as networks are met, so that the same unknown network is the same family. */
const unknownFamilies = new Map<string, AddressFamily>()

const byNetworkId = new Map(
  families.flatMap((family) =>
    [family.name, ...aliasesOf(family.name)].map((alias) => [plainId(alias), family] as const),
  ),
)

function aliasesOf(name: string): readonly string[] {
  return Object.entries(networkIds).flatMap(([of, ids]) => (of === name ? ids.split(/\s+/) : []))
}

/** "ETH-Mainnet" and "eth" are one network; so is "eip155:1", as CAIP-2 calls it, with every other chain of the EVM. */
function plainId(networkId: string): string {
  if (/^eip155[:-]\d{1,20}$/i.test(networkId)) return 'evm'
  return asciiLowerCase(networkId)
    .replace(/[ _.:/-]+/g, '')
    .replace(/mainnet$/, '')
}

/** Any chain may be one of the EVM: what has the form of its accounts is compared as they are, all else exactly. */
function unknownFamily(name: string): AddressFamily {
  const isAccount = (address: string) => /^0x[0-9a-f]{40}$/i.test(address)
  return {
    name,
    isKnown: false,
    ...exact(/^0x(?=[0-9a-f]{40}$)/i),
    caseInsensitive: isAccount,
  }
}

function exact(prefix: RegExp = /^/): Rules {
  return { caseInsensitive: () => false, fixedPrefix: startOf(prefix), respelt: asItIs }
}

function caseless(prefix: RegExp): Rules {
  return { caseInsensitive: () => true, fixedPrefix: startOf(prefix), respelt: asItIs }
}

/** Bech32, whose case says nothing, beside an older kind of address that is compared exactly. */
function bech32(modern: RegExp, older: RegExp): Rules {
  const modernStart = startOf(modern)
  const olderStart = startOf(older)
  return {
    caseInsensitive: (address) => modern.test(address),
    fixedPrefix: (address) => modernStart(address) || olderStart(address),
    respelt: asItIs,
  }
}

/** A chain of Cosmos: accounts, and the keys of validators, which have a longer prefix. */
function cosmos(prefix: string): Rules {
  return caseless(new RegExp(`^(?:${prefix}(?:valoper|valcons)?1|0x)`, 'i'))
}

/** TON writes one account in eight ways: bounceable or not, test net or not, in either Base64. The raw form is one (TEP-2). */
function rawTonAddress(address: string): string {
  if (/^-?\d{1,3}:[0-9a-f]{64}$/i.test(address)) return asciiLowerCase(address)
  if (!/^[\w+/-]{48}$/.test(address)) return address
  const bytes = Uint8Array.from(atob(address.replace(/-/g, '+').replace(/_/g, '/')), (character) =>
    character.charCodeAt(0),
  )
  const workchain = new Int8Array(bytes.subarray(1, 2))[0] ?? 0
  return `${workchain}:${[...bytes.subarray(2, 34)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

function startOf(pattern: RegExp): (address: string) => string {
  return (address) => pattern.exec(address)?.[0] ?? ''
}

function asItIs(address: string): string {
  return address
}

function asciiLowerCase(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}
