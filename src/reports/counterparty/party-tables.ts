/** The sums of a party as tables, whose rows lead to exactly the transactions that they count. */

import type { TransactionFilter } from '../../contract/console-api.ts'
import { counted, countText } from '../../contract/count-text.ts'
import type { Direction, FirstAndLast } from '../../contract/counterparty.ts'
import { countOf } from '../../contract/counterparty.ts'
import { dateParameters, dayNumber, dayOf, dayText } from '../../contract/day.ts'
import { compare, readDecimal } from '../../contract/decimal.ts'
import { openStatuses, unmovedStatuses } from '../../contract/enumerations.ts'
import { statusOutcome } from '../../contract/outcomes.ts'
import type { DayValues } from '../../contract/prices.ts'
import type { ReportCells, ReportColumn, ReportRow, ReportTable } from '../../contract/report.ts'
import { assetLabel, statusInWords } from '../../display/labels.ts'
import { groupBy } from '../../ledger/group-by.ts'
import type { PartySum, UsualAmounts } from '../../store/queries/counterparty.ts'
import type { ResolvedParty } from '../../store/queries/party.ts'
import { groupedDecimal } from '../../ui/decimal-text.ts'
import { transactionsHref } from '../../url/hrefs.ts'
import { type Period, periodAround, periodName } from '../../url/periods.ts'
import { fileColumns } from '../columns.ts'
import { dayInZone } from '../recorded-days.ts'
import { byAsset, firstAndLast, type PartyAccountSums, totalOf } from './party-figures.ts'
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
  return {
    name: direction,
    title: direction === 'sent' ? 'Sent' : 'Received',
    levels: ['asset', 'quarter'],
    empty: isUnknown
      ? 'Incoming transactions carry no memo of the sender, so they cannot be counted for one memo.'
      : direction === 'sent'
        ? 'Nothing was sent to it.'
        : 'Nothing was received from it.',
    columns: [
      { name: 'line', label: 'Asset', kind: 'text', inFile: 'never' },
      ...fileColumns('asset', 'asset_id'),
      ...fileColumns('network', 'network_id'),
      ...fileColumns('text', 'quarter'),
      ...figureColumns(scope),
      { name: 'first_recorded_on', label: 'First', kind: 'day' },
      { name: 'last_recorded_on', label: 'Last', kind: 'day' },
    ],
    rows: byAsset(completed).map((ofAsset): ReportRow => {
      const list = { status: 'completed' } as const
      return {
        id: assetId(ofAsset),
        cells: { line: lineOf(ofAsset), ...figureCells(ofAsset, scope), ...dayCells(firstAndLast(ofAsset)) },
        href: listHref(scope, direction, ofAsset, list),
        linkLabel: 'Transactions',
        ...unreadable(ofAsset),
        parts: [...groupBy(ofAsset, ({ quarter }) => quarter)]
          .toSorted(([one], [other]) => (other ?? Infinity) - (one ?? Infinity))
          .map(([start, ofQuarter]): ReportRow => {
            const period = start === null ? null : periodAround('quarter', dayText(dayOf(start, 'utc')))
            return {
              id: String(start),
              cells: {
                line: period ? periodName(period) : 'Date not known',
                quarter: period && periodName(period),
                ...figureCells(ofQuarter, scope),
                ...dayCells(firstAndLast(ofQuarter)),
              },
              href: period && listHref(scope, direction, ofQuarter, { ...list, ...daysOf(period) }),
              ...unreadable(ofQuarter),
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
  const rowOf = (id: string, group: readonly PartySum[], line: string): ReportRow => {
    const direction = group[0]?.direction ?? 'sent'
    const given = [...new Set(group.map(({ status }) => status))]
    // No list can be asked for a status that the API does not have.
    const listed = statuses.filter((status) => given.includes(status))
    return {
      id,
      cells: {
        line,
        direction: direction === 'sent' ? 'To it' : 'From it',
        ...figureCells(group, scope),
        ...dayCells(firstAndLast(group)),
      },
      href:
        listed.length < given.length
          ? null
          : listHref(scope, direction, group, { status: listed.length === 1 ? (listed[0] ?? '') : listed }),
      ...unreadable(group),
    }
  }
  const byAssetAndWay = groupBy(own, ({ direction, asset_id, network_id }) =>
    JSON.stringify([direction, asset_id, network_id]),
  )
  return [
    {
      name,
      title: isOpen ? 'In flight' : 'Did not complete',
      levels: ['asset', 'status'],
      columns: [
        { name: 'line', label: 'Asset', kind: 'text', inFile: 'never' },
        ...fileColumns('asset', 'asset_id'),
        ...fileColumns('network', 'network_id'),
        ...fileColumns('status', 'status'),
        { name: 'direction', label: 'Direction', kind: 'text' },
        ...figureColumns(scope),
        { name: 'first_recorded_on', label: 'First', kind: 'day' },
        { name: 'last_recorded_on', label: 'Last', kind: 'day' },
      ],
      rows: [...byAssetAndWay].map(([id, group]): ReportRow => {
        const parts = [...groupBy(group, ({ status }) => status)].map(([status, ofStatus]): ReportRow => {
          const row = rowOf(String(status), ofStatus, statusInWords({ status }))
          return { ...row, cells: { ...row.cells, status } }
        })
        return { ...rowOf(id, group, lineOf(group)), linkLabel: 'Transactions', parts }
      }),
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
      { name: 'line', label: 'Asset', kind: 'text', inFile: 'never' },
      ...fileColumns('asset', 'asset_id'),
      ...fileColumns('network', 'network_id'),
      { name: 'direction', label: 'Direction', kind: 'text' },
      {
        name: 'latest',
        label: 'Latest',
        kind: 'amount',
        hint: 'Completed or in flight. If several may be the latest, the largest',
      },
      { name: 'latest_recorded_on', label: 'On', kind: 'day' },
      {
        name: 'largest_before',
        label: 'Largest before',
        kind: 'amount',
        hint: 'Of those completed and recorded before the latest',
      },
      {
        name: 'median_before',
        label: 'Median before',
        kind: 'amount',
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
          direction: one.direction === 'sent' ? 'To it' : 'From it',
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
    isLinked: true,
    remarks:
      accounts.length > mostAccounts
        ? [
            `The first ${mostAccounts} of ${countText(accounts.length)}: what is listed, then what has the most transactions.`,
          ]
        : [],
    columns: [
      { name: 'line', label: 'Asset', kind: 'text', inFile: 'never' },
      ...fileColumns('asset', 'asset_id'),
      ...fileColumns('network', 'network_id'),
      { name: 'address', label: 'Address', kind: 'short-address' },
      { name: 'memo', label: 'Memo', kind: 'text' },
      { name: 'sent', label: 'Sent', kind: 'amount' },
      { name: 'sent_count', label: 'Times sent', kind: 'count', room: 'wide' },
      { name: 'received', label: 'Received', kind: 'amount' },
      { name: 'received_count', label: 'Times received', kind: 'count', room: 'wide' },
      { name: 'first_recorded_on', label: 'First', kind: 'day', room: 'wide' },
      { name: 'last_recorded_on', label: 'Last', kind: 'day' },
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
          ...dayCells(firstAndLast(sums)),
          verdict: verdict?.title ?? null,
          verdict_sentence: verdict?.sentence ?? null,
          verdict_action: verdict?.action ?? null,
        },
        ...unreadable(sums.filter(({ status }) => status === 'completed')),
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
    ...(values
      ? [
          {
            name: 'value',
            label: `Value (${values.currency})`,
            kind: 'amount',
            hint: `At the last prices on or before ${today}`,
          } as const,
          ...fileColumns('text', 'currency'),
        ]
      : []),
  ]
}

function figureCells(sums: readonly PartySum[], { values }: PartyScope): ReportCells {
  const { asset_id, network_id, count, amount } = totalOf(sums)
  return {
    ...{ asset_id, network_id, count: String(count), amount },
    ...(values && { value: values.written({ asset_id, held: amount }), currency: values.currency }),
  }
}

function dayCells(recorded: FirstAndLast | null): ReportCells {
  return {
    first_recorded_on: dayInZone(recorded?.first ?? null, null),
    last_recorded_on: dayInZone(recorded?.last ?? null, null),
  }
}

function lineOf(sums: readonly PartySum[]): string {
  return assetLabel(totalOf(sums))
}

function assetId(sums: readonly PartySum[]): string {
  const { asset_id, network_id } = totalOf(sums)
  return JSON.stringify([asset_id, network_id])
}

function unreadable(sums: readonly PartySum[]): Pick<ReportRow, 'tone' | 'remark'> {
  const { amountless } = totalOf(sums)
  if (amountless === 0) return {}
  const text = `Left out of the sum: ${counted(amountless, 'amount')} that cannot be read.`
  return { tone: 'warning', remark: text }
}

function daysOf({ first, last }: Period) {
  const days = { first: dayNumber(first) ?? 0, last: dayNumber(last) ?? 0 }
  return dateParameters(days, 'day', 'utc')
}
