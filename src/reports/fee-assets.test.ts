import { expect, test } from 'vitest'
import { type FeeDecision, paidFeeAsset } from '../contract/fee-asset.ts'
import { openEither } from '../database/testing/databases.ts'
import { type Fees, simulate, telling } from '../ledger/testing/simulated-ledger.ts'
import { feeAssetsFigure, readFeeAssets } from './fee-assets.ts'
import { keptAccount, madeReport } from './testing/kept-account.ts'

const database = await openEither()

const token = { asset_id: 'USDC_ETH', network_id: 'ETH' }
/** Of a network that no list of ours has. */
const other = { asset_id: 'TOKEN_Q', network_id: 'Q' }

test.each<readonly [Fees, (string | null)[]]>([
  ['sender', ['ETH', 'QQ']],
  ['receiver', ['ETH', 'QQ']],
  ['sender-same-asset', ['USDC_ETH', 'TOKEN_Q']],
  ['within-amount', ['USDC_ETH', 'TOKEN_Q']],
  ['nobody', [null, null]],
])('where fees are paid by the rule %s, their assets are %j', async (rule, expected) => {
  const { transactions, vaults } = simulate(telling, rule)
  const account = await keptAccount(
    database,
    transactions.map(({ transaction }) => [transaction.received as object, null] as const).toReversed(),
    { vaults: vaults.map(({ received }) => received as object) },
  )
  const feeAssetOf = await account.readMoment(readFeeAssets)
  expect([token, other].map(feeAssetOf)).toEqual(expected)
  const decision = await madeReport(account, feeAssetsFigure, '')
  // Pages get it as JSON.
  const read: FeeDecision = JSON.parse(JSON.stringify(decision))
  expect([token, other].map((transaction) => paidFeeAsset(read, transaction))).toEqual(expected)
})
