/** A confirmation of balances: what was held at one moment, and whether that is proved. */

import { sentences } from '../../contract/count-text.ts'
import { dayNumber, dayOf, dayText, isoInstant, isUnfinished } from '../../contract/day.ts'
import { add, type Decimal, readDecimal, subtract, sumOfAll, zero } from '../../contract/decimal.ts'
import { openStatuses } from '../../contract/enumerations.ts'
import type { Vault } from '../../contract/normal-records.ts'
import type { DayValues, Valuation } from '../../contract/prices.ts'
import type { Basis, Refused, Report, ReportColumn, ReportTable } from '../../contract/report.ts'
import { instantText } from '../../display/instant.ts'
import type { Edge } from '../../ledger/edges.ts'
import { type HoldingKey, holdingName, type LedgerMovement } from '../../ledger/movement-ledger.ts'
import type { MovementSum } from '../../store/sums.ts'
import {
  type ConfirmationQuery,
  confirmationHref,
  confirmationParameters,
  isEndOfDay,
} from '../../url/statements.ts'
import { assetColumns, fileColumns, shownAssetColumns, vaultColumns } from '../columns.ts'
import { reportEntry } from '../entry.ts'
import { momentInstants, refusedMoment } from '../links.ts'
import { type DatedAccount, datedAccount, type RecordedTransaction } from '../report-records.ts'
import {
  type AssetLines,
  amountText,
  entriesOf,
  type HoldingLine,
  holdingRows,
  linesOf,
  proofHeadline,
  proofOfAll,
  vaultsText,
} from './holding-lines.ts'
import { parseConfirmation, refusedScope, type Scope, scopeOf } from './scope.ts'
import { dateTexts, feeTexts, proofText } from './texts.ts'
import { dayValuation, priceCells, priceColumns, worthCells, worthColumns } from './valuation.ts'

/** `/statements?at=…`. */
export const confirmationEntry = reportEntry<ConfirmationQuery>({
  name: 'balance-confirmation',
  packFiles({ period: { first, last }, vaults }) {
    const opening = dayText((dayNumber(first) ?? 0) - 1)
    const chosen = vaults === null ? {} : { vaults }
    return { 'opening-balances': { at: opening, ...chosen }, 'closing-balances': { at: last, ...chosen } }
  },
  path: '/statements',
  lists: ['vaults', 'transactions'],
  parse(parameters, now) {
    const query = parseConfirmation(parameters, now)
    if ('refusal' in query) return query
    return refusedMoment(query.at, query.zone, (at) => confirmationHref({ ...query, at })) ?? query
  },
  edges: (query) => [confirmationEdge(query)],
  async make(records, query) {
    const { at, zone } = query
    const isWithinDay = zone !== null || !isEndOfDay(at)
    const days = { ...query, zone: null, at: { day: at.day, time: null } }
    const refused = await refusedScope(records, query.vaults, isWithinDay ? confirmationHref(days) : null)
    if (refused) return refused
    const edge = confirmationEdge(query)
    const [book, basis, valuation, vaults, sums, leaving] = await Promise.all([
      records.book([edge]),
      records.basis(['vaults', 'transactions']),
      records.prices([at.day]),
      records.vaults(),
      records.movements([edge]),
      records.transactions({ transaction_type: ['unstake'], status: openStatuses }),
    ])
    const account = datedAccount(records.state)
    if (hasNotCome(query, edge, account)) return tooEarly(query, account)
    const before = dayText(edge.day - 1)
    const period = { kind: 'days', first: before, last: before } as const
    const scope = scopeOf(book, { ...query, period, zone: null }, account, basis.doubts.length === 0)
    const staked = stakedBefore(vaults, sums, leaving)
    return confirmationOf(query, scope, { account, basis, valuation, vaults, staked })
  },
})

/** Transactions before this edge count. */
function confirmationEdge(query: Pick<ConfirmationQuery, 'at' | 'zone'>): Edge {
  const [at = 0] = momentInstants(query.at, query.zone)
  return { at, day: dayOf(at) }
}

function confirmationOf(
  query: ConfirmationQuery,
  /** Of the day that ends with the moment. */
  scope: Scope,
  of: {
    readonly account: DatedAccount
    readonly basis: Basis
    readonly valuation: Valuation | null
    readonly vaults: readonly Vault[]
    readonly staked: (key: HoldingKey) => Decimal | null
  },
): Report {
  const { basis, vaults, staked } = of
  const { zone, reference, addressee } = query
  const edge = confirmationEdge(query)
  const lines = linesOf(scope).flatMap(withoutEmpty)
  const proof = proofOfAll(lines)
  const moment = momentText(query, edge.at, of.account.whose)
  const rewards = claimableTable(scope, vaults, basis.as_of)
  const held = lines.map(({ key: { asset_id }, total }) => ({ asset_id, held: total.closing }))
  const { values, priceTexts, sourceTexts, inputs } = dayValuation(of.valuation, query.at.day, held)
  return {
    name: 'balance-confirmation',
    title: 'Confirmation of balances',
    headline: proofHeadline(proof, basis.doubts, 'No holdings found at this moment'),
    tables: [
      {
        ...balancesTable(lines, staked, values, {
          at: isoInstant(edge.at),
          ...(zone && { time_zone: zone }),
          ...(reference && { reference }),
          ...(addressee && { addressee }),
        }),
        remarks: [
          `Balances at ${moment}.`,
          ...(values ? [`Worth ${values.sumText(held)}.`, ...priceTexts] : []),
        ],
      },
      ...(rewards.rows.length > 0 ? [rewards] : []),
    ],
    remarks: [
      ...(proof.proved > 0 ? [proofText(entriesOf(lines))] : []),
      ...feeTexts(scope.balanceProof),
      ...dateTexts({ ...scope, query: { zone } }),
      'Balance = available + processing + staking.',
      ...sentences(
        reference || addressee
          ? 'Whoever made this confirmation entered the reference and the addressee.'
          : null,
      ),
      ...sourceTexts,
    ],
    basis: { ...basis, proof },
    parameters: confirmationParameters(query),
    shown: { at: moment, ...vaultsText(scope) },
    link: confirmationHref(query),
    ...(inputs && { inputs }),
  }
}

/** Without a zone, the end of a day is that of the service's own day. */
function hasNotCome({ at, zone }: ConfirmationQuery, edge: Edge, { asOf, whose }: DatedAccount): boolean {
  return isEndOfDay(at) && zone === null ? isUnfinished(at.day, whose, asOf) : edge.at > asOf
}

/** Leads to the end of the last day that is over. */
function tooEarly(query: ConfirmationQuery, { asOf, whose }: DatedAccount): Refused {
  const yesterday = dayOf(asOf) - 1
  const day = dayText(isUnfinished(dayText(yesterday), whose, asOf) ? yesterday - 1 : yesterday)
  const text = `Records are known up to ${instantText(isoInstant(asOf))}, and nothing after that can be confirmed.`
  const href = confirmationHref({ ...query, zone: null, at: { day, time: null } })
  const links = [{ label: `Confirm the end of ${day}`, href }]
  return { refusal: { title: 'This moment has not come yet', text, links } }
}

/** A holding that is not proved is listed even if it is empty. */
function withoutEmpty(asset: AssetLines): readonly AssetLines[] {
  const lines = asset.lines.filter(({ closing, unproved }) => closing?.digits !== 0n || unproved.length > 0)
  return lines.length > 0 ? [{ ...asset, lines }] : []
}

/** Every row repeats the moment and the maker's entries. */
function balancesTable(
  assets: readonly AssetLines[],
  staked: (key: HoldingKey) => Decimal | null,
  values: DayValues | null,
  { at, ...given }: Readonly<Record<string, string>>,
): ReportTable {
  const isStaked = ({ holding }: HoldingLine) => staked(holding.key)?.digits !== 0n
  const hasStakes = assets.some(({ lines }) => lines.some(isStaked))
  return {
    name: 'balances',
    title: 'Balances',
    levels: ['asset', 'vault'],
    empty: 'No balances found. Choose other vaults, assets or another moment.',
    columns: [
      ...assetColumns,
      ...vaultColumns,
      ...fileColumns('instant', 'at'),
      ...fileColumns('text', ...Object.keys(given)),
      { name: 'balance', label: 'Balance', kind: 'balance' },
      ...worthColumns(values, 'At the last price on or before the day, rounded'),
      ...(values ? priceColumns : []),
      ...(hasStakes ? [stakedPartColumn] : []),
      { name: 'proof', label: 'Proof', kind: 'verdict' },
      ...fileColumns('amount', 'unexplained'),
    ],
    rows: holdingRows(assets, ({ closing }, holdings) => {
      const asset = { asset_id: holdings[0]?.key.asset_id ?? null, held: closing }
      const stakes = holdings.map(({ key }) => staked(key))
      return {
        ...{ at: at ?? null, ...given, balance: amountText(closing) },
        ...worthCells(values, asset),
        ...priceCells(values, asset),
        ...(hasStakes && { staked: amountText(sumOfAll(stakes)) }),
      }
    }),
  }
}

const stakedPartColumn: ReportColumn = {
  ...{ name: 'staked', label: 'Staked part', kind: 'balance' },
  hint: 'Stakes minus unstakes up to then, if all of them together explain the latest staking balance',
}

/**
 * Null where all stakes together do not explain the latest staking balance, or one has no date. A service may deduct an unstake while it is
 * still in flight.
 */
function stakedBefore(
  vaults: readonly Vault[],
  sums: readonly MovementSum[],
  open: readonly RecordedTransaction[],
): (key: HoldingKey) => Decimal | null {
  const stakes = new Map<string, Stake>()
  const stakeOf = (key: HoldingKey): Stake => {
    const name = holdingName(key)
    const stake = stakes.get(name) ?? { now: zero, all: zero, before: zero, leaving: zero, isDated: true }
    stakes.set(name, stake)
    return stake
  }
  for (const { vault_id, assets } of vaults)
    for (const { asset_id, network_id, balances } of assets) {
      const stake = stakeOf({ vault_id, asset_id, network_id })
      const more = readDecimal(balances.staking_balance)
      stake.now = stake.now && more && add(stake.now, more)
    }
  for (const sum of sums) {
    const { transaction_type: type, edgesBefore } = sum
    const amount = readDecimal(sum.amount)
    if ((type !== 'stake' && type !== 'unstake') || sum.status !== 'completed' || amount === null) continue
    const stake = stakeOf(stakedHolding(sum))
    const change = type === 'stake' ? add : subtract
    stake.all = change(stake.all, amount)
    if (edgesBefore === null) stake.isDated = false
    else if (edgesBefore === 0) stake.before = change(stake.before, amount)
  }
  for (const { transaction } of open) {
    const stake = stakeOf(stakedHolding(transaction))
    stake.leaving = add(stake.leaving, readDecimal(transaction.amount) ?? zero)
  }
  return (key) => {
    const { now, all, before, leaving, isDated } = stakeOf(key)
    if (now === null || !isDated) return null
    const rest = subtract(all, now)
    return rest.digits === 0n || subtract(rest, leaving).digits === 0n ? before : null
  }
}

type StakedEnds = Pick<LedgerMovement, 'source' | 'destination' | 'asset_id' | 'network_id'>

function stakedHolding({ source, destination, asset_id, network_id }: StakedEnds): HoldingKey {
  const vault_id = source.source_type === 'vault' ? source.source_id : destination.destination_id
  return { vault_id, asset_id, network_id }
}

interface Stake {
  /** Null where the service gave no decimal. */
  now: Decimal | null
  /** Stakes minus unstakes: all completed ones, and those before the moment. */
  all: Decimal
  before: Decimal
  leaving: Decimal
  isDated: boolean
}

/** Rewards grow without a transaction, so only the latest are known. */
function claimableTable({ vaultOf, includes }: Scope, vaults: readonly Vault[], asOf: string): ReportTable {
  return {
    name: 'claimable',
    title: 'Claimable rewards',
    levels: ['reward'],
    remarks: [
      `Read at ${instantText(asOf)}, and not included in the balances. Rewards grow without a transaction, so earlier figures are not known.`,
    ],
    columns: [
      { name: 'line', label: 'Vault', kind: 'text', where: 'page' },
      ...vaultColumns,
      ...shownAssetColumns,
      { name: 'claimable', label: 'Claimable', kind: 'balance' },
    ],
    rows: vaults.flatMap(({ vault_id, vault_name, vault_type, assets }) =>
      assets
        .map(({ asset_id, network_id, balances }) => ({
          key: { vault_id, asset_id, network_id },
          claimable: readDecimal(balances.claimable_balance),
        }))
        .filter(({ key, claimable }) => claimable && claimable.digits !== 0n && includes(key))
        .map(({ key, claimable }, index) => ({
          id: `${holdingName(key)} ${index}`,
          cells: {
            ...{ ...key, vault_name, vault_type, line: vaultOf(vault_id)?.label ?? vault_id },
            claimable: amountText(claimable),
          },
        })),
    ),
  }
}

/** "2025-12-31 21:00 Asia/Hong_Kong (2025-12-31 13:00:00 UTC)", "the end of 2025-12-31, by the service’s own days". */
function momentText(
  { at: { day, time }, zone }: Pick<ConfirmationQuery, 'at' | 'zone'>,
  instant: number,
  whose: 'utc' | 'service',
): string {
  const moment = time === null ? `the end of ${day}` : `${day} ${time}`
  if (zone) return `${moment} ${zone} (${instantText(isoInstant(instant))})`
  return whose === 'service' ? `${moment}, by the service’s own days` : `${moment} UTC`
}
