/** Addresses of which nobody has the key: what is sent to one is lost for good. */

/**
 * Whether it is one of those that are known: zero, or made to burn. Whatever the network, since none of them is anything else on another.
 * What only its makers call a place to burn is not among them.
 */
export function isNobodys(address: string): boolean {
  const text = address.trim()
  return texts.has(text) || patterns.some((pattern) => pattern.test(text))
}

/** EVM, Aptos and Sui; TON's raw form. */
const patterns: readonly RegExp[] = [/^0x0+$/i, /^0x0{36}dead$/i, /^-?\d:0{64}$/]

const texts: ReadonlySet<string> = new Set([
  // Bitcoin: the hash of nothing, and one whose text says so.
  '1111111111111111111114oLvT2',
  '1BitcoinEaterAddressDontSendf59kuE',
  // Solana: the system program, and the one that burns.
  '11111111111111111111111111111111',
  '1nc1nerator11111111111111111111111111111111',
  // XRP Ledger, xrpl.org, "Special Addresses": ACCOUNT_ZERO, ACCOUNT_ONE, the name reservation and the NaN address.
  'rrrrrrrrrrrrrrrrrrrrrhoLvTp',
  'rrrrrrrrrrrrrrrrrrrrBZbvji',
  'rrrrrrrrrrrrrrrrrNAMEtxvNvQ',
  'rrrrrrrrrrrrrrrrrrrn5RM1rHd',
  // Twenty or thirty-two zeros of Stellar, TRON, Algorand, Polkadot, the Cosmos Hub and TON.
  'GAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAWHF',
  'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb',
  'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAY5HFKQ',
  '111111111111111111111111111111111HC1',
  'cosmos1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqnrql8a',
  'EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9c',
  'UQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAJKZ',
  'tz1burnburnburnburnburnburnburjAYjjX',
])
