/** Aptos and Sui: thirty-two bytes in hexadecimal, without checksum. */
import type { ChainDefinition } from './chain.ts'
import { type Check, unchecked, wellFormed, wrongStart } from './check.ts'

/** Shorter spellings leave zeros out, and nothing is claimed of them. */
const check: Check = (address) => {
  if (!/^0x/i.test(address)) return wrongStart('0x')
  return /^0x[0-9a-f]{64}$/i.test(address) ? wellFormed : unchecked
}

const common = { caselessPrefix: /^(?:0x)?/i, check, usesMemo: false } as const

export const moveChains: readonly ChainDefinition[] = [
  { ...common, name: 'Aptos', ids: 'apt aptos' },
  { ...common, name: 'Sui', ids: 'sui' },
]
