import type { ChainDefinition } from './chain.ts'

/** Accounts are numbers: shard, realm, account. Exchanges' own guides ask for a memo. */
export const hedera: ChainDefinition = {
  name: 'Hedera',
  ids: 'hbar hedera',
  prefix: /^\d+\.\d+\./,
  usesMemo: true,
}
