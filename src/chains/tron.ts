import type { ChainDefinition } from './chain.ts'
import { oneOf } from './check.ts'
import { base58check, encodeBase58check, hashKinds } from './encoding/base58.ts'

const version = [0x41]

export const tron: ChainDefinition = {
  name: 'TRON',
  ids: 'trx tron trc20',
  prefix: /^T/,
  check: oneOf('T', [[/^T/, base58check(hashKinds(version))]]),
  usesMemo: false,
  burnAddresses: ['T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb'],
}

/** A 20-byte account. */
export function tronAddress(account: Uint8Array): string {
  return encodeBase58check(version, account)
}
