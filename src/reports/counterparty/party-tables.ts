/** The sums of a party as tables, whose rows lead to exactly the transactions that they count. */

import type { TransactionFilter } from '../../contract/console-api.ts'
import { counted, countText, groupedDecimal, sentences } from '../../contract/count-text.ts'
import { countOf, type Direction } from '../../contract/counterparty.ts'
import { dayOf, dayText } from '../../contract/day.ts'
import { compare, readDecimal } from '../../contract/decimal.ts'
import { openStatuses, unmovedStatuses } from '../../contract/enumerations.ts'
import { statusOutcome } from '../../contract/outcomes.ts'
import type { DayValues } from '../../contract/prices.ts'
import type { ReportCells, ReportColumn, ReportRow, ReportTable } from '../../contract/report.ts'
import { assetLabel, statusInWords } from '../../display/labels.ts'
import { groupBy } from '../../ledger/group-by.ts'
import { assetKey } from '../../ledger/movement-ledger.ts'
import type { PartySum, UsualAmounts } from '../../store/queries/counterparty.ts'
import type { ResolvedParty } from '../../store/queries/party.ts'
import { transactionsHref } from '../../url/hrefs.ts'
import { periodAround, periodName } from '../../url/periods.ts'
import { assetColumns, fileColumns } from '../columns.ts'
import {
  dayInZone,
  firstAndLast,
  recordedCells,
  recordedColumns,
  unreadableRemark,
} from '../recorded-sums.ts'
import { worthCells, worthColumns } from '../statements/valuation.ts'
import { byAsset, directionColumn, directionTexts, type PartyAccountSums, totalOf } from './party-figures.ts'
import type { RowVerdict } from './party-warnings.ts'

export interface PartyScope {
  readonly party: ResolvedParty
  /** At the last prices on or before `today`; null without prices. */
  readonly values: DayValues | null
  readonly today: string
}

/** The list of exactly these. Null where no filter has just them. */
function listHref(
  { party }: PartyScope,
  direction: Direction | null,
  sums: readonly PartySum[],
  narrow: TransactionFilter,
): string | null {
  const { asset_id, network_id } = sums[0] ?? {}
  if (!asset_id || !network_id) return null
  const name = direction === null ? 'counterparty' : direction === 'sent' ? 'sent_to' : 'received_from'
  const memo = party.memo === null ? {} : { memo: party.memo }
  return transactionsHref({ [name]: party.id, ...memo, asset_id, network_id, ...narrow })
}

/** Completed, by asset and quarter. */
export function flowTable(direction: Direction, sums: readonly PartySum[], scope: PartyScope): ReportTable {
  const completed = sums.filter((sum) => sum.direction === direction && sum.status === 'completed')
  const isUnknown = direction === 'received' && scope.party.memo !== null
  const none = direction === 'sent' ? 'Nothing was sent to it.' : 'Nothing was received from it.'
  return {
    name: direction,
    title: direction === 'sent' ? 'Sent' : 'Received',
    levels: ['asset', 'quarter'],
    empty: isUnknown
      ? 'Incoming transactions carry no memo of the sender, so they cannot be counted for one memo.'
      : none,
    columns: [...assetColumns, ...fileColumns('text', 'quarter'), ...figureColumns(scope)],
    rows: byAsset(completed).map((ofAsset): ReportRow => {
      const list = { status: 'completed' } as const
      return {
        id: assetKey(totalOf(ofAsset)),
        ...figures(ofAsset, scope, { line: assetLabel(totalOf(ofAsset)) }),
        href: listHref(scope, direction, ofAsset, list),
        linkLabel: 'Transactions',
        parts: [...groupBy(ofAsset, ({ quarter }) => quarter)]
          .toSorted(([one], [other]) => (other ?? Infinity) - (one ?? Infinity))
          .map(([start, ofQuarter]): ReportRow => {
            const period = start === null ? null : periodAround('quarter', dayText(dayOf(start)))
            const quarter = period && periodName(period)
            const dates = period && { start_date: period.first, end_date: period.last }
            return {
              id: String(start),
              ...figures(ofQuarter, scope, { line: quarter ?? 'Date not known', quarter }),
              href: dates && listHref(scope, direction, ofQuarter, { ...list, ...dates }),
            }
          }),
      }
    }),
  }
}

/** What is in flight, or what moved nothing, by its status. No table without any. */
export function restTable(
  name: 'open' | 'not-completed',
  sums: readonly PartySum[],
  scope: PartyScope,
): readonly ReportTable[] {
  const isOpen = name === 'open'
  const own = sums.filter(({ status }) => {
    const outcome = statusOutcome(status)
    return isOpen ? outcome === 'open' : outcome !== 'open' && outcome !== 'completed'
  })
  if (own.length === 0) return []
  const statuses = isOpen ? openStatuses : unmovedStatuses
  const rowOf = (id: string, group: readonly PartySum[], of: ReportCells): ReportRow => {
    const direction = group[0]?.direction ?? 'sent'
    const given = [...new Set(group.map(({ status }) => status))]
    // No list can be asked for a status that the API does not have.
    const listed = statuses.filter((status) => given.includes(status))
    const [only = '', ...others] = listed
    const status = others.length === 0 ? only : listed
    return {
      id,
      ...figures(group, scope, { ...of, direction: directionTexts[direction] }),
      href: listed.length < given.length ? null : listHref(scope, direction, group, { status }),
    }
  }
  return [
    {
      name,
      title: isOpen ? 'In flight' : 'Did not complete',
      levels: ['asset', 'status'],
      columns: [
        ...assetColumns,
        ...fileColumns('status', 'status'),
        directionColumn,
        ...figureColumns(scope),
      ],
      rows: [
        ...groupBy(own, ({ direction, ...of }) => JSON.stringify([direction, of.asset_id, of.network_id])),
      ].map(([id, group]) => ({
        ...rowOf(id, group, { line: assetLabel(totalOf(group)) }),
        linkLabel: 'Transactions',
        parts: [...groupBy(group, ({ status }) => status)].map(([status, ofStatus]) =>
          rowOf(String(status), ofStatus, { line: statusInWords({ status }), status }),
        ),
      })),
    },
  ]
}

/** The latest beside what was before it. */
export function usualTable(usual: readonly UsualAmounts[], { party }: PartyScope): ReportTable {
  return {
    name: 'usual',
    title: 'What is usual',
    empty: 'Nothing to compare.',
    columns: [
      ...assetColumns,
      directionColumn,
      {
        ...{ name: 'latest', label: 'Latest', kind: 'amount' },
        hint: 'Completed or in flight. If several may be the latest, the largest',
      },
      { name: 'latest_recorded_on', label: 'On', kind: 'day' },
      {
        ...{ name: 'largest_before', label: 'Largest before', kind: 'amount' },
        hint: 'Of those completed and recorded before the latest',
      },
      {
        ...{ name: 'median_before', label: 'Median before', kind: 'amount' },
        hint: 'For an even number of amounts, the lower of the two in the middle',
      },
      { name: 'comparison', label: 'Compared', kind: 'text' },
    ],
    rows: usual.map((one): ReportRow => {
      const isDated = one.undated === 0
      const comparison = comparisonText(one)
      return {
        id: JSON.stringify([one.direction, one.asset_id, one.network_id]),
        cells: {
          ...{ line: assetLabel(one), asset_id: one.asset_id, network_id: one.network_id },
          direction: directionTexts[one.direction],
          latest: isDated ? one.latest : null,
          latest_recorded_on: isDated ? dayInZone(one.latestRecorded, null) : null,
          largest_before: isDated ? one.largestBefore : null,
          median_before: isDated ? one.medianBefore : null,
          comparison: comparison.text,
        },
        ...(comparison.isUnusual && party.kind !== 'vault' && { tone: 'warning' }),
      }
    }),
  }
}

/** "6 times the largest before", rounded down to a tenth. */
export function comparisonText({
  latest,
  largestBefore,
  before,
  undated,
}: Pick<UsualAmounts, 'latest' | 'largestBefore' | 'before' | 'undated'>): {
  readonly text: string
  readonly isUnusual: boolean
} {
  if (undated > 0) return { text: `${counted(undated, 'transaction')} without a date`, isUnusual: false }
  const [now, largest] = [readDecimal(latest), readDecimal(largestBefore)]
  if (before === 0) return { text: 'The first', isUnusual: false }
  if (now === null || largest === null) return { text: 'Amounts cannot be read', isUnusual: false }
  const order = compare(now, largest)
  if (order <= 0)
    return { text: order === 0 ? 'As large as before' : 'Not above the largest', isUnusual: false }
  if (largest.digits <= 0n) return { text: 'Above the largest before', isUnusual: true }
  const scale = Math.max(now.scale, largest.scale)
  const digits = ({ digits: of, scale: own }: typeof now) => of * 10n ** BigInt(scale - own)
  const tenths = ((10n * digits(now)) / digits(largest)).toString().padStart(2, '0')
  const [whole, tenth] = [tenths.slice(0, -1), tenths.slice(-1)]
  if (tenths === '10') return { text: 'Just above the largest before', isUnusual: true }
  const times = `${groupedDecimal(whole)}${tenth === '0' ? '' : `.${tenth}`}`
  return { text: `${times} times the largest before`, isUnusual: true }
}

export function addressTable(
  accounts: readonly PartyAccountSums[],
  verdicts: readonly (RowVerdict | null)[],
  scope: PartyScope,
): ReportTable {
  const { party } = scope
  const rows = accounts.slice(0, mostAccounts)
  return {
    name: 'addresses',
    title: 'Addresses and memos',
    empty: 'No transaction shows one of its addresses.',
    rowsAreLinks: true,
    remarks: sentences(
      accounts.length > mostAccounts &&
        `The first ${mostAccounts} of ${countText(accounts.length)}: what is listed, then what has the most transactions.`,
    ),
    columns: [
      ...assetColumns,
      { name: 'address', label: 'Address', kind: 'short-address' },
      { name: 'memo', label: 'Memo', kind: 'text' },
      { name: 'sent', label: 'Sent', kind: 'amount' },
      { name: 'sent_count', label: 'Times sent', kind: 'count', room: 'wide' },
      { name: 'received', label: 'Received', kind: 'amount' },
      { name: 'received_count', label: 'Times received', kind: 'count', room: 'wide' },
      ...recordedColumns,
      { name: 'verdict', label: 'Check', kind: 'text' },
      ...fileColumns('text', 'verdict_sentence', 'verdict_action'),
    ],
    rows: rows.map(({ use, sums }, index): ReportRow => {
      const { asset_id, network_id, address, memo, sent, received, isListed } = use
      const verdict = verdicts[index] ?? null
      const isStray = party.kind === 'whitelist' && !isListed && address !== null
      return {
        id: String(index),
        href: accountHref(scope, accounts, index),
        cells: {
          ...{ line: assetLabel({ asset_id, network_id }), asset_id, network_id, address, memo },
          sent: sent.totals[0]?.amount ?? '0',
          sent_count: String(countOf(sent, 'completed')),
          received: received.totals[0]?.amount ?? '0',
          received_count: String(countOf(received, 'completed')),
          ...recordedCells(use.recorded, null),
          verdict: verdict?.title ?? null,
          verdict_sentence: verdict?.sentence ?? null,
          verdict_action: verdict?.action ?? null,
        },
        ...unreadableRemark(sums.filter(({ status }) => status === 'completed')),
        ...(verdict && verdict.tone !== 'good' && { tone: verdict.tone === 'danger' ? 'bad' : 'warning' }),
        ...(isStray && { remark: 'Not on this whitelist now' }),
      }
    }),
  }
}

/** Of more, nothing is checked either. */
export const mostAccounts = 200

/** Of all statuses and both directions. Null where a list would have more. */
function accountHref(
  { party }: PartyScope,
  accounts: readonly PartyAccountSums[],
  index: number,
): string | null {
  const { use, keys, sums } = accounts[index] ?? {}
  if (!use?.asset_id || !use.network_id || !use.address) return null
  const { asset_id, network_id, address, memo } = use
  const alike = accounts.filter(
    (other) =>
      other.use.asset_id === asset_id &&
      other.use.network_id === network_id &&
      other.keys.some((key) => keys?.includes(key)),
  )
  const isMemoAsked = alike.length > 1
  // No list can be asked for transactions without a memo, and none of a memo has what was received.
  if (isMemoAsked && (!memo || sums?.some(({ direction }) => direction === 'received'))) return null
  const asked = party.memo ?? (isMemoAsked ? memo : null)
  return transactionsHref({
    ...(party.kind === 'address' ? {} : { counterparty: party.id }),
    ...(asked ? { destination_address: address, memo: asked } : { address }),
    ...{ asset_id, network_id },
  })
}

function figureColumns({ values, today }: PartyScope): readonly ReportColumn[] {
  return [
    { name: 'count', label: 'Transactions', kind: 'count' },
    { name: 'amount', label: 'Amount', kind: 'amount' },
    ...worthColumns(values, `At the last prices on or before ${today}`),
    ...recordedColumns,
  ]
}

function figures(
  sums: readonly PartySum[],
  { values }: PartyScope,
  of: ReportCells,
): Pick<ReportRow, 'cells' | 'tone' | 'remark'> {
  const { asset_id, network_id, count, amount } = totalOf(sums)
  return {
    cells: {
      ...{ ...of, asset_id, network_id, count: String(count), amount },
      ...worthCells(values, { asset_id, held: amount }),
      ...recordedCells(firstAndLast(sums), null),
    },
    ...unreadableRemark(sums),
  }
}
