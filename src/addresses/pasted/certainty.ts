/** How certain it is that a text is an address, by the checks of the chains and by forms that no chain here checks. */
import { base58check, decodeBech32 } from '../../chains/encoding.ts'
import { chains, sameAccount } from '../../chains/index.ts'

/** `proved`: a checksum matches. `formed`: nothing else has this form. `likely`: characters and length fit. */
export type Certainty = 'proved' | 'formed' | 'likely'

/** Takes any text. Null where it is no address. */
export function certaintyOf(text: string): Certainty | null {
  if (text.length < shortest || text.length > longest) return null
  if (!/^[!-~]+$/.test(text)) return isDisguised(text) ? 'formed' : null
  const isForm = forms.some((form) => form.test(text))
  if (!isForm && !/^[1-9A-HJ-NP-Za-km-z]{25,120}$/.test(text)) return null
  const validities = chains.flatMap(({ check }) => check?.(text) ?? [])
  const isValid = (checksum: boolean) =>
    validities.some((validity) => validity.kind === 'valid' && validity.checksum === checksum)
  // Of any chain that uses these encodings, known here or not.
  const hasChecksum =
    anyBase58Check.some((check) => check(text).kind === 'valid') ||
    (/^[a-z]{1,20}1/i.test(text) && decodeBech32(text).problem === undefined)
  if (isValid(true) || hasChecksum) return 'proved'
  if (isForm) return 'formed'
  // Words have no digits, and are shorter than a public key.
  const isWord = !/\d/.test(text) && text.length < shortestKey
  if (text.length > longestBase58 || isWord || !/[a-z]/.test(text) || !/[A-Z]/.test(text)) return null
  const isDamaged = validities.some((validity) => validity.kind === 'failed' && validity.checksum)
  return isDamaged || isValid(false) ? 'formed' : 'likely'
}

/** "0.0.1" */
const shortest = 5
const longest = 256
const longestBase58 = 50
/** Of 32 bytes, in Base58. A few with zeros in front are shorter. */
const shortestKey = 43

const forms: readonly RegExp[] = [
  // EVM and Move chains, also with a character too many, too few or wrong.
  /^0x[\da-z]{20,70}$/i,
  // The public key of a validator.
  /^0x[\da-f]{96}$/i,
  // XDC, and TRON in hexadecimal.
  /^(?:xdc|41)[\da-f]{40}$/i,
  // An account of NEAR without a name.
  /^[\da-f]{64}$/i,
  // Bech32: all in one case.
  /^(?:[XPC]-)?[a-z]{1,20}1[02-9ac-hj-np-z]{20,}$/,
  /^(?:[XPC]-)?[A-Z]{1,20}1[02-9AC-HJ-NP-Z]{20,}$/,
  // Bitcoin Cash, without its prefix.
  /^[qpzr][02-9ac-hj-np-z]{41}$/,
  /^[QPZR][02-9AC-HJ-NP-Z]{41}$/,
  /^kaspa:[qp][02-9ac-hj-np-z]{60,62}$/,
  // Stellar, Algorand.
  /^(?:[GC][A-Z2-7]{55}|M[A-Z2-7]{68})$/,
  /^[A-Z2-7]{58}$/,
  // TON: in either Base64, and raw.
  /^[EUk0][Qf][\w+/-]{46}$/,
  /^-?\d:[\da-f]{64}$/i,
  // Hedera, NEAR.
  /^0\.0\.\d{1,12}(?:-[a-z]{5})?$/,
  /^(?:[\da-z]+[-_.])*[\da-z]+\.(?:near|testnet|tg)$/,
  // Monero.
  /^[48][\dAB](?:[1-9A-HJ-NP-Za-km-z]{93}|[1-9A-HJ-NP-Za-km-z]{104})$/,
  // Stacks, Filecoin, Nano, the Internet Computer.
  /^S[PMTN][\dA-HJKMNP-TV-Z]{37,40}$/,
  /^f[1-4][a-z2-7]{38,84}$/,
  /^(?:nano|xrb)_[13][13-9a-km-uw-z]{59}$/,
  /^(?:[a-z2-7]{5}-){4,10}[a-z2-7]{1,5}$/,
]

const anyBase58Check = [21, 22, 23].map((length) => base58check([{ version: [], length }]))

/** A few letters are of another script: a Cyrillic а looks like a Latin one. */
function isDisguised(text: string): boolean {
  const own = text.match(/[\da-z]/gi)?.length ?? 0
  return (
    /^[\p{L}\p{N}]{20,110}$/u.test(text) && /\d/.test(text) && own < text.length && own >= text.length * 0.7
  )
}

/** Recognizes the spellings of one account, on every chain whose check the address does not fail. */
export function accountTest(address: string): (other: string) => boolean {
  const own = /^[!-~]+$/.test(address) ? chains.filter(({ check }) => check?.(address).kind !== 'failed') : []
  const isSame = sameAccount(address)
  return (other) => other === address || own.some(({ name }) => isSame(other, name))
}

/** Whether receivers usually ask for a memo on every network of this address. */
export function asksForMemo(address: string): boolean {
  const own = chains.filter(({ check, prefix }) =>
    check ? check(address).kind === 'valid' : prefix?.test(address) === true,
  )
  return own.length > 0 && own.every(({ usesMemo }) => usesMemo === true)
}

export function looksLikeHash(text: string): boolean {
  return /^(?:0x)?[\da-f]{64}$/i.test(text) || /^[1-9A-HJ-NP-Za-km-z]{80,90}$/.test(text)
}
