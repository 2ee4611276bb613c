/** Which holdings and days a statement is of: as its link says it, and as the records have them. */

import {
  type DayNumber,
  type DayRange,
  dayNumber,
  dayText,
  isoInstant,
  isUnfinished,
  monthEnd,
  monthStart,
} from '../../contract/day.ts'
import type { Refused } from '../../contract/report.ts'
import { readZone, zoneDayOf, zoneDayStart } from '../../contract/time-zone.ts'
import { datesOffTexts } from '../../display/dates.ts'
import type { VaultName } from '../../ledger/balances.ts'
import { dayEdges, type Edge, eachDay } from '../../ledger/edges.ts'
import { type MovementKind, movementKinds } from '../../ledger/effects.ts'
import type { HoldingKey } from '../../ledger/movement-ledger.ts'
import type { HoldingProof } from '../../ledger/prove-balances.ts'
import { readVaultHolding, writeVaultHolding } from '../../url/holdings.ts'
import type { Period } from '../../url/periods.ts'
import {
  type ConfirmationQuery,
  readConfirmationQuery,
  readStatementQuery,
  type StatementQuery,
  statementHref,
  statementsCodec,
} from '../../url/statements.ts'
import { refusedLink, refusedValues } from '../links.ts'
import { type DatedAccount, datedAccount, type ProvedRecords, type ReportRecords } from '../report-records.ts'

const scopeNames = ['vaults', 'assets', 'zone'] as const

/** Without a period, it is the last month that is over. */
export function parseStatement(parameters: URLSearchParams, now: number): StatementQuery | Refused {
  const link = readLink(parameters, now, [...scopeNames, 'period'])
  return 'refusal' in link ? link : link.query
}

export interface LedgerQuery extends StatementQuery {
  readonly holding: string
  /** The one kind of movement that is listed; null for all. */
  readonly movement: MovementKind | null
}

export function parseLedger(parameters: URLSearchParams, now: number): LedgerQuery | Refused {
  const link = readLink(parameters, now, [...scopeNames, 'period', 'holding', 'movement'])
  if ('refusal' in link) return link
  const { holding, movement = null } = link.params
  const kind = movementKinds.find((one) => one === movement) ?? null
  if (holding === undefined) return refusedValues(noStatement, ['holding'])
  if (kind !== movement) return refusedValues(noStatement, ['movement'])
  return { ...link.query, holding, movement: kind }
}

export function parseConfirmation(parameters: URLSearchParams, now: number): ConfirmationQuery | Refused {
  const link = readLink(parameters, now, [...scopeNames, 'at', 'reference', 'addressee'])
  if ('refusal' in link) return link
  return readConfirmationQuery(link.params) ?? refusedValues(noStatement, ['at'])
}

type Params = ReturnType<typeof statementsCodec.parse>['params']

/** `own`: what this report takes. */
function readLink(
  parameters: URLSearchParams,
  now: number,
  own: readonly (keyof Params)[],
): { readonly query: StatementQuery; readonly params: Params } | Refused {
  const { params, invalid } = statementsCodec.parse(parameters)
  const strange = Object.keys(params).filter((name) => !own.some((one) => one === name))
  const refused = refusedLink(noStatement, invalid, strange)
  if (refused) return refused
  const query = begunPeriod(params, now, (today) => readStatementQuery(params, today))
  return 'refusal' in query ? query : { query, params }
}

const noStatement = 'No statement for this link'

export function begunPeriod<Query extends StatementQuery>(
  { zone }: Pick<Params, 'zone'>,
  now: number,
  read: (today: string) => Query,
): Query | Refused {
  const today = dayText(zoneDayOf(now, readZone(zone ?? '') ?? 'UTC'))
  const query = read(today)
  return query.period.first > today
    ? { refusal: { title: 'This period has not begun', text: 'Choose a period that has begun.' } }
    : query
}

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
  vaultOf(vault_id: string | null): VaultName | null
  includes(key: HoldingKey): boolean
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
  const vaultsById = new Map(book.balances.vaults.map((vault) => [vault.vault_id, vault]))
  const isOpen = zone ? zoneDayStart(days.last + 1, zone) > asOf : isUnfinished(period.last, whose, asOf)
  return {
    ...book,
    ...{ query, days, whose, isWhole, today: zoneDayOf(asOf, zone ?? 'UTC') },
    closesEarlyAt: isOpen ? isoInstant(asOf) : null,
    vaultOf: (vault_id) => vaultsById.get(vault_id) ?? null,
    includes: ({ vault_id, asset_id, network_id }) =>
      (ids === null || (vault_id !== null && ids.has(vault_id))) &&
      (vaults === null || !('type' in vaults) || vaultsById.get(vault_id)?.vault_type === vaults.type) &&
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
  const { first, last } = daysOf(period)
  const today = zoneDayOf(asOf, zone ?? 'UTC')
  const until = Math.min(last, today)
  if (division === 'ends' && last < today) return dayEdges([first, last + 1], zone)
  if (division === 'days' || last - first < quarterDays)
    return eachDay({ first, last: Math.max(first, until) }, zone)
  const months: DayNumber[] = []
  for (let day = first; day <= until; day = monthEnd(day) + 1) months.push(monthStart(day))
  return dayEdges([first, ...months.filter((day) => day > first), last + 1], zone)
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

export function refusedHolding(query: StatementQuery): Refused {
  const text = 'The service lists no such asset in this vault, and no transaction that moved it.'
  const links = [{ label: 'Back to the statement', href: statementHref(query) }]
  return { refusal: { title: 'No such holding', text, links } }
}

/** Null if the records have a statement of these vaults and days. `wholeDays`: the same link by whole days. */
export async function refusedScope(
  records: ReportRecords,
  vaults: StatementQuery['vaults'],
  wholeDays: string | null,
): Promise<Refused | null> {
  const { dates } = records
  if (dates?.failure)
    return { refusal: { title: 'No statement can be made', text: datesOffTexts[dates.failure] } }
  const unknown = await unknownVaults(records, vaults && 'ids' in vaults ? vaults.ids : [])
  if (unknown.length > 0) {
    const text = `The service lists no vault with the id ${unknown.join(' or ')}, and no transaction names one. Choose other vaults.`
    return { refusal: { title: 'No such vault', text } }
  }
  // Only a filter by instants can separate times and days of another zone.
  if (wholeDays === null || dates === null || dates.form === 'instant') return null
  const text = 'It cannot filter by a time of day, or by days of another time zone.'
  const links = [{ label: 'Use its own days', href: wholeDays }]
  return { refusal: { title: 'This service filters by whole days only', text, links } }
}

/** Vaults that the service does not list, and that no transaction names. */
async function unknownVaults(records: ReportRecords, asked: readonly string[]): Promise<readonly string[]> {
  const listed = new Set((await records.vaults()).map(({ vault_id }) => vault_id))
  const unknown: string[] = []
  for (const id of asked) {
    if (listed.has(id)) continue
    const named = await records.moment.page({ vault_id: [id] }, { limit: 1, offset: 0 })
    if (named.length === 0) unknown.push(id)
  }
  return unknown
}
