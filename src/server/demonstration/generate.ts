import { writeDecimal } from '../../contract/decimal.ts'
import { openStatuses, type TransactionStatus, type TransactionType } from '../../contract/enumerations.ts'
import { feeAssetOf } from '../../contract/fee-asset.ts'
import type { DemonstrationRecords, HoldingRow, TransactionRow } from '../service/tables.ts'
import { assetById, assets } from './assets.ts'
import { calendar } from './calendar.ts'
import { Desk } from './desk.ts'
import { incidentsIn } from './incidents.ts'
import { accrue, type Draft, isVoid, openPositions, type Position, post } from './ledger.ts'
import { buildOrganization, type Organization } from './organization.ts'
import { type Random, randomFrom, recordId } from './prng.ts'

export interface DemonstrationOptions {
  readonly transactions: number
  readonly seed: number
  /** The history ends at the last midnight (UTC) before this. */
  readonly until: Date
}

/**
 * The books of an invented organization. The same seed, number and day give the same bytes. The history ends minutes before the last
 * midnight (UTC). Only the ledger is kept in memory, never the rows.
 *
 * The rows add up by the rules of `ledger.ts`. The read API has no transaction for staking rewards: at each full hour (UTC) after the first
 * row's, up to the last row's and before the rows of that hour, each claimable amount grows by floor(staking × `hourlyReward` / 10^12) base
 * units.
 */
export function generateRecords(options: DemonstrationOptions): DemonstrationRecords {
  const organization = buildOrganization(options.seed)
  const { vaults, whitelists } = organization
  let positions = openPositions(vaults)
  function* walk(): Generator<TransactionRow> {
    positions = openPositions(vaults)
    yield* writeHistory(options, organization, positions)
  }
  return {
    assets: assets.map(({ id, name, network }) => ({
      ...{ asset_id: id, network_id: network.id, asset_name: name, network_name: network.name },
    })),
    vaults: vaults.map(({ id, name, type }) => ({ vault_id: id, vault_name: name, vault_type: type })),
    whitelists: whitelists.map(({ id, name, type }) => ({
      ...{ whitelist_id: id, whitelist_name: name, whitelist_type: type },
    })),
    whitelistAddresses: whitelists.flatMap(({ id, entries }) =>
      entries.map(({ asset, address, memo }, position) => ({
        ...{ whitelist_id: id, position, asset_id: asset.id, network_id: asset.network.id, address, memo },
      })),
    ),
    transactions: { [Symbol.iterator]: walk },
    holdings: () => positions.map(holdingRow),
  }
}

function holdingRow({ vault, asset, ...holding }: Position): HoldingRow {
  const text = (baseUnits: bigint) => writeDecimal({ digits: baseUnits, scale: asset.decimals })
  return {
    ...{ vault_id: vault.id, asset_id: asset.id, network_id: asset.network.id },
    available_balance: text(holding.available),
    processing_balance: text(holding.processing),
    staking_balance: text(holding.staking),
    claimable_balance: text(holding.claimable),
  }
}

const hour = 3_600_000
const day = 24 * hour

/** Yields the oldest row first. Rewards accrue at each full hour (UTC) between two rows. */
function* writeHistory(
  { transactions, seed, until }: DemonstrationOptions,
  organization: Organization,
  positions: readonly Position[],
): Generator<TransactionRow> {
  const random = randomFrom(seed, 'transactions')
  const plan = planner(random, transactions, new Desk(random, organization, positions), positions)
  const incidents = incidentsIn(transactions, seed, organization, random)
  const end = Math.floor(until.getTime() / day) * day
  let index = 0
  let lastHour: number | undefined
  for (const recordedAt of calendar(transactions, seed, end)) {
    const thisHour = Math.floor(recordedAt / hour)
    if (lastHour !== undefined && thisHour > lastHour)
      for (const position of positions) accrue(position, thisHour - lastHour)
    lastHour = thisHour
    index += 1
    const dust = incidents.dustBefore(index)
    if (dust !== undefined) yield enter(random, dust, 'completed', recordedAt)
    else {
      const { draft, status } = plan(transactions - index, end - recordedAt)
      yield enter(random, incidents.divert(draft, status, index), status, recordedAt)
    }
  }
}

function enter(random: Random, draft: Draft, status: TransactionStatus, recordedAt: number): TransactionRow {
  const { type, asset, source, destination } = draft
  const { network } = asset
  const native = assetById(feeAssetOf(network.id))
  post(draft, status)
  // Deposits come from the network. It knows the others once they are broadcast.
  const isOnChain = type === 'deposit' || random.chance(broadcastShares[status])
  const hash = isOnChain ? network.hash(random) : ''
  return {
    transaction_id: recordId(random, 'txn'),
    recorded_at: new Date(recordedAt).toISOString(),
    transaction_type: type,
    status,
    asset_id: asset.id,
    network_id: network.id,
    amount: writeDecimal({ digits: draft.amount, scale: asset.decimals }),
    fee: writeDecimal({ digits: isVoid(status) ? 0n : draft.fee, scale: native.decimals }),
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
    note: draft.note ?? drawNote(random, type, status),
  }
}

const broadcastShares: Readonly<Record<TransactionStatus, number>> = {
  ...{ completed: 1, confirming: 1, failed: 0.6, processing: 0.4 },
  ...{ pending: 0, rejected: 0, cancelled: 0 },
}

/** Of two hundred transactions. */
const shares: readonly (readonly [TransactionType, number])[] = [
  ['deposit', 72],
  ['withdraw', 84],
  ['rebalance', 26],
  ['stake', 7],
  ['claim', 7],
  ['unstake', 3],
  ['change pool', 1],
]

/** Newest first, all of withdrawals: even small books contain every open status, and what has failed within days. */
const newest: readonly TransactionStatus[] = [...openStatuses, ...openStatuses, 'rejected', 'failed']

/** `newer`: number of later transactions. `age`: milliseconds before the end of the books. */
type Planner = (newer: number, age: number) => { readonly draft: Draft; readonly status: TransactionStatus }

/** Opening deposits come first, among everyday transactions. What the books cannot afford is retried, then replaced by a deposit. */
function planner(random: Random, count: number, desk: Desk, positions: readonly Position[]): Planner {
  const openings = [...positions].sort((one, other) => one.vault.activity - other.vault.activity)
  // In small books the openings leave room for other transactions.
  const openingShare = count < 1000 ? 0.4 : 0.85
  let types: TransactionType[] = []

  /** Each type occurs within two hundred draws. */
  function drawType(): TransactionType {
    if (types.length === 0)
      types = shares.flatMap(([type, share]) => new Array<TransactionType>(share).fill(type))
    return types.splice(random.below(types.length), 1)[0] ?? 'deposit'
  }

  function attempt(type: TransactionType): Draft {
    for (let attempts = 0; attempts < 20; attempts++) {
      const draft = desk.draft(type)
      if (draft !== undefined) return draft
    }
    return desk.deposit()
  }

  return (newer, age) => {
    const opening = random.chance(openingShare) ? openings.pop() : undefined
    if (opening !== undefined) return { draft: desk.funding(opening), status: 'completed' }
    const status = newest[newer]
    const draft = attempt(status === undefined ? drawType() : 'withdraw')
    return { draft, status: status ?? drawStatus(random, draft.type, age, newer) }
  }
}

/** Only transactions of the last three days can be open; newer ones are more likely to be. */
function drawStatus(random: Random, type: TransactionType, age: number, newer: number): TransactionStatus {
  // Small books have few rows in the last hours, so their newest rows count as recent.
  const hours = Math.min(age / hour, newer / 10)
  const openShare = hours < 2 ? 0.75 : hours < 8 ? 0.45 : hours < 24 ? 0.2 : 0.07
  // Claims are never open: an unpaid reward could be claimed twice.
  const isOpen = age < 3 * day && type !== 'claim' && random.chance(openShare)
  if (type === 'deposit') {
    // Nobody approves a deposit: the network reports it when it is there.
    if (isOpen && hours < 8) return 'confirming'
    return random.chance(0.004) ? 'failed' : 'completed'
  }
  if (isOpen)
    return random.pick(hours < 8 ? ['confirming', 'processing', 'pending'] : ['processing', 'pending'])
  return random.chance(0.16) ? random.pick(['rejected', 'cancelled', 'failed']) : 'completed'
}

/** Mostly empty, else a short remark. Where somebody stopped the transaction it is often the reason. */
function drawNote(random: Random, type: TransactionType, status: TransactionStatus): string {
  const reasons = type === 'deposit' ? undefined : notes[status]
  const isReason = reasons !== undefined && random.chance(0.6)
  if (!isReason && !random.chance(0.15)) return ''
  const texts = isReason ? reasons : random.chance(0.06) ? notes.unusual : notes[type]
  return random.pick(texts ?? ['']).replaceAll('{n}', String(random.between(1042, 9871)))
}

const notes: Readonly<Partial<Record<TransactionStatus | TransactionType | 'unusual', readonly string[]>>> = {
  rejected: [
    'Over the daily limit, resubmitted as OPS-{n}',
    'Second approver could not verify the beneficiary',
  ],
  cancelled: ['Duplicate of OPS-{n}', 'Client withdrew the instruction'],
  failed: ['Dropped from the mempool, never mined', 'Signing quorum not reached in time'],
  deposit: ['Client funding, ref. {n}', 'Screened, no findings'],
  withdraw: ['Settlement of trade {n}', 'Invoice {n}', 'Test transfer before the full amount 🧪'],
  rebalance: ['Weekly sweep', 'Top-up for Monday settlements'],
  stake: ['Delegation per investment committee'],
  claim: ['Monthly rewards'],
  unstake: ['Liquidity for client redemptions'],
  'change pool': ['Pool saturated'],
  unusual: [
    'Two-step settlement:\n1. leg against EUR (done)\n2. this leg\nQuestions: settlements desk, ext. {n}',
    `Transfer of the client assets that were held at the previous custodian. ${'The amount was reconciled with its closing statement to the last unit. '.repeat(8)}Audit file AUD-{n}.`,
  ],
}
