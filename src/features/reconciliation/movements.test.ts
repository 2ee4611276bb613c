import { expect, test } from 'vitest'
import { normaliseTransaction, normaliseVault } from '../../api/normalise.ts'
import { type Movements, networksWithoutFeeAsset } from './movements.ts'
import { movementsAgree, movementsSentence, reconcileMovements } from './reconcile-movements.ts'

const reading = { begun: '', ended: '', rows: 1, pages: 1 }

function vault(id: string, ...holdings: readonly (readonly [string, string, string, string])[]) {
  return normaliseVault({
    vault_id: id,
    vault_name: `Vault ${id}`,
    vault_type: 'cold',
    assets: holdings.map(([asset_id, network_id, processing_balance, staking_balance]) => ({
      asset_id,
      network_id,
      balances: { processing_balance, staking_balance },
    })),
  })
}

let made = 0
function transaction(
  status: string,
  type: string,
  asset_id: string,
  network_id: string,
  amount: string,
  fee = '0',
) {
  made += 1
  return normaliseTransaction({
    transaction_id: `t${made}`,
    status,
    transaction: {
      transaction_type: type,
      asset_id,
      network_id,
      amount,
      fee,
      source: {
        source_type: type === 'deposit' ? 'external' : 'vault',
        source_id: type === 'deposit' ? '' : 'A',
      },
      destination: { destination_type: 'vault', destination_id: 'B' },
    },
  })
}

function movements(
  vaults: Movements['vaults']['records'],
  transactions: Movements['transactions']['records'],
  doubts: readonly string[] = [],
): Movements {
  return {
    vaults: { ...reading, records: vaults },
    transactions: { ...reading, records: transactions },
    doubts,
  }
}

const rebalance = transaction('confirming', 'rebalance', 'USDC_ETH', 'ETH', '10.5', '0.01')

async function compared(...readings: readonly [Movements, ...Movements[]]) {
  return {
    state: 'compared' as const,
    ...(await reconcileMovements({}, async (index) => readings[index] ?? readings[0])),
  }
}

test('what leaves and is in flight is in processing, its fee in the network’s own asset; what comes in is not', async () => {
  const books = movements(
    [
      vault('A', ['USDC_ETH', 'ETH', '10.5', '0'], ['ETH', 'ETH', '0.01', '0']),
      vault('B', ['USDC_ETH', 'ETH', '0', '0']),
    ],
    [rebalance, transaction('pending', 'deposit', 'USDC_ETH', 'ETH', '7')],
  )
  const against = await compared(books)
  expect(movementsSentence(against)).toBe('All 3 holdings agree with transactions')
  expect(movementsAgree(against)).toBe(true)
})

test('staking is what was staked and not unstaked; a change of pool moves its fee alone', async () => {
  const books = movements(
    [vault('A', ['ADA', 'ADA', '3.2', '5'])],
    [
      transaction('completed', 'stake', 'ADA', 'ADA', '10', '0.1'),
      transaction('completed', 'unstake', 'ADA', 'ADA', '2', '0.1'),
      transaction('processing', 'unstake', 'ADA', 'ADA', '3', '0.1'),
      transaction('pending', 'change pool', 'ADA', 'ADA', '5', '0.1'),
    ],
  )
  expect(movementsSentence(await compared(books))).toBe('The one holding agrees with transactions')
})

test('a difference that stands in both readings is said, and one that moved is not certain', async () => {
  const wrong = movements(
    [vault('A', ['USDC_ETH', 'ETH', '10', '0'], ['ETH', 'ETH', '0.01', '0'])],
    [rebalance],
  )
  const right = movements(
    [vault('A', ['USDC_ETH', 'ETH', '10.5', '0'], ['ETH', 'ETH', '0.01', '0'])],
    [rebalance],
  )
  const differs = await compared(wrong, wrong)
  expect(movementsSentence(differs)).toBe('1 of 2 holdings agrees with transactions, 1 differs')
  expect(differs.findings[0]?.readings[0].comparison).toMatchObject({
    left: { value: '10.5' },
    right: { value: '10' },
    difference: '0.5',
  })
  expect(movementsSentence(await compared(wrong, right))).toBe(
    '1 of 2 holdings agrees with transactions, 1 is uncertain',
  )
})

test('what transactions alone know of is on one side, and an amount that cannot be read is nothing certain', async () => {
  const unknown = movements([vault('A', ['USDC_ETH', 'ETH', '10.5', '0'])], [rebalance])
  expect(movementsSentence(await compared(unknown, unknown))).toContain('1 differs')
  const unreadable = movements(
    [vault('A', ['USDC_ETH', 'ETH', '10', '0'])],
    [transaction('pending', 'withdraw', 'USDC_ETH', 'ETH', '1e1')],
  )
  expect(movementsSentence(await compared(unreadable, unreadable))).toContain('1 is uncertain')
})

test('fees of a network whose own asset is not known are in no figure, and the network is named', async () => {
  const books = movements(
    [vault('A', ['X', 'NET', '1', '0'])],
    [transaction('pending', 'withdraw', 'X', 'NET', '1', '0.1')],
  )
  expect(networksWithoutFeeAsset(books)).toEqual(['NET'])
  const against = await compared(books)
  expect(against.withoutFees).toEqual(['NET'])
  expect(movementsAgree(against)).toBe(true)
})

test('what was not read whole is partial, and never agrees', async () => {
  const against = await compared(movements([vault('A', ['X', 'NET', '0', '0'])], [], ['It was cut off.']))
  expect(movementsSentence(against)).toBe('Partial: the one holding agrees with transactions')
  expect(movementsAgree(against)).toBe(false)
  expect(movementsAgree({ state: 'skipped' })).toBe(false)
})
