/** A hash of a transaction in all the ways in which services and explorers write it. */
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { base64, base64nopad, base64url, base64urlnopad } from '@scure/base'

/** The text itself first. Empty for a text that is no hash. */
export function hashSpellings(text: string): readonly string[] {
  const digits = /^(?:0x)?([\da-f]{32,128})$/i.exec(text)?.[1]?.toLowerCase()
  if (digits !== undefined && digits.length % 2 === 0)
    return spellings(
      text,
      digits,
      `0x${digits}`,
      ...(digits.length === 64 && !/^0x/i.test(text) ? inBase64(hexToBytes(digits)) : []),
    )
  const hedera = hederaId.exec(text)
  if (hedera) {
    const [, payer = '', seconds = '', nanoseconds = ''] = hedera
    const each = [...new Set([nanoseconds, nanoseconds.padStart(9, '0'), String(Number(nanoseconds))])]
    return spellings(
      text,
      ...each.flatMap((part) => [`${payer}@${seconds}.${part}`, `${payer}-${seconds}-${part}`]),
    )
  }
  const bytes = decodedHash(text)
  if (bytes) return spellings(text, bytesToHex(bytes), `0x${bytesToHex(bytes)}`, ...inBase64(bytes))
  // Of Solana, in Base58.
  return /^[1-9A-HJ-NP-Za-km-z]{80,90}$/.test(text) ? [text] : []
}

/** `0.0.1234@1700000000.000000001`, or with dashes as mirror nodes and explorers write it. */
export const hederaId = /^(\d{1,5}\.\d{1,5}\.\d{1,12})[@-](\d{9,12})[.-](\d{1,9})$/

function spellings(...all: readonly string[]): readonly string[] {
  return [...new Set(all)]
}

function inBase64(bytes: Uint8Array): readonly string[] {
  return [base64, base64nopad, base64url, base64urlnopad].map((code) => code.encode(bytes))
}

/** TON writes its hashes of 32 bytes in either Base64. */
function decodedHash(text: string): Uint8Array | null {
  if (!/^[\w+/-]{43}=?$/.test(text) || !/\d/.test(text)) return null
  try {
    return base64nopad.decode(text.replace(/=$/, '').replaceAll('-', '+').replaceAll('_', '/'))
  } catch {
    return null
  }
}
