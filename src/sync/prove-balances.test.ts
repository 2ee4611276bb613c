/** Balances are proved from sums. What is not given is not compared. */
import { expect, test } from 'vitest'
import { writeDecimal } from '../contract/decimal.ts'
import { proveStoredBalances } from './prove-balances.ts'
import { normaliseTransaction, normaliseVault } from './service/normalise.ts'

const deposit = (amount: string, status = 'completed') =>
  normaliseTransaction({
    ...{ transaction_id: 't', status },
    transaction: {
      ...{ transaction_type: 'deposit', asset_id: 'BTC', network_id: 'BTC', amount, fee: '0' },
      destination: { destination_type: 'vault', destination_id: 'v1' },
    },
  })

const none = { processing_balance: '0', staking_balance: '0', claimable_balance: '0' }
const vault = (...balances: readonly object[]) =>
  normaliseVault({
    ...{ vault_id: 'v1', vault_name: 'Vault' },
    assets: balances.map((each) => ({ asset_id: 'BTC', network_id: 'BTC', balances: each })),
  })
const holding = (available: string) =>
  vault({ ...none, available_balance: available, total_balance: available })

const after = (...added: readonly ReturnType<typeof deposit>[]) => ({ added, replaced: [] })

/** What remains of each balance that can be compared. */
function remainders(...given: Parameters<typeof proveStoredBalances>): readonly string[] {
  return [...proveStoredBalances(...given).balances.values()].map(({ vault, remainder }) => {
    return `${vault} ${writeDecimal(remainder)}`
  })
}

test('a balance is explained to the last digit, or told with what remains', () => {
  const movements = after(deposit('0.1'), deposit('0.2'), deposit('9', 'pending'))
  expect(remainders([], [holding('0.3')], movements)).toEqual(['Vault 0'])
  expect(remainders([], [holding('0.30000000000000000001')], movements)).toEqual([
    'Vault 0.00000000000000000001',
  ])
})

test('a transaction takes the place of what was final before', () => {
  const changes = { added: [deposit('5')], replaced: [deposit('2')] }
  expect(remainders([], [holding('3')], changes)).toEqual(['Vault 0'])
})

test.each([
  ['a vault that is not listed', []],
  [
    'a vault whose balances are not given',
    [normaliseVault({ vault_id: 'v1' }), { ...holding('1'), vault_id: 'v2' }],
  ],
  ['vaults that all list nothing', [vault()]],
  ['a component that is not given', [vault({ available_balance: '7' })]],
  ['a form that is not read', [vault({ hot: '7' })]],
])('%s is not compared with what moved', (_, vaults) => {
  const { balances } = proveStoredBalances([], vaults, after(deposit('1')))
  expect([...balances.keys()].filter((name) => name.includes('v1'))).toEqual([])
})
