import { writeDecimal } from '../../contract/decimal.ts'
import type { TransactionStatus, TransactionType } from '../../contract/enumerations.ts'
import type { HoldingRow, OrganisationBooks, TransactionRow } from '../service/database/tables.ts'
import { assetById, assets } from './assets.ts'
import { calendar } from './calendar.ts'
import { Desk } from './desk.ts'
import { Incidents } from './incidents.ts'
import { accrue, type Draft, openPositions, type Position, post, stageOf } from './ledger.ts'
import { buildOrganisation, type Organisation } from './organisation.ts'
import { type Random, randomFrom, recordId } from './prng.ts'

export interface BooksOptions {
  readonly transactions: number
  readonly seed: number
  /** The history ends at the last midnight (UTC) before this. */
  readonly until: Date
}

/**
 * The books of an invented organisation. The same seed, number and day give the same bytes. The history ends minutes before the last
 * midnight (UTC). Only the ledger is kept in memory, never the rows.
 *
 * The rows add up by the rules of `ledger.ts`. The read API has no transaction for staking rewards: at each full hour (UTC) after the first
 * row's, up to the last row's and before the rows of that hour, each claimable amount grows by floor(staking × `hourlyReward` / 10^12) base
 * units.
 */
export function generateBooks(options: BooksOptions): OrganisationBooks {
  const organisation = buildOrganisation(options.seed)
  let walked: readonly Position[] | undefined
  function* walk(): Generator<TransactionRow> {
    walked = undefined
    const positions = openPositions(organisation.vaults)
    yield* writeHistory(options, organisation, positions)
    walked = positions
  }
  return {
    ...standingRows(organisation),
    transactions: { [Symbol.iterator]: walk },
    holdings() {
      if (walked === undefined) throw new Error('walk the transactions to their end first')
      return walked.map(holdingRow)
    },
  }
}

function standingRows({ vaults, whitelists }: Organisation) {
  return {
    assets: assets.map(({ id, name, network }) => ({
      asset_id: id,
      network_id: network.id,
      asset_name: name,
      network_name: network.name,
    })),
    vaults: vaults.map(({ id, name, type }) => ({ vault_id: id, vault_name: name, vault_type: type })),
    whitelists: whitelists.map(({ id, name, type }) => ({
      whitelist_id: id,
      whitelist_name: name,
      whitelist_type: type,
    })),
    whitelistAddresses: whitelists.flatMap(({ id, addresses }) =>
      addresses.map(({ asset, address, memo }, position) => ({
        whitelist_id: id,
        position,
        asset_id: asset.id,
        network_id: asset.network.id,
        address,
        memo,
      })),
    ),
  }
}

function holdingRow({ vault, asset, ...holding }: Position): HoldingRow {
  const text = (baseUnits: bigint) => writeDecimal({ digits: baseUnits, scale: asset.decimals })
  return {
    vault_id: vault.id,
    asset_id: asset.id,
    network_id: asset.network.id,
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
  { transactions, seed, until }: BooksOptions,
  organisation: Organisation,
  positions: readonly Position[],
): Generator<TransactionRow> {
  const random = randomFrom(seed, 'transactions')
  const plan = planner(random, transactions, new Desk(random, organisation, positions), positions)
  const incidents = new Incidents(seed, transactions, organisation)
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
    const dust = incidents.dust(index - 1)
    if (dust !== undefined) {
      yield enter(incidents.random, dust, 'completed', recordedAt)
      continue
    }
    const { draft, status } = plan(newer, end - recordedAt)
    yield enter(random, incidents.divert(draft, status, index), status, recordedAt)
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
    note: draft.note ?? drawNote(random, draft.type, status),
  }
}

/** Deposits come from the network. It knows the others once they are broadcast. */
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

/** Newest last. Even small books contain every open status, and what has failed within days. */
const newest = [
  ['withdraw', 'failed'],
  ['rebalance', 'rejected'],
  ['withdraw', 'processing'],
  ['deposit', 'confirming'],
  ['withdraw', 'pending'],
  ['rebalance', 'processing'],
  ['withdraw', 'confirming'],
  ['withdraw', 'pending'],
] as const satisfies readonly (readonly [TransactionType, TransactionStatus])[]

/** `newer`: number of later transactions. `age`: milliseconds before the end of the books. */
type Planner = (newer: number, age: number) => { readonly draft: Draft; readonly status: TransactionStatus }

/** Opening deposits come first, among everyday transactions. What the books cannot afford is retried, then replaced by a deposit. */
function planner(random: Random, count: number, desk: Desk, positions: readonly Position[]): Planner {
  const openings = [...positions].sort((one, other) => one.vault.activity - other.vault.activity)
  // In small books the openings leave room for other transactions.
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
    const opening = openings.length > 0 && random.chance(openingShare) ? openings.pop() : undefined
    if (opening !== undefined) return { draft: desk.funding(opening), status: 'completed' }
    const [type, last] = newest[newest.length - 1 - newer] ?? [pickType()]
    const draft = attempt(type)
    return { draft, status: last ?? drawStatus(random, draft.type, age, newer) }
  }
}

/** In random order, by share. Each type occurs within two hundred draws. */
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
  if (isOpen) {
    const share = random.fraction()
    if (share < (hours < 2 ? 0.4 : hours < 8 ? 0.12 : 0)) return 'confirming'
    return share < (hours < 2 ? 0.7 : 0.4) ? 'processing' : 'pending'
  }
  if (!random.chance(0.16)) return 'completed'
  return random.pick(['rejected', 'cancelled', 'failed'])
}

/** Mostly empty, else a short remark. Where somebody stopped the transaction it is often the reason. */
function drawNote(random: Random, type: TransactionType, status: TransactionStatus): string {
  const number = String(random.between(1042, 9871))
  const because = type === 'deposit' ? undefined : reasons[status]
  if (because !== undefined && random.chance(0.6)) return random.pick(because).replaceAll('{n}', number)
  if (!random.chance(0.15)) return ''
  return random.pick(random.chance(0.06) ? unusual : remarks[type]).replaceAll('{n}', number)
}

const reasons: Readonly<Partial<Record<TransactionStatus, readonly string[]>>> = {
  rejected: [
    'Over the daily limit, resubmitted as OPS-{n}',
    'Second approver could not verify the beneficiary',
  ],
  cancelled: ['Duplicate of OPS-{n}', 'Client withdrew the instruction'],
  failed: ['Dropped from the mempool, never mined', 'Signing quorum not reached in time'],
}

const remarks: Readonly<Record<TransactionType, readonly string[]>> = {
  deposit: ['Client funding, ref. {n}', 'Screened, no findings'],
  withdraw: ['Settlement of trade {n}', 'Invoice {n}', 'Test transfer before the full amount 🧪'],
  rebalance: ['Weekly sweep', 'Top-up for Monday settlements'],
  stake: ['Delegation per investment committee'],
  claim: ['Monthly rewards'],
  unstake: ['Liquidity for client redemptions'],
  'change pool': ['Pool saturated'],
}

/** Notes are free text: long ones, line breaks, other scripts, mixed directions. */
const unusual: readonly string[] = [
  'Two-step settlement:\n1. leg against EUR (done)\n2. this leg\nQuestions: settlements desk, ext. {n}',
  '\u2067تسوية {n}\u2069 – matched with the counterparty',
  'コールドへの移動（週次）',
  `Transfer of the client assets that were held at the previous custodian. ${'The amount was reconciled with its closing statement to the last unit. '.repeat(8)}Audit file AUD-{n}.`,
]
