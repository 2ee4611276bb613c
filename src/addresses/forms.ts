/**
 * The forms in which one account is written that differ by more than case: a look-alike may be made of any of them, and a service may
 * have any. Loads hash functions.
 */
import { base64url } from '@scure/base'
import { type AddressFamily, canonicalAddress } from './families.ts'
import { crc16 } from './formats/crc.ts'
import { plainAddress } from './unwrapped.ts'

/** Each form once: as it came, without the memo that it has within, and as its family writes the same account otherwise. */
export function formsOf(address: string, networkId: string | null, family: AddressFamily): readonly string[] {
  const text = address.trim()
  const plain = plainAddress(text, networkId)
  const write = family.isKnown ? writers.get(family.name) : undefined
  return [...new Set([text, plain, ...(write?.(canonicalAddress(plain, family)) ?? [])])]
}

/** From the canonical spelling. */
const writers: ReadonlyMap<string, (canonical: string) => readonly string[]> = new Map([
  ['TON', tonForms],
  ['Bitcoin Cash', cashForms],
])

/** Raw, bounceable and not bounceable (TEP-2): the last two end differently, since the checksum covers which it is. */
function tonForms(raw: string): readonly string[] {
  const [, workchain, account = ''] = /^(0|-1):([0-9a-f]{64})$/.exec(raw) ?? []
  if (workchain === undefined) return []
  const bytes = (account.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16))
  const written = [0x11, 0x51].map((flags) => {
    const body = [flags, workchain === '0' ? 0x00 : 0xff, ...bytes]
    const checksum = crc16(Uint8Array.from(body))
    return base64url.encode(Uint8Array.from([...body, checksum >>> 8, checksum & 0xff]))
  })
  return [...written, raw]
}

/** With and without the scheme. */
function cashForms(bare: string): readonly string[] {
  return /^[qp][a-z0-9]{41}$/.test(bare) ? [bare, `bitcoincash:${bare}`] : []
}
