/** Who received what vaults sent, and who sent what they received, in a period: by whitelist, and by account. */

import type { TransactionFilter } from '../contract/console-api.ts'
import { counted, countOfAll, sentences } from '../contract/count-text.ts'
import { dayNumber } from '../contract/day.ts'
import {
  add,
  compare,
  type Decimal,
  perMille,
  readDecimal,
  sumOfReadable,
  writeDecimal,
  zero,
} from '../contract/decimal.ts'
import { nameOrId } from '../contract/normal-records.ts'
import type { DayValues } from '../contract/prices.ts'
import type { Report, ReportCells, ReportColumn, ReportRow, ReportTable } from '../contract/report.ts'
import { zoneDayStart } from '../contract/time-zone.ts'
import { groupBy } from '../ledger/group-by.ts'
import { assetKey } from '../ledger/movement-ledger.ts'
import type { CounterpartySum } from '../store/queries/counterparties.ts'
import { counterpartyHref } from '../url/hrefs.ts'
import { moreThanEver, periodReportHref } from '../url/period-reports.ts'
import { neighbourOf, type Period } from '../url/periods.ts'
import type { StatementQuery } from '../url/statements.ts'
import { fileColumns, periodColumns, shownAssetColumns } from './columns.ts'
import { periodInstants, periodListHref } from './links.ts'
import { periodReport } from './period-reports.ts'
import {
  firstAndLast,
  headlineInPeriod,
  recordedCells,
  recordedColumns,
  unreadableRemark,
} from './recorded-sums.ts'
import { readScope, type Scope, statementEdges } from './statements/scope.ts'
import { dateTexts, spanTexts } from './statements/texts.ts'
import { dayValuation, worthCells, worthColumns } from './statements/valuation.ts'

/** Accounts of each asset that are on no whitelist and are told apart. */
const mostAccounts = 500

export const counterpartiesEntry = periodReport('counterparties', {
  title: 'Counterparties',
  lists: ['vaults', 'whitelists', 'transactions'],
  // Each row has its first and last day. Sums need no more than the ends.
  edges: (query, account) => statementEdges(query, account, 'days'),
  async make(records, query) {
    const scope = await readScope(records, query, 'ends')
    const vaults = vaultsOf(scope)
    const earlier = earlierPeriods(query)
    const startOf = ({ first }: Period) => zoneDayStart(dayNumber(first) ?? 0, query.zone ?? 'UTC')
    const period = periodInstants(scope.days, query.zone)
    const sums = await records.moment.counterparties({
      period,
      ...(vaults && { vaults }),
      most: mostAccounts,
      earlier: [...earlier, query.period].map(startOf),
    })
    const { assets } = query
    const { undecided } = await records.moment.count({
      ...{ transaction_type: ['withdraw', 'deposit'], status: ['completed'], period },
      ...(vaults && { vault_id: vaults }),
      ...(assets && { asset_id: assets.map(({ asset_id }) => asset_id) }),
    })
    const told = sums.filter(
      ({ asset_id, network_id }) =>
        assets === null ||
        assets.some((asset) => asset.asset_id === asset_id && asset.network_id === (network_id || null)),
    )
    const held = told.map(({ asset_id, amount }) => ({ asset_id, held: amount }))
    const today = records.asOf.slice(0, 10)
    const day = query.period.last < today ? query.period.last : today
    const priced = dayValuation(await records.prices([day]), day, held)
    const { values } = priced
    const sent = told.filter(({ direction }) => direction === 'sent')
    const received = told.filter(({ direction }) => direction === 'received')
    const all = [
      table('sent', 'Who received', sent, { scope, vaults, values }),
      table('received', 'Who sent', received, { scope, vaults, values }),
    ] as const
    const most = recordRows(all[0].rows)
    const basis = await records.basis(['whitelists', 'transactions'])
    const undated = undatedText(sent, records.dates?.isComplete === true)
    const mostText = recordText(most, undated, sent.some(isUntold))
    const mostHref = periodReportHref('/counterparties', { ...query, only: moreThanEver })
    return {
      scope,
      headline: {
        ...(query.only
          ? { text: mostText }
          : headlineOf(
              { sent, received },
              undecided,
              most.length > 0 || undated?.isAwaited ? { text: mostText, href: mostHref } : null,
            )),
        tone: 'neutral',
      },
      tables: query.only
        ? [{ ...all[0], rows: most, empty: 'Choose another period, or all counterparties.' }]
        : all,
      remarks: [
        ...spanTexts(scope),
        'Completed withdrawals and deposits, without transfers between own vaults. An account is one row, however its address is spelled.',
        'A counterparty is on a whitelist if the whitelist has its account now, for whichever asset. It may not have had it then.',
        ...sentences(
          told.some(({ accounts }) => accounts > 1) &&
            'Of accounts on no whitelist, those with the largest sums of each asset are told apart; the others are one row.',
        ),
        `“More than ever”: the sum of the asset is above that of each of the ${counted(earlier.length, 'earlier period')} of the same length. Nothing is said where an earlier transaction has no date, or is older than these periods.`,
        ...[...priced.priceTexts, ...priced.sourceTexts, ...dateTexts(scope)],
      ],
      basis:
        query.only && undated
          ? { ...basis, doubts: [...basis.doubts, `The list may be longer: ${undated.text}.`] }
          : basis,
      inputs: priced.inputs,
    }
  },
})

/** A hundred years of months would take as long as everything else. */
const mostEarlier = 400
const firstYear = '2009'

/** Those before the period of a link, as long as it is; the earliest first. */
function earlierPeriods({ period }: StatementQuery): readonly Period[] {
  const earlier: Period[] = []
  for (let one = neighbourOf(period, -1); one.first >= firstYear && earlier.length < mostEarlier; ) {
    earlier.unshift(one)
    one = neighbourOf(one, -1)
  }
  return earlier
}

/** `most`: who got more than ever, with its link; null where nothing is said of it. */
function headlineOf(
  { sent, received }: Readonly<Record<CounterpartySum['direction'], readonly CounterpartySum[]>>,
  undecided: number,
  most: Report['headline']['link'] | null,
): Pick<Report['headline'], 'text' | 'link'> {
  const counts = `${counted(countOfAll(sent), 'withdrawal')} and ${counted(countOfAll(received), 'deposit')}`
  const isNone = sent.length + received.length === 0
  const text = headlineInPeriod(isNone ? [] : [counts], 'No withdrawals or deposits', undecided)
  return most ? { text: `${text} · ${most.text}`, link: most } : { text }
}

/** Who got more than ever. On no whitelist, each account is one of them. */
function recordRows(rows: readonly ReportRow[]): readonly ReportRow[] {
  return rows
    .flatMap((row) =>
      row.cells.whitelist_id
        ? row
        : (row.parts ?? []).map((part) => ({
            ...part,
            id: `${row.id}/${part.id}`,
            cells: { ...part.cells, line: row.cells.line ?? null },
          })),
    )
    .filter(({ cells }) => cells.more_than_ever === comparisons.more)
}

function recordText(rows: readonly ReportRow[], undated: UndatedText | null, isUntold: boolean): string {
  const distinct = new Set(rows.map(({ cells }) => cells.whitelist_id ?? cells.address))
  const parties =
    distinct.size === 0
      ? 'No counterparty is known to have'
      : `${isUntold ? 'At least ' : ''}${counted(distinct.size, 'counterparty', 'counterparties')}`
  return `${parties} received more than ever of an asset${undated ? `: ${undated.text}` : ''}`
}

/** Whether it may have got more than ever, and nobody knows. */
function isUntold({ earlier }: CounterpartySum): boolean {
  return earlier === undefined || earlier.undated + earlier.older > 0
}

interface UndatedText {
  readonly text: string
  /** Dates are still being found. */
  readonly isAwaited: boolean
}

function undatedText(sums: readonly CounterpartySum[], isComplete: boolean): UndatedText | null {
  const count = sums.reduce((sum, { earlier }) => sum + (earlier?.undated ?? 0), 0)
  if (count === 0) return null
  const have = counted(count, 'transaction has', 'transactions have')
  return { text: `${have} no ${isComplete ? 'certain date' : 'date yet'}`, isAwaited: !isComplete }
}

/** In the order in which they sort. */
const comparisons = { more: 'Yes', first: 'First', not: 'No' } as const

/** Against the largest sum of an earlier period. Undefined where nothing can be said. */
function comparisonCells(sums: readonly CounterpartySum[]): ReportCells {
  const earlier = sums.map((sum) => sum.earlier)
  const known = earlier.flatMap((one) => (one && one.undated + one.older === 0 ? one : []))
  if (known.length < sums.length) return { more_than_ever: null, most_before: null }
  const byPeriod = new Map<number, Decimal>()
  for (const { sums: own } of known)
    for (const [period, amount] of own)
      byPeriod.set(period, add(byPeriod.get(period) ?? zero, readDecimal(amount) ?? zero))
  const largest = [...byPeriod.values()].reduce<Decimal | null>(
    (most, one) => (most === null || compare(one, most) > 0 ? one : most),
    null,
  )
  if (largest === null) return { more_than_ever: comparisons.first, most_before: null }
  const isMore = compare(sumOf(sums), largest) > 0
  return { more_than_ever: isMore ? comparisons.more : comparisons.not, most_before: writeDecimal(largest) }
}

interface RowScope {
  readonly scope: Scope
  readonly vaults: readonly string[] | null
  /** At the end of the period; null without prices. */
  readonly values: DayValues | null
}

/** Ids of the vaults of the report; null for all. */
function vaultsOf({ query: { vaults }, balances }: Scope): readonly string[] | null {
  if (vaults === null) return null
  if ('ids' in vaults) return vaults.ids
  return balances.vaults.flatMap(({ vault_id, vault_type }) =>
    vault_type === vaults.type && vault_id ? vault_id : [],
  )
}

function table(
  name: CounterpartySum['direction'],
  title: string,
  sums: readonly CounterpartySum[],
  made: RowScope,
): ReportTable {
  return {
    ...{ name, title, levels: ['counterparty', 'account'] },
    empty: name === 'sent' ? 'Nothing was withdrawn.' : 'Nothing was deposited.',
    columns: columnsOf(made),
    rows: [...groupBy(sums, assetKey).values()].flatMap((ofAsset) => assetRows(ofAsset, made)),
  }
}

/** The largest sums first; those of no whitelist are one row, and so are those of each whitelist. */
function assetRows(ofAsset: readonly CounterpartySum[], made: RowScope): readonly ReportRow[] {
  const total = writeDecimal(sumOf(ofAsset))
  const rowOf = (sums: readonly CounterpartySum[], line: string, id: string): ReportRow => ({
    id,
    cells: { line, ...figures(sums, total, made), ...listingCells(sums), ...accountCells(sums) },
    href: listHref(sums, ofAsset, made),
    ...unreadableRemark(sums),
  })
  return [...groupBy(ofAsset, ({ whitelists }) => JSON.stringify(whitelists))]
    .map(([listing, sums]) => ({ listing, sums }))
    .sort((one, other) => compareSums(other.sums, one.sums))
    .map(({ listing, sums }) => {
      const [first] = sums
      const [only, ...others] = first?.whitelists ?? []
      const names =
        first?.whitelists.map(({ id, name }) => nameOrId(name, id) ?? 'a whitelist without a name') ?? []
      const id = JSON.stringify([first?.asset_id, first?.network_id, listing])
      return {
        ...rowOf(sums, names.length === 0 ? 'On no whitelist' : names.join(', '), id),
        // A party that is on several whitelists is none of them.
        ...(only?.id && others.length === 0 && { partyHref: counterpartyHref({ id: only.id }) }),
        linkLabel: 'Transactions',
        parts: sums
          .toSorted((one, other) => one.accounts - other.accounts || compareSums([other], [one]))
          .map((sum, place) => rowOf([sum], accountText(sum), String(place))),
      }
    })
}

function accountText({ accounts, name, id, address }: CounterpartySum): string {
  if (accounts > 1) return counted(accounts, 'other account')
  const isNamed = name !== null && name !== address && name !== id
  return isNamed ? name : address === null ? (id ?? 'Without an address') : 'Account'
}

function listingCells(sums: readonly CounterpartySum[]): ReportCells {
  const lists = sums[0]?.whitelists ?? []
  const named = (values: readonly (string | null)[]) => values.filter((value) => value !== null).join(', ')
  return {
    whitelist_id: lists.length > 0 ? named(lists.map(({ id }) => id)) : null,
    whitelist_name: lists.length > 0 ? named(lists.map(({ name }) => name)) : 'On no whitelist',
  }
}

/** Of the only account. */
function accountCells([sum, ...others]: readonly CounterpartySum[]): ReportCells {
  if (!sum || others.length > 0 || sum.accounts > 1) return {}
  const { address, id, name } = sum
  return { address, party_id: id, party_name: name === address ? null : name }
}

function figures(sums: readonly CounterpartySum[], total: string, { scope, values }: RowScope): ReportCells {
  const { period, zone } = scope.query
  const { asset_id = null, network_id = null } = sums[0] ?? {}
  const amount = writeDecimal(sumOf(sums))
  const share = perMille(amount, total)
  return {
    ...{ asset_id, network_id, first_day: period.first, last_day: period.last, time_zone: zone },
    accounts: String(sums.reduce((count, { accounts }) => count + accounts, 0)),
    count: String(countOfAll(sums)),
    amount,
    ...worthCells(values, { asset_id, held: amount }),
    // Rounded down.
    share: share === null ? null : `${(share / 10).toFixed(1)}%`,
    ...(sums.some(({ whitelists }) => whitelists.length > 0) || sums.length === 1
      ? comparisonCells(sums)
      : {}),
    ...recordedCells(firstAndLast(sums), zone),
  }
}

function sumOf(sums: readonly CounterpartySum[]): Decimal {
  return sumOfReadable(sums.map(({ amount }) => amount))
}

function compareSums(one: readonly CounterpartySum[], other: readonly CounterpartySum[]): number {
  return compare(sumOf(one), sumOf(other))
}

/** The list of just these transactions. Null where no filter has just them: of accounts without an address, or too many. */
function listHref(
  sums: readonly CounterpartySum[],
  ofAsset: readonly CounterpartySum[],
  { scope: { query, days }, vaults }: RowScope,
): string | null {
  const [first] = sums
  const { asset_id, network_id, direction } = first ?? {}
  if (!asset_id || !network_id) return null
  const [own, other, type] =
    direction === 'sent'
      ? (['source_id', 'destination', 'withdraw'] as const)
      : (['destination_id', 'source', 'deposit'] as const)
  const filter: TransactionFilter = {
    ...{ transaction_type: type, status: 'completed', asset_id, network_id },
    ...(vaults && { [own]: oneOrMore(vaults) }),
  }
  const isEverything = sums.length === ofAsset.length
  if (isEverything) return periodListHref(filter, days, query.zone)
  const addresses = sums.flatMap(({ address }) => address ?? [])
  if (addresses.length < sums.length || addresses.length > mostInFilter) return null
  return periodListHref({ ...filter, [`${other}_address`]: oneOrMore(addresses) }, days, query.zone)
}

/** Each is tried as an address of every network. */
const mostInFilter = 20

function oneOrMore(values: readonly string[]): string | readonly string[] {
  return values.length === 1 ? (values[0] ?? '') : values
}

const columnsOf = ({ scope: { query }, values }: RowScope): readonly ReportColumn[] => [
  { name: 'line', label: 'Counterparty', kind: 'text', where: 'page' },
  ...fileColumns('text', 'whitelist_name', 'whitelist_id', 'party_name', 'party_id'),
  { name: 'address', label: 'Account', kind: 'party-address' },
  ...shownAssetColumns,
  ...fileColumns('count', 'accounts'),
  ...periodColumns(query.zone),
  { name: 'count', label: 'Transactions', kind: 'count' },
  { name: 'amount', label: 'Amount', kind: 'amount' },
  ...worthColumns(values, 'At the last prices on or before the last day'),
  {
    ...{ name: 'share', label: 'Share', kind: 'text', room: 'wide' },
    hint: 'Of all of this asset in the period, rounded down',
  },
  {
    ...{ name: 'more_than_ever', label: 'More than ever', kind: 'text' },
    hint: 'Above the sum of every earlier period of the same length. First: nothing before',
    order: Object.values(comparisons),
  },
  ...fileColumns('amount', 'most_before'),
  ...recordedColumns,
]
