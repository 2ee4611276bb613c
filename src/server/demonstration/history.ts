import { writeDecimal } from '../../contract/decimal.ts'
import type { TransactionStatus, TransactionType } from '../../contract/enumerations.ts'
import type { TransactionRow } from '../service/database/tables.ts'
import { assetById } from './assets.ts'
import { calendar } from './calendar.ts'
import { Desk } from './desk.ts'
import { Incidents } from './incidents.ts'
import { accrue, type Draft, type Position, post, stageOf } from './ledger.ts'
import { drawNote, type Occasion } from './notes.ts'
import type { Organisation } from './organisation.ts'
import { type Random, randomFrom, recordId } from './prng.ts'

export interface HistoryOptions {
  readonly transactions: number
  readonly seed: number
  /** The history ends at the last midnight (UTC) before this. */
  readonly until: Date
}

const hour = 3_600_000
const day = 24 * hour

/**
 * Writes the history one row at a time, oldest first, and enters each row in the positions before it yields it. Rewards are entered at
 * every full hour (UTC) between two rows, before the later one.
 */
export function* writeHistory(
  { transactions, seed, until }: HistoryOptions,
  organisation: Organisation,
  positions: readonly Position[],
): Generator<TransactionRow> {
  const random = randomFrom(seed, 'transactions')
  const plan = planner(random, transactions, new Desk(random, organisation, positions), positions)
  const mishaps = new Incidents(seed, transactions, organisation)
  const earning = positions.filter(({ asset }) => asset.hourlyReward > 0n)
  const end = Math.floor(until.getTime() / day) * day
  let newer = transactions
  let lastHour: number | undefined
  for (const recordedAt of calendar(transactions, seed, end)) {
    const thisHour = Math.floor(recordedAt / hour)
    if (lastHour !== undefined && thisHour > lastHour)
      for (const position of earning) accrue(position, thisHour - lastHour)
    lastHour = thisHour
    newer--
    const index = transactions - newer
    const dust = mishaps.dust(index - 1)
    if (dust !== undefined) {
      yield enter(mishaps.random, dust, 'completed', recordedAt)
      continue
    }
    const { draft, status } = plan(newer, end - recordedAt)
    yield enter(random, mishaps.divert(draft, status, index), status, recordedAt)
  }
}

function enter(random: Random, draft: Draft, status: TransactionStatus, recordedAt: number): TransactionRow {
  const { source, destination } = draft
  const { asset } = draft.position
  const { network } = asset
  const fee = stageOf(status) === 'void' ? 0n : draft.fee
  post(draft, status)
  const hash = isOnChain(random, draft.type, status) ? network.hash(random) : ''
  const transactionId = recordId(random, 'txn')
  // Always drawn: a given note must not change later draws.
  const drawn = drawNote(random, occasionOf(draft), status, recordedAt)
  return {
    transaction_id: transactionId,
    recorded_at: new Date(recordedAt).toISOString(),
    transaction_type: draft.type,
    status,
    asset_id: asset.id,
    network_id: network.id,
    amount: writeDecimal({ digits: draft.amount, scale: asset.decimals }),
    fee: writeDecimal({ digits: fee, scale: assetById(network.nativeAssetId).decimals }),
    source_type: source.type,
    source_id: source.id,
    source_name: source.name,
    source_address: source.address,
    destination_type: destination.type,
    destination_id: destination.id,
    destination_name: destination.name,
    destination_address: destination.address,
    memo: draft.memo,
    txn_hash: hash,
    blockexplorer_link: hash === '' ? '' : network.explorer + hash,
    note: draft.note ?? drawn,
  }
}

function occasionOf({ type, position, to }: Draft): Occasion {
  if (type === 'withdraw' && position.vault.purpose === 'payroll') return 'payroll'
  if (type === 'rebalance') return to?.vault.type === 'cold' ? 'to cold' : 'to warm'
  return type
}

/** A deposit always comes from the network; the rest is known to it once it is broadcast. */
function isOnChain(random: Random, type: TransactionType, status: TransactionStatus): boolean {
  if (type === 'deposit' || status === 'completed' || status === 'confirming') return true
  if (status === 'processing') return random.chance(0.4)
  return status === 'failed' && random.chance(0.6)
}

const shares: Readonly<Record<TransactionType, number>> = {
  deposit: 72,
  withdraw: 84,
  rebalance: 26,
  stake: 7,
  claim: 7,
  unstake: 3,
  'change pool': 1,
}

/** The newest transactions, the newest last: each status underway is among them, however small the books. */
const newest = [
  ['withdraw', 'processing'],
  ['deposit', 'confirming'],
  ['withdraw', 'pending'],
  ['rebalance', 'processing'],
  ['withdraw', 'confirming'],
  ['withdraw', 'pending'],
] as const satisfies readonly (readonly [TransactionType, TransactionStatus])[]

/** The next transaction, before `newer` others, `age` milliseconds before the end of the books. */
type Planner = (newer: number, age: number) => { readonly draft: Draft; readonly status: TransactionStatus }

/**
 * First the vaults receive their opening amounts, between everyday transactions; then everyday goes on. What the books cannot afford is
 * tried again, and at last replaced by a deposit.
 */
function planner(random: Random, count: number, desk: Desk, positions: readonly Position[]): Planner {
  const openings = [...positions].sort((one, other) => one.vault.activity - other.vault.activity)
  const lockUps: Position[] = []
  // In small books the openings must leave room for others.
  const openingShare = count < 1000 ? 0.4 : 0.85
  const pickType = deck(random)

  function attempt(type: TransactionType): Draft {
    for (let attempts = 0; attempts < 20; attempts++) {
      const draft = desk.plan(type)
      if (draft !== undefined) return draft
    }
    return desk.deposit()
  }

  return (newer, age) => {
    const lockUp = lockUps.pop()
    const locked = lockUp && desk.lockUp(lockUp)
    if (locked !== undefined) return { draft: locked, status: 'completed' }
    const opening = openings.length > 0 && random.chance(openingShare) ? openings.pop() : undefined
    if (opening !== undefined) {
      if (opening.isLockedUp) lockUps.push(opening)
      return { draft: desk.opening(opening), status: 'completed' }
    }
    const [type, last] = newest[newest.length - 1 - newer] ?? [pickType()]
    const draft = attempt(type)
    return { draft, status: last ?? drawStatus(random, draft.type, age, newer) }
  }
}

/** Types in random order, at their shares; all of them within two hundred. */
function deck(random: Random): () => TransactionType {
  const cards = Object.entries(shares).flatMap(([type, share]) =>
    Array.from({ length: share }, () => type as TransactionType),
  )
  let left: TransactionType[] = []
  return () => {
    if (left.length === 0) left = [...cards]
    const [type] = left.splice(random.below(left.length), 1)
    return type ?? 'deposit'
  }
}

/** The status at the end of the books. Only transactions of the last three days can still be underway; the newer, the more likely. */
function drawStatus(random: Random, type: TransactionType, age: number, newer: number): TransactionStatus {
  // Small books have hardly any in the last hours: their newest count as if they were of today.
  const hours = Math.min(age / hour, newer / 10)
  const openShare = hours < 2 ? 0.75 : hours < 8 ? 0.45 : hours < 24 ? 0.2 : 0.07
  // Rewards under way could be claimed again until they are paid, so claims are never open.
  const isOpen = age < 3 * day && type !== 'claim' && random.chance(openShare)
  if (type === 'deposit') {
    // The network reports a deposit when it is there: nobody has to approve it.
    if (isOpen && hours < 8) return 'confirming'
    return random.chance(0.004) ? 'failed' : 'completed'
  }
  if (isOpen) {
    const share = random.fraction()
    if (share < (hours < 2 ? 0.4 : hours < 8 ? 0.12 : 0)) return 'confirming'
    return share < (hours < 2 ? 0.7 : 0.4) ? 'processing' : 'pending'
  }
  if (!random.chance(0.115)) return 'completed'
  return random.pick(['rejected', 'cancelled', 'failed'])
}
