/** Which holdings and days a statement is of. */

import {
  type DayNumber,
  type DayRange,
  dayNumber,
  isUnfinished,
  monthEnd,
  monthStart,
} from '../../contract/day.ts'
import type { LinkRefusal } from '../../contract/report.ts'
import { zoneDayOf, zoneDayStart } from '../../contract/time-zone.ts'
import { datesOffTexts } from '../../display/dates.ts'
import type { VaultName } from '../../ledger/balances.ts'
import { dayEdges, type Edge, eachDay } from '../../ledger/edges.ts'
import type { HoldingKey } from '../../ledger/movement-ledger.ts'
import type { HoldingProof } from '../../ledger/prove-balances.ts'
import { readVaultHolding, writeVaultHolding } from '../../url/holdings.ts'
import type { Period } from '../../url/periods.ts'
import { type StatementQuery, statementHref } from '../../url/statements.ts'
import { type DatedAccount, datedAccount, type ProvedRecords, type ReportRecords } from '../report-records.ts'

export interface Scope extends ProvedRecords {
  readonly query: StatementQuery
  readonly days: DayRange
  /** Whose days they are, where the query names no zone. */
  readonly whose: 'utc' | 'service'
  /** The day on which the latest balances were read. */
  readonly today: DayNumber
  /** When they were read, if the period is not over; else null. */
  readonly closesEarlyAt: string | null
  readonly isWhole: boolean
  includes(key: HoldingKey, vault: VaultName | null): boolean
}

/** How finely a period is divided: at its ends, at the points of its chart, or by day. */
export type Division = 'ends' | 'points' | 'days'

export async function readScope(
  records: ReportRecords,
  query: StatementQuery,
  division: Division,
): Promise<Scope> {
  const account = datedAccount(records.state)
  const [book, { doubts }] = await Promise.all([
    records.book(statementEdges(query, account, division)),
    records.basis(['transactions']),
  ])
  return scopeOf(book, query, account, doubts.length === 0)
}

export function scopeOf(
  book: ProvedRecords,
  query: StatementQuery,
  { asOf, whose }: DatedAccount,
  isWhole: boolean,
): Scope {
  const { vaults, assets, period, zone } = query
  const days = daysOf(period)
  const ids = vaults && 'ids' in vaults ? new Set(vaults.ids) : null
  const isOpen = zone ? zoneDayStart(days.last + 1, zone) > asOf : isUnfinished(period.last, whose, asOf)
  return {
    ...book,
    ...{ query, days, whose, isWhole, today: zoneDayOf(asOf, zone ?? 'UTC') },
    closesEarlyAt: isOpen ? new Date(asOf).toISOString() : null,
    includes: ({ vault_id, asset_id, network_id }, vault) =>
      (ids === null || (vault_id !== null && ids.has(vault_id))) &&
      (vaults === null || !('type' in vaults) || vault?.vault_type === vaults.type) &&
      (assets === null ||
        assets.some((asset) => asset.asset_id === asset_id && asset.network_id === (network_id || null))),
  }
}

/** In a period that is not over, transactions in flight need their day too. */
export function statementEdges(
  { period, zone }: Pick<StatementQuery, 'period' | 'zone'>,
  { asOf }: DatedAccount,
  division: Division,
): readonly Edge[] {
  const edges = edgesOfDays(daysOf(period), zoneDayOf(asOf, zone ?? 'UTC'), division)
  return zone ? edges.map(({ day }) => ({ day, at: zoneDayStart(day, zone) })) : edges
}

function edgesOfDays({ first, last }: DayRange, today: DayNumber, division: Division): readonly Edge[] {
  const until = Math.min(last, today)
  if (division === 'ends' && last < today) return dayEdges([first, last + 1])
  if (division === 'days' || last - first < quarterDays)
    return eachDay({ first, last: Math.max(first, until) })
  const months: DayNumber[] = []
  for (let day = first; day <= until; day = monthEnd(day) + 1) months.push(monthStart(day))
  return dayEdges([first, ...months.filter((day) => day > first), last + 1])
}

/** A statement of a longer period asks for the ends of its months, not of its days. */
export const quarterDays = 92

function daysOf({ first, last }: Pick<Period, 'first' | 'last'>): DayRange {
  return { first: dayNumber(first) ?? 0, last: dayNumber(last) ?? 0 }
}

/** `link` as a link spells the holding. Null if the records do not have it. */
export function holdingOf({ balanceProof }: Pick<Scope, 'balanceProof'>, link: string): HoldingProof | null {
  const asked = readVaultHolding(link)
  const spelled = asked && writeVaultHolding({ ...asked.asset, vault_id: asked.vault_id })
  return balanceProof.holdings.find(({ key }) => spelled && writeVaultHolding(key) === spelled) ?? null
}

export function holdingRefusal(query: StatementQuery): LinkRefusal {
  return {
    title: 'No such holding',
    text: 'The service lists no such asset in this vault, and no transaction that moved it.',
    links: [{ label: 'Back to the statement', href: statementHref(query) }],
  }
}

/** Why the records have no statement of these vaults and days; null if they have. `wholeDays`: the same link by whole days. */
export async function scopeRefusal(
  records: ReportRecords,
  vaults: StatementQuery['vaults'],
  wholeDays: string | null,
): Promise<LinkRefusal | null> {
  const { dates } = records
  if (dates?.failure) return { title: 'No statement can be made', text: datesOffTexts[dates.failure] }
  const unknown = await unknownVaults(records, vaults)
  if (unknown.length > 0)
    return {
      title: 'No such vault',
      text: `The service lists no vault with the id ${unknown.join(' or ')}, and no transaction names one. Choose other vaults.`,
    }
  // Only a filter by instants can separate times and days of another zone.
  if (wholeDays === null || dates === null || dates.form === 'instant') return null
  return {
    title: 'This service filters by whole days only',
    text: 'It cannot filter by a time of day, or by days of another time zone.',
    links: [{ label: 'Use its own days', href: wholeDays }],
  }
}

/** The vaults of a link that the service does not list, and that no transaction names. */
async function unknownVaults(
  records: ReportRecords,
  vaults: StatementQuery['vaults'],
): Promise<readonly string[]> {
  const asked = vaults && 'ids' in vaults ? vaults.ids : []
  const listed = new Set((await records.vaults()).map(({ vault_id }) => vault_id))
  const unknown: string[] = []
  for (const id of asked) {
    if (listed.has(id)) continue
    const named = await records.moment.page({ vault_id: [id] }, { limit: 1, offset: 0 })
    if (named.length === 0) unknown.push(id)
  }
  return unknown
}
