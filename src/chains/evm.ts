/** Twenty bytes in hexadecimal; capitals may be a checksum. */
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import {
  type ChainDefinition,
  type FormCheck,
  foreignCharacters,
  malformed,
  unchecked,
  valid,
  wellFormed,
  wrongStart,
} from './chain.ts'

/** EIP-55. */
export const evmCheck = accountCheck(undefined)

/** EIP-1191 puts Rootstock's id into the checksum, but not every wallet does. */
const rootstockId = 30

/** EIP-3770 puts the short name of a chain first: `eth:0x…`. */
const shortName = '(?:[a-z][a-z0-9-]{0,31}:)?'

/** Text in small letters of an account → `0x…`; anything else stays as it is. */
function evmAccount(address: string): string {
  const [, digits] = evmForms.exec(address) ?? []
  return digits === undefined ? address : `0x${digits}`
}

const evmForms = new RegExp(`^(?:${shortName}0x)?([0-9a-f]{40})$`)

const common = {
  caselessPrefix: /^(?:0x)?/i,
  canonical: evmAccount,
  usesMemo: false,
  burnAddresses: [/^0x0+$/i, /^0x0{36}dead$/i],
} as const

export const evmChains: readonly ChainDefinition[] = [
  {
    ...common,
    name: 'EVM',
    ids: `eth ethereum erc20 etc ethereumclassic ethw sepolia ethsepolia ethereumsepolia ethtest ethtest5 ethtest6 goerli holesky
    hoodi arb arbitrum arbitrumone arb1 arbitrumnova arbitrumsepolia pol polygon matic polygonpos polygonzkevm polygonamoy amoy
    op optimism opmainnet opsepolia optimismsepolia base basesepolia bsc bnb bep20 bnbsmartchain binancesmartchain bnbchain opbnb
    avax avaxc avalanche avalanchec avalanchecchain cchain fuji ftm fantom fantomopera sonic gno gnosis xdai celo linea scroll zksync
    zksyncera mantle mnt blast cronos glmr moonbeam movr moonriver aurora metis boba klay klaytn kaia flr flare sgb songbird mode
    manta taiko worldchain unichain bera berachain ink soneium plasma hyperevm monad`,
    check: evmCheck,
  },
  {
    ...common,
    name: 'Rootstock',
    ids: 'rsk rootstock rbtc',
    check: accountCheck(rootstockId),
  },
  {
    ...common,
    name: 'XDC Network',
    ids: 'xdc xinfin xdcnetwork apothem',
    caselessPrefix: /^(?:0x|xdc)?/i,
    canonical: (address) => evmAccount(address.replace(/^xdc(?=[0-9a-f]{40}$)/, '0x')),
    otherForms: (account) => (/^0x[0-9a-f]{40}$/.test(account) ? [account.replace('0x', 'xdc')] : []),
    check: (address) => evmCheck(address.replace(/^xdc/i, '0x')),
  },
]

function accountCheck(chainId: number | undefined): FormCheck {
  return (address) => {
    const digits = startsWith0x.exec(address)?.[1]
    // A chain with the same name, such as Avalanche's X-avax1….
    if (digits === undefined) return /^[A-Z]-[a-z]+1/.test(address) ? unchecked : wrongStart('0x')
    if (!/^[0-9a-f]*$/i.test(digits)) return foreignCharacters
    // The destination of a stake: a validator's public key, without a checksum.
    if (digits.length === 96) return unchecked
    if (digits.length !== 40)
      return malformed(`it has ${digits.length} digits after 0x, and an address has 40`)
    if (digits === digits.toLowerCase() || digits === digits.toUpperCase()) return wellFormed
    const spelled = [...new Set([chainId, undefined])]
    return spelled.some((id) => checksumCase(address, id) === `0x${digits}`) ? valid : wrongCapitals
  }
}

const startsWith0x = new RegExp(`^${shortName}0x(.*)$`, 'i')

const wrongCapitals = {
  kind: 'failed',
  checksum: true,
  reason: 'its checksum does not match (upper or lower case is wrong)',
} as const

/** EIP-55, or EIP-1191 with a chain id; null if not an account. */
function checksumCase(address: string, chainId?: number): string | null {
  const digits = /^0x([0-9a-f]{40})$/i.exec(address)?.[1]?.toLowerCase()
  if (digits === undefined) return null
  const hash = bytesToHex(keccak_256(utf8ToBytes(chainId === undefined ? digits : `${chainId}0x${digits}`)))
  return `0x${[...digits].map((digit, at) => (hash.charAt(at) >= '8' ? digit.toUpperCase() : digit)).join('')}`
}

export function evmAddress(account: Uint8Array): string {
  return checksumCase(`0x${bytesToHex(account)}`) ?? ''
}

/** A 48-byte BLS public key. Its first bits mark a compressed point inside the field. */
export function evmValidatorKey(bytes: Uint8Array): string {
  const key = Uint8Array.from(bytes)
  key[0] = 0x80 | ((bytes[0] ?? 0) & 0x2f)
  return `0x${bytesToHex(key)}`
}
