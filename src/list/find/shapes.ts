/** How addresses and hashes of the networks in use look. A shape is a hint and no proof: checksums are not computed. */

/** Whether a text without gaps looks like a wallet address (or a validator's key) of some network. */
export function looksLikeAddress(text: string): boolean {
  return addressShapes.some((shape) => shape.test(text)) || looksLikeBase58(text, 25, 50)
}

/** Whether a text without gaps looks like the hash of a transaction on some network. */
export function looksLikeHash(text: string): boolean {
  return /^(?:0x)?[0-9a-f]{64}$/i.test(text) || looksLikeBase58(text, 80, 90)
}

/** Whether an address (or a text without gaps) is one in which case means nothing: hexadecimal or bech32; base58 is not. */
export function looksCaseless(address: string): boolean {
  return caselessShapes.some((shape) => shape.test(address))
}

const caselessShapes: readonly RegExp[] = [
  /^0x[0-9a-f]+$/i,
  // Bech32; a prefix of one letter is Zcash's alone, and one with a dash Avalanche's.
  /^(?:u|(?:[A-Z]-)?[a-z]{2,20})1[02-9ac-hj-np-z]+$/i,
  // Bitcoin Cash.
  /^(?:bitcoincash:)?[qp][02-9ac-hj-np-z]{41}$/i,
]

const addressShapes: readonly RegExp[] = [
  // Ethereum and its kin: an account, a validator's public key.
  /^0x(?:[0-9a-f]{40}|[0-9a-f]{96})$/i,
  // Bech32, such as Bitcoin's bc1, Cardano's addr1 and Cosmos' cosmos1: all in one case.
  /^[a-z]{2,20}1[02-9ac-hj-np-z]{20,}$/,
  /^[A-Z]{2,20}1[02-9AC-HJ-NP-Z]{20,}$/,
  // Stellar: an account, and a muxed one.
  /^(?:G[A-Z2-7]{55}|M[A-Z2-7]{68})$/,
  // Algorand.
  /^[A-Z2-7]{58}$/,
  // TON: in either Base64, and raw.
  /^[EUk0][Qf][\w+/-]{46}$/,
  /^-?\d:[0-9a-f]{64}$/i,
]

/** Base58, such as Bitcoin's older addresses, XRP's, Tron's, Solana's and Polkadot's. Words are not: they lack digits. */
function looksLikeBase58(text: string, min: number, max: number): boolean {
  return (
    text.length >= min &&
    text.length <= max &&
    /^[1-9A-HJ-NP-Za-km-z]+$/.test(text) &&
    /\d/.test(text) &&
    /[a-z]/.test(text) &&
    /[A-Z]/.test(text)
  )
}
