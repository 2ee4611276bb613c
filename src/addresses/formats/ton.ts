/** TON's addresses (TEP-2). */
import { base64, base64url } from '@scure/base'
import { crc16 } from './crc.ts'
import {
  foreignCharacters,
  malformed,
  type Outcome,
  ofTestNetwork,
  valid,
  wellFormed,
  wrongChecksum,
  wrongLength,
} from './outcome.ts'

/** Flags, workchain, account and CRC-16 in Base64; or the raw form, which has no checksum. */
export function tonAddress(address: string): Outcome {
  if (/^(?:0|-1):[0-9a-f]{64}$/i.test(address)) return wellFormed
  if (!/^[\w+/-]+$/.test(address)) return foreignCharacters
  if (address.length !== 48) return wrongLength
  if (/[-_]/.test(address) && /[+/]/.test(address)) return malformed('it mixes two ways of writing addresses')
  const bytes = (/[-_]/.test(address) ? base64url : base64).decode(address)
  // First what it is at all: any 48 characters are Base64, such as an address of a chain of Substrate.
  const [flags = 0, workchain] = bytes
  if ((flags & 0x7f) !== 0x11 && (flags & 0x7f) !== 0x51) return malformed('it does not hold an address')
  if (workchain !== 0x00 && workchain !== 0xff) return malformed('it is of no known workchain')
  if (crc16(bytes.subarray(0, 34)) !== new DataView(bytes.buffer, bytes.byteOffset).getUint16(34))
    return wrongChecksum
  return flags & 0x80 ? ofTestNetwork : valid
}
