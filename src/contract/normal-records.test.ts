import { expect, it } from 'vitest'
import { holderOf } from './normal-records.ts'

it.each([
  [{}, null, null],
  [{ vault_type: 'COLD' }, 'cold vaults', 'cold vaults'],
  [{ vault_type: 'cold', vault_id: 'v1' }, 'vault v1', 'vault v1'],
  [{ vault_id: 'v1', vault_name: 'Treasury' }, 'vault v1', 'vault Treasury'],
  [{ vault_id: '', vault_name: 'Treasury' }, 'vault Treasury', 'vault Treasury'],
])('a balance with %j is held by %s, called %s', (given, holder, called) => {
  const others = Object.entries(given).map(([path, value]) => ({ path, value }))
  expect([holderOf({ others }), holderOf({ others }, 'vault_name')]).toEqual([holder, called])
})
