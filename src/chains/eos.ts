import type { ChainDefinition } from './chain.ts'

/** Accounts are names that people chose. Memos: Alchemy Pay's "Memo List", which says that they must be there. */
export const eos: ChainDefinition = { name: 'EOS', ids: 'eos vaulta', usesMemo: true }
