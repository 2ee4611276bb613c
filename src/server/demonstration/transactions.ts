import type { TransactionType } from '../../contract/enumerations.ts'
import type { TransactionRow } from '../service/database/rows.ts'
import { assetById } from './assets.ts'
import { toDecimalText } from './decimals.ts'
import { type Draft, purse } from './drafts.ts'
import { incidents } from './incidents.ts'
import { accrue, post, stages } from './ledger.ts'
import { drawNote, type Occasion } from './notes.ts'
import type { Organisation } from './organisation.ts'
import type { Position } from './positions.ts'
import { type Random, randomFrom, weighted } from './prng.ts'
import { recordId } from './record-ids.ts'
import { type Staking, staking } from './staking.ts'
import { drawStatus } from './statuses.ts'
import { timeline } from './timeline.ts'
import { type Transfers, transfers } from './transfers.ts'

/** What the history of the books is made from. */
export interface HistoryOptions {
  readonly transactions: number
  readonly seed: number
  readonly until: Date
}

const hour = 3_600_000

/**
 * Writes the history, oldest first, one row at a time, and enters each row in the positions before it gives it out.
 * Rewards are entered at every full hour (UTC) that lies between two rows, before the later one.
 */
export function* writeHistory(
  { transactions, seed, until }: HistoryOptions,
  organisation: Organisation,
  positions: readonly Position[],
): Generator<TransactionRow> {
  const random = randomFrom(seed, 'transactions')
  const desk = planner(random, transactions, organisation, positions)
  const mishaps = incidents(seed, transactions, organisation)
  const earning = positions.filter((position) => position.asset.hourlyReward > 0n)
  let index = 0
  let lastHour: number | undefined
  for (const recordedAt of timeline(transactions, seed, until)) {
    const thisHour = Math.floor(recordedAt / hour)
    if (lastHour !== undefined && thisHour > lastHour)
      for (const { holding } of earning) accrue(holding, thisHour - lastHour)
    lastHour = thisHour
    const dust = mishaps.dust(index)
    index++
    if (dust !== undefined) {
      yield enter(mishaps.random, dust, 'completed', recordedAt)
      continue
    }
    const { draft, done } = desk()
    const status = done
      ? 'completed'
      : drawStatus(random, draft.type, until.getTime() - recordedAt, transactions - index)
    yield enter(random, mishaps.divert(draft, status, index), status, recordedAt)
  }
}

/** Enters the draft in the positions, and gives the row that says so. */
function enter(
  random: Random,
  draft: Draft,
  status: TransactionRow['status'],
  recordedAt: number,
): TransactionRow {
  const { asset } = draft.position
  const { network } = asset
  const stage = stages[status]
  const fee = stage === 'void' ? 0n : draft.fee
  post({
    type: draft.type,
    status,
    amount: draft.amount,
    fee,
    source: draft.from?.holding,
    feePayer: draft.from === undefined ? undefined : purse(draft.from),
    destination: draft.to?.holding,
  })
  draft.settle?.(stage)
  const hash = isOnChain(random, draft.type, status) ? network.hash(random) : ''
  const transactionId = recordId(random, 'txn')
  // Drawn in any case: a note that is given leaves the draws after it as they are.
  const drawn = drawNote(random, occasionOf(draft), status, recordedAt)
  return {
    transaction_id: transactionId,
    recorded_at: new Date(recordedAt).toISOString(),
    transaction_type: draft.type,
    status,
    asset_id: asset.id,
    network_id: network.id,
    amount: toDecimalText(draft.amount, asset.decimals),
    fee: toDecimalText(fee, assetById(network.nativeAssetId).decimals),
    ...draft.source,
    ...draft.destination,
    txn_hash: hash,
    blockexplorer_link: hash === '' ? '' : network.explorer + hash,
    note: draft.note ?? drawn,
  }
}

/** What a note may be about. */
function occasionOf({ type, position, to }: Draft): Occasion {
  if (type === 'withdraw' && position.vault.purpose === 'payroll') return 'payroll'
  if (type === 'rebalance') return to?.vault.type === 'cold' ? 'to cold' : 'to warm'
  return type
}

/** Whether the network has heard of a transaction: a deposit always comes from there, the rest once it is broadcast. */
function isOnChain(random: Random, type: TransactionType, status: TransactionRow['status']): boolean {
  if (type === 'deposit') return true
  switch (status) {
    case 'completed':
    case 'confirming':
      return true
    case 'processing':
      return random.chance(0.4)
    case 'failed':
      return random.chance(0.6)
    default:
      return false
  }
}

/** What happens next; `done` where it belongs to the opening of the books and so is completed in any case. */
type Planner = () => { readonly draft: Draft; readonly done: boolean }

const shares: readonly (readonly [TransactionType, share: number])[] = [
  ['deposit', 36],
  ['withdraw', 42],
  ['rebalance', 13],
  ['stake', 3.2],
  ['claim', 3.4],
  ['unstake', 1.8],
  ['change pool', 0.6],
]

/**
 * First the vaults receive what they had before the books began, between the first everyday transactions; then
 * everyday goes on. What cannot be done as the books stand is tried otherwise, and at last replaced by a deposit.
 */
function planner(
  random: Random,
  count: number,
  organisation: Organisation,
  positions: readonly Position[],
): Planner {
  const transfer = transfers(random, organisation, positions)
  const stake = staking(random, organisation, positions)
  const openings = [...positions].sort((one, other) => one.vault.activity - other.vault.activity)
  const lockUps: Position[] = []
  // In books of a few hundred transactions the openings must leave room for others.
  const openingShare = count < 1000 ? 0.4 : 0.85
  const pickType = weighted(shares, ([, share]) => share)

  function everyday(): Draft {
    const [type] = pickType(random)
    for (let attempt = 0; attempt < 4; attempt++) {
      const draft = plan(type, transfer, stake)
      if (draft !== undefined) return draft
    }
    return transfer.deposit()
  }

  return () => {
    if (lockUps.length > 0 || openings.length > 0) {
      const lockUp = lockUps.pop()
      const draft = lockUp && stake.stakeAll(lockUp)
      if (draft !== undefined) return { draft, done: true }
      const opening = random.chance(openingShare) ? openings.pop() : undefined
      if (opening !== undefined) {
        if (opening.lockedUp) lockUps.push(opening)
        return { draft: transfer.opening(opening), done: true }
      }
    }
    return { draft: everyday(), done: false }
  }
}

function plan(type: TransactionType, transfer: Transfers, stake: Staking): Draft | undefined {
  switch (type) {
    case 'deposit':
      return transfer.deposit()
    case 'withdraw':
      return transfer.withdraw()
    case 'rebalance':
      return transfer.rebalance()
    case 'stake':
      return stake.stake()
    case 'unstake':
      return stake.unstake()
    case 'claim':
      return stake.claim()
    case 'change pool':
      return stake.changePool()
  }
}
