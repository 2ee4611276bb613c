import { chains } from '../chains/index.ts'

/**
 * Whether nobody has the key of an address, so that what is sent to it is lost for good: zero, or made to burn. Whatever the network,
 * since none of them is anything else on another. What only its makers call a place to burn is not among them.
 */
export function isBurnAddress(address: string): boolean {
  const text = address.trim()
  return texts.has(text) || patterns.some((pattern) => pattern.test(text))
}

const burnAddresses = chains.flatMap((chain) => chain.burnAddresses ?? [])
const texts = new Set(burnAddresses.filter((one) => typeof one === 'string'))
const patterns = burnAddresses.filter((one) => typeof one !== 'string')
