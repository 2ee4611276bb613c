import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import { base64, base64url } from '@scure/base'
import {
  asciiLowerCase,
  type ChainDefinition,
  foreignCharacters,
  malformed,
  noAddress,
  ofTestNetwork,
  type Validity,
  valid,
  wellFormed,
  wrongChecksum,
  wrongLength,
} from './chain.ts'
import { crc16 } from './encoding.ts'

const bounceable = 0x11
const notBounceable = 0x51

/** TEP-2: an account has eight forms (bounceable, test net, either Base64) and a raw one. */
export const ton: ChainDefinition = {
  name: 'TON',
  ids: 'ton toncoin theopennetwork',
  prefix: /^(?:[EUk0][Qf]|-?\d+:)/,
  canonical: rawAddress,
  otherForms,
  check,
  // Alchemy Pay's "Memo List": some receivers ask for one.
  usesMemo: true,
  burnAddresses: [/^-?\d:0{64}$/],
}

function rawAddress(address: string): string {
  if (/^-?\d{1,3}:[0-9a-f]{64}$/i.test(address)) return asciiLowerCase(address)
  if (!/^[\w+/-]{48}$/.test(address)) return address
  const bytes = base64url.decode(address.replace(/\+/g, '-').replace(/\//g, '_'))
  return `${new DataView(bytes.buffer, bytes.byteOffset).getInt8(1)}:${bytesToHex(bytes.subarray(2, 34))}`
}

/** The checksum covers the flags, so the first two end differently. */
function otherForms(raw: string): readonly string[] {
  const [, workchain, account] = /^(0|-1):([0-9a-f]{64})$/.exec(raw) ?? []
  if (workchain === undefined || account === undefined) return []
  const write = (flags: number) => tonAddress(flags, hexToBytes(account), Number(workchain))
  return [write(bounceable), write(notBounceable)]
}

/** Flags, workchain, account and CRC-16 in Base64; or the raw form, without a checksum. */
function check(address: string): Validity {
  if (/^(?:0|-1):[0-9a-f]{64}$/i.test(address)) return wellFormed
  if (!/^[\w+/-]+$/.test(address)) return foreignCharacters
  if (address.length !== 48) return wrongLength
  if (/[-_]/.test(address) && /[+/]/.test(address)) return malformed('it mixes two ways of writing addresses')
  const bytes = (/[-_]/.test(address) ? base64url : base64).decode(address)
  // Before the checksum: a Substrate address is 48 Base64 characters too.
  const [flags = 0, workchain] = bytes
  if ((flags & 0x7f) !== bounceable && (flags & 0x7f) !== notBounceable) return noAddress
  if (workchain !== 0x00 && workchain !== 0xff) return malformed('its workchain is unknown')
  if (crc16(bytes.subarray(0, 34)) !== new DataView(bytes.buffer, bytes.byteOffset).getUint16(34))
    return wrongChecksum
  return flags & 0x80 ? ofTestNetwork : valid
}

/** Flags: 0x11 bounceable, 0x51 not. */
export function tonAddress(flags: number, account: Uint8Array, workchain = 0): string {
  const body = concatBytes(Uint8Array.of(flags, workchain), account)
  const checksum = crc16(body)
  return base64url.encode(concatBytes(body, Uint8Array.of(checksum >>> 8, checksum & 0xff)))
}
