import { bech32 } from '@scure/base'

/** A 20-byte account of the Cosmos Hub as `cosmos1…`. */
export function cosmosAddress(account: Uint8Array): string {
  return bech32.encode('cosmos', bech32.toWords(account))
}

/** The operator address `cosmosvaloper1…` of a validator's 20-byte account. */
export function cosmosValidator(account: Uint8Array): string {
  return bech32.encode('cosmosvaloper', bech32.toWords(account))
}
