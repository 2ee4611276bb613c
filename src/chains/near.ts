import type { ChainDefinition } from './chain.ts'

export const near: ChainDefinition = { name: 'NEAR', ids: 'near', usesMemo: false }
