/** What moved, exactly: in all, or between moments. */
import { readDecimal, sumOfReadable, writeDecimal, zero } from '../contract/decimal.ts'
import {
  destinationTypes,
  sourceTypes,
  transactionStatuses,
  transactionTypes,
} from '../contract/enumerations.ts'
import type { Destination, Source } from '../contract/normal-records.ts'
import type { DatabaseRow, Queries } from '../database/database.ts'
import { Condition, wordList } from '../database/sql.ts'
import { numberIn, textIn } from './database-text.ts'
import { isWide } from './recorded-spans.ts'
import type { ValueForm } from './transaction-row.ts'

/**
 * Sums of completed transactions. Effects are linear, so the effect of a group is that of one transaction with its sums. Includes unknown
 * statuses, which cannot be counted, and failed transactions with a fee; leaves out records that are gone.
 */
export interface MovementSum {
  /** How many edges are not after them. Null where it is not known on which side of one they were recorded. */
  readonly edgesBefore: number | null
  /** `completed`, `failed`, or one that the specification does not have. */
  readonly status: string | null
  readonly transaction_type: string | null
  readonly asset_id: string | null
  readonly network_id: string | null
  /** An id is null at an end that is known to be no vault, unless something in the group cannot be counted. */
  readonly source: Pick<Source, 'source_type' | 'source_id'>
  readonly destination: Pick<Destination, 'destination_type' | 'destination_id'>
  readonly own_vault: string | null
  /** `given`: the exact sum. `absent`: null. `unreadable`: one of the texts that are no decimals. */
  readonly amount: string | null
  readonly amountForm: ValueForm
  readonly fee: string | null
  readonly feeForm: ValueForm
  readonly count: number
  /** Transactions with a fee that is not zero. */
  readonly feeCount: number
  /** The id of one of them. */
  readonly transaction_id: string
}

interface MovementOptions {
  /** Milliseconds since 1970, in order. Without one, everything is before the next. */
  readonly edges?: readonly number[]
  /** Those of the account, where they are known. */
  readonly sides?: readonly OwnTransferSide[]
  /** Only of transactions that were not completed in this account. */
  readonly earlier?: string | null
  /** Only of transactions of these spans, in a statement each. */
  readonly spans?: readonly SpanRange[]
  /** Only of transactions whose span is wide. */
  readonly isOfWideAlone?: boolean
  /** In statements of about so many rows each, between which others have their turn. */
  readonly pieceRows?: number | null
}

/** Spans that begin between two moments, and end by a third. */
export interface SpanRange {
  readonly from: number
  readonly before: number
  readonly endBy: number
}

/** Where it is not known between which edges transactions were recorded, those of one span are added up. */
export interface SpanSum extends MovementSum {
  /** Milliseconds since 1970. Null where it lies between edges, and where nothing is known. */
  readonly recordedFrom: number | null
  readonly recordedBefore: number | null
}

export async function movementSums(
  queries: Queries,
  account: string,
  { edges = [], sides, earlier = null, spans, isOfWideAlone = false, pieceRows = null }: MovementOptions = {},
): Promise<readonly SpanSum[]> {
  const known = sides ?? ownTransfersOf(await transferSides(queries, account))
  const sum = async (conditionOf: PieceCondition) => {
    const where = new Condition([account])
    // To look up every row, where there are none, would take a third of the time.
    const ownVaults = known.length > 0 ? ownVaultsIn(where.parameter(JSON.stringify(known))) : null
    if (earlier !== null) where.and(notCompletedBefore(where.parameter(earlier)))
    if (isOfWideAlone) where.and(isWide)
    where.and(conditionOf(where))
    const edgesBefore = edges.length > 0 ? placeBetween(where.parameter(edgeList(edges))) : '0'
    return await queries.query<(typeof columns)[number]>(
      sumMovements(edgesBefore, ownVaults, where.sql),
      where.parameters,
    )
  }
  const texts = new Map<string, string>()
  if (!spans && pieceRows === null) return (await sum(() => 'true')).map((row) => movementSum(row, texts))
  const pieces = spans?.map(inSpans) ?? (await positionRanges(queries, account, pieceRows ?? 1)).map(inRange)
  const sums = new Map<string, SpanSum>()
  for (const piece of pieces) for (const row of await sum(piece)) addSum(sums, movementSum(row, texts))
  return [...sums.values()]
}

/** To the one of the same group. `sums`: by the names of their groups. */
export function addSum(sums: Map<string, SpanSum>, more: SpanSum): void {
  const { edgesBefore, recordedFrom, recordedBefore, amountForm, feeForm } = more
  const { status, transaction_type, asset_id, network_id, source, destination, own_vault } = more
  const name = JSON.stringify([
    ...[edgesBefore, recordedFrom, recordedBefore, amountForm, feeForm, status, transaction_type],
    ...[asset_id, network_id, source, destination, own_vault],
  ])
  const before = sums.get(name)
  sums.set(name, before ? together(before, more) : more)
}

type PieceCondition = (where: Condition) => string

function inSpans({ from, before, endBy }: SpanRange): PieceCondition {
  return (where) =>
    `recorded_from >= ${where.parameter(from)}::bigint and recorded_from < ${where.parameter(before)}::bigint
      and recorded_before <= ${where.parameter(endBy)}::bigint`
}

function inRange({ from, before }: PositionRange): PieceCondition {
  return (where) =>
    `position >= ${where.parameter(from)}::bigint and position < ${where.parameter(before)}::bigint`
}

/** `texts`: many sums have the same few, and each of them is in memory once. */
function movementSum(row: DatabaseRow<(typeof columns)[number]>, texts: Map<string, string>): SpanSum {
  const shared = (column: string | null) => {
    const text = textIn(column)
    if (text === null) return null
    const before = texts.get(text) ?? text
    texts.set(before, before)
    return before
  }
  return {
    edgesBefore: numberIn(row.edges_before),
    recordedFrom: numberIn(row.span_from),
    recordedBefore: numberIn(row.span_before),
    status: shared(row.status),
    transaction_type: shared(row.transaction_type),
    asset_id: shared(row.asset_id),
    network_id: shared(row.network_id),
    source: { source_type: shared(row.source_type), source_id: shared(row.source_end) },
    destination: {
      destination_type: shared(row.destination_type),
      destination_id: shared(row.destination_end),
    },
    own_vault: shared(row.own_vault),
    amount: textIn(row.amount_sum ?? row.amount_example),
    amountForm: formOf(row.amount_form),
    fee: textIn(row.fee_sum ?? row.fee_example),
    feeForm: formOf(row.fee_form),
    count: Number(row.count),
    feeCount: Number(row.fee_count),
    transaction_id: textIn(row.example) ?? '',
  }
}

function together(one: SpanSum, other: SpanSum): SpanSum {
  return {
    ...one,
    amount: one.amountForm === 'given' ? sumOf(one.amount, other.amount) : one.amount,
    fee: one.feeForm === 'given' ? sumOf(one.fee, other.fee) : one.fee,
    count: one.count + other.count,
    feeCount: one.feeCount + other.feeCount,
  }
}

function sumOf(one: string | null, other: string | null): string {
  return writeDecimal(sumOfReadable([one, other]))
}

interface PositionRange {
  readonly from: string
  readonly before: string
}

/** Together they have every place of the list. */
async function positionRanges(
  queries: Queries,
  account: string,
  pieceRows: number,
): Promise<readonly PositionRange[]> {
  const [row] = await queries.query<'kept_rows' | 'first' | 'last'>(
    `select kept_rows, (select min(position) from custody_store.transaction where account = $1) as first,
       (select max(position) from custody_store.transaction where account = $1) as last
     from custody_store.account where account = $1`,
    [account],
  )
  if (row?.first == null || row.last == null) return []
  const [first, before] = [BigInt(row.first), BigInt(row.last) + 1n]
  const pieces = BigInt(Math.max(1, Math.ceil(Number(row.kept_rows) / pieceRows)))
  const edgeOf = (piece: bigint) => first + ((before - first) * piece) / pieces
  return Array.from({ length: Number(pieces) }, (_, index) => ({
    from: String(edgeOf(BigInt(index))),
    before: String(edgeOf(BigInt(index) + 1n)),
  }))
}

/** Records that cannot be counted, or not in full, and a few that can; the caller applies the rules. In list order. */
export async function doubtfulRecords(
  queries: Queries,
  account: string,
  limit: number,
): Promise<readonly string[]> {
  const rows = await queries.query<'record'>(
    `select record from custody_store.transaction
     where account = $1 and gone_in is null and ${isCounted} and (${isFaulty}
       or (source_type is distinct from 'vault' and (destination_type is distinct from 'vault' or transaction_type = 'withdraw'))
       or (destination_type is distinct from 'vault' and transaction_type = 'deposit'))
     order by position, id, occurrence limit $2::bigint`,
    [account, String(limit)],
  )
  return rows.map(({ record }) => record ?? '')
}

/** How many edges are not after a row, where that is known: its whole span lies between two of them. */
export const placeBetween = (edges: string) =>
  `case when width_bucket(recorded_from, ${edges}::bigint[]) = width_bucket(recorded_before - 1, ${edges}::bigint[])
    then width_bucket(recorded_from, ${edges}::bigint[]) end`

export function edgeList(edges: readonly number[]): string {
  return `{${edges.map((edge) => Math.trunc(edge)).join(',')}}`
}

const groups = [
  'edges_before',
  'span_from',
  'span_before',
  'status',
  'transaction_type',
  'asset_id',
  'network_id',
  'source_type',
  'source_end',
  'destination_type',
  'destination_end',
  'own_vault',
  'amount_form',
  'fee_form',
] as const
const columns = [
  ...groups,
  'amount_sum',
  'amount_example',
  'fee_sum',
  'fee_example',
  'count',
  'fee_count',
  'example',
] as const

/** Where something cannot be counted, each end may be the vault whose balance it would explain. */
const isFaulty = `status is distinct from 'completed' or transaction_type is null
  or transaction_type not in ${wordList(transactionTypes)} or amount is null or fee_form = 'unreadable'
  or (fee_form = 'absent' and transaction_type <> 'deposit')`

/** Other statuses than `completed` are in flight, or never moved anything. */
const uncounted = transactionStatuses.filter((status) => status !== 'completed')

const isCounted = `coalesce(status not in ${wordList(uncounted)}, true)`

const notCompletedBefore = (account: string) => `not exists (
      select 1 from custody_store.transaction as earlier
      where earlier.account = ${account} and earlier.id = kept.id and earlier.occurrence = kept.occurrence
        and earlier.gone_in is null and earlier.status = 'completed')`

const isSummed = `(${isCounted} or (status = 'failed' and fee <> 0))`

/** A withdrawal of a vault, or a deposit into one, that may be one side of a movement between two. */
const isSide = `status = 'completed' and txn_hash <> '' and ((transaction_type = 'withdraw' and source_type = 'vault' and source_id <> '')
  or (transaction_type = 'deposit' and destination_type = 'vault' and destination_id <> ''))`

/**
 * Some services list a movement between own vaults as a withdrawal and a deposit. Amounts that came both ways are few: only of those are the rows
 * themselves read, by an index.
 */
const amountsBothWays = `
  select asset_id, network_id, amount from custody_store.transaction
  where account = $1 and gone_in is null and status = 'completed' and transaction_type in ('withdraw', 'deposit')
  group by asset_id, network_id, amount
  having bool_or(transaction_type = 'withdraw') and bool_or(transaction_type = 'deposit')`

/** Of a hash each. */
const givenAmounts = `select distinct * from json_to_recordset($2::json)
  as given(txn_hash text, asset_id text, network_id text, amount numeric)`

/** Sides that agree in hash, asset, network and amount, where some go either way. */
const sidesAmong = (amounts: string, condition: string) => `
  select id, occurrence, given_id, recorded_from, is_out, vault, txn_hash, asset_id, network_id, amount
  from (
    select side.*, bool_or(is_out) over alike and not bool_and(is_out) over alike as is_both_ways
    from (${amounts}) as moved cross join lateral (
      select id, occurrence, coalesce(whole_id, id) as given_id, recorded_from, transaction_type = 'withdraw' as is_out,
        case transaction_type when 'withdraw' then source_id else destination_id end as vault, txn_hash, asset_id, network_id, amount
      from custody_store.transaction as one
      where account = $1 and gone_in is null and one.asset_id = moved.asset_id and one.network_id = moved.network_id
        and one.amount = moved.amount and ${condition} and ${isSide}
      offset 0
    ) as side
    window alike as (partition by side.txn_hash, side.asset_id, side.network_id, side.amount)
  ) as sides
  where is_both_ways`

/** The vault at the other side of each row, of JSON of `OwnTransferSide`. */
export const ownVaultsIn = (sides: string) =>
  `left join json_to_recordset(${sides}::json) as side(side_id text, side_occurrence integer, own_vault text)
      on side_id = id and side_occurrence = occurrence`

const sumMovements = (edgesBefore: string, ownVaults: string | null, condition: string) => `
  select ${groups.join(', ')}, sum(amount)::text as amount_sum, min(amount_text) as amount_example,
    sum(fee)::text as fee_sum, min(nullif(fee_text, '')) as fee_example, count(*) as count,
    count(*) filter (where fee <> 0) as fee_count, min(coalesce(whole_id, id)) as example
  from (
    select edges_before, case when edges_before is null then recorded_from end as span_from,
      case when edges_before is null then recorded_before end as span_before, status, transaction_type, asset_id, network_id, source_type, destination_type,
      amount, amount_text, fee, fee_text, fee_form, whole_id, id,
      case when amount is not null then 'given' when coalesce(amount_text, '') = '' then 'absent' else 'unreadable' end
        as amount_form,
      case when source_type in ${wordList(sourceTypes.filter((type) => type !== 'vault'))} and not (${isFaulty})
        then null else source_id end as source_end,
      case when destination_type in ${wordList(destinationTypes.filter((type) => type !== 'vault'))} and not (${isFaulty})
        then null else destination_id end as destination_end,
      ${ownVaults ? 'own_vault' : 'null as own_vault'}
    from custody_store.transaction as kept cross join lateral (select ${edgesBefore} as edges_before) as placed
    ${ownVaults ?? ''}
    where account = $1 and gone_in is null and ${isSummed} and ${condition}
  ) as counted
  group by ${groups.join(', ')}`

/** A transaction that is one side of a movement between own vaults, as columns have it, and the vault at the other side. */
export type OwnTransferSide = DatabaseRow<'side_id' | 'side_occurrence' | 'given_id' | 'own_vault'>

const movedColumns = ['txn_hash', 'asset_id', 'network_id', 'amount'] as const
export type MovedAmount = DatabaseRow<(typeof movedColumns)[number]>
type RowPlace = DatabaseRow<'id' | 'occurrence' | 'recorded_from'>

/** One of two or more rows with the same hash, asset, network and amount that go in both directions. */
export type TransferSide = MovedAmount & RowPlace & DatabaseRow<'given_id' | 'is_out' | 'vault'>

/** All of the account, or those with these hashes and amounts. */
export function transferSides(
  queries: Queries,
  account: string,
  moved?: readonly MovedAmount[],
): Promise<readonly TransferSide[]> {
  if (!moved) return queries.query(sidesAmong(amountsBothWays, 'true'), [account])
  return queries.query(sidesAmong(givenAmounts, 'one.txn_hash = moved.txn_hash'), [
    account,
    JSON.stringify(moved),
  ])
}

export function amountName({ txn_hash, asset_id, network_id, amount }: MovedAmount): string {
  return JSON.stringify([txn_hash, asset_id, network_id, writeDecimal(readDecimal(amount) ?? zero)])
}

/** Two sides are one movement, unless there is a third. */
export function ownTransfersOf(sides: readonly TransferSide[]): readonly OwnTransferSide[] {
  const alike = new Map<string, TransferSide[]>()
  for (const side of sides) {
    const name = amountName(side)
    alike.set(name, [...(alike.get(name) ?? []), side])
  }
  return [...alike.values()].flatMap(([one, other, third]) =>
    one && other && !third ? [ownTransferSide(one, other), ownTransferSide(other, one)] : [],
  )
}

function ownTransferSide(
  { id, occurrence, given_id }: TransferSide,
  { vault }: TransferSide,
): OwnTransferSide {
  return { side_id: id, side_occurrence: occurrence, given_id, own_vault: vault }
}

/** Transactions that were written after a moment; null where it is more than the limit. */
export async function writtenAfter(
  queries: Queries,
  account: string,
  after: number,
  limit: number,
): Promise<readonly (RowPlace & { readonly moved: MovedAmount | null })[] | null> {
  const rows = await queries.query<keyof (RowPlace & MovedAmount) | 'is_side'>(
    `select id, occurrence, recorded_from, coalesce(gone_in is null and (${isSide}), false) as is_side, ${movedColumns.join(', ')}
     from custody_store.transaction where account = $1 and written_at > $2::bigint limit $3::bigint`,
    [account, String(after), String(limit + 1)],
  )
  if (rows.length > limit) return null
  return rows.map(({ id, occurrence, recorded_from, is_side, ...moved }) => ({
    ...{ id, occurrence, recorded_from },
    moved: is_side === 't' ? moved : null,
  }))
}

/** Of these transactions: their ids, and the vault at the other side of each. */
export function ownVaultsOf(sides: readonly OwnTransferSide[]): ReadonlyMap<string, string> {
  return new Map(sides.map(({ given_id, own_vault }) => [textIn(given_id) ?? '', textIn(own_vault) ?? '']))
}

function formOf(column: string | null): ValueForm {
  return column === 'given' || column === 'unreadable' ? column : 'absent'
}
