import type { Vault } from '../contract/normal-records.ts'
import type { Fields } from './pairs.ts'

export const vaultFields: Fields<Vault> = [
  ['vault_name', ({ vault_name }) => vault_name],
  ['vault_type', ({ vault_type }) => vault_type],
]
