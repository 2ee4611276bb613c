import { base58 } from '@scure/base'
import type { ChainDefinition } from './chain.ts'
import { foreignCharacters, wellFormed, wrongLength } from './check.ts'
import { decodeBase58 } from './encoding/base58.ts'

/** An address is thirty-two bytes without checksum: a public key, or what a program derives. */
export const solana: ChainDefinition = {
  name: 'Solana',
  ids: 'sol solana spl solanadevnet soltest',
  usesMemo: false,
  check(address) {
    const bytes = decodeBase58(address)
    if (bytes === null) return foreignCharacters
    return bytes.length === 32 ? wellFormed : wrongLength
  },
  // The system program, and the one that burns.
  burnAddresses: ['11111111111111111111111111111111', '1nc1nerator11111111111111111111111111111111'],
}

/** A 32-byte public key (wallet or vote account). */
export function solanaAddress(publicKey: Uint8Array): string {
  return base58.encode(publicKey)
}
