/** `/statements`: which vaults, assets and days it is about, and what of it is shown. */
import { pathSegment } from '../contract/path-segment.ts'
import { type HoldingId, readHoldingId, writeHoldingId } from './holding-id.ts'
import { listCodec } from './list-view.ts'

/**
 * `vaults`: `cold`, `warm`, or ids with commas between them; all where it is not there. `assets`: holdings such as `USDC_ETH@ETH`, with
 * commas between them. `period`: see `readPeriod`. `holding`: the one whose ledger is shown.
 */
export const statementsView = listCodec({
  filters: [],
  params: ['vaults', 'assets', 'period', 'holding'],
  sticky: ['vaults', 'assets', 'period', 'holding'],
  retired: ['show', 'form'],
  isPaged: false,
  isUsable: (name, value) => {
    switch (name) {
      case 'vaults':
        return readVaults(value) !== null
      case 'assets':
        return readAssets(value) !== null
      case 'period':
        return readPeriod(value) !== null
      case 'holding':
        return readVaultHolding(value) !== null
    }
  },
})

/** What a statement is of. */
export interface StatementQuery {
  /** Null for all of them. */
  readonly vaults: VaultChoice | null
  readonly assets: readonly HoldingId[] | null
  readonly period: Period
}

/** Reads the parameters of a link. Without a period it is the last month that is over on a day, given as `YYYY-MM-DD`. */
export function readStatementQuery(
  { vaults, assets, period }: Readonly<Partial<Record<'vaults' | 'assets' | 'period', string | undefined>>>,
  today: string,
): StatementQuery {
  return {
    vaults: vaults === undefined ? null : readVaults(vaults),
    assets: assets === undefined ? null : readAssets(assets),
    period: (period && readPeriod(period)) || neighbourOf(periodAround('month', today), -1),
  }
}

/** The parameters of a statement, as its link and its files have them. */
export function statementParameters({ vaults, assets, period }: StatementQuery) {
  return {
    period: writePeriod(period),
    ...(vaults && { vaults: writeVaults(vaults) }),
    ...(assets && { assets: writeAssets(assets) }),
  }
}

/** A statement, and within it the ledger of a holding. */
export function statementHref(query: StatementQuery, holding: string | null = null): string {
  return statementsView.href(
    '/statements',
    {},
    { ...statementParameters(query), ...(holding && { holding }) },
  )
}

/** The statements of some vaults. */
export function statementsHref(vaults: VaultChoice): string {
  return statementsView.href('/statements', {}, { vaults: writeVaults(vaults) })
}

/** The vaults of a statement: those of a type, or by their ids. */
export type VaultChoice = { readonly type: 'cold' | 'warm' } | { readonly ids: readonly string[] }

/** Reads `vaults`; null for what means nothing. */
export function readVaults(text: string): VaultChoice | null {
  if (text === 'cold' || text === 'warm') return { type: text }
  const ids = text.split(',').map(decoded)
  return ids.every((id) => id !== null && id !== '') ? { ids: ids.filter((id) => id !== null) } : null
}

/** Writes `vaults`; an id that is called like a type is told from it by its escape. */
export function writeVaults(choice: VaultChoice): string {
  if ('type' in choice) return choice.type
  const [first = '', ...others] = choice.ids.map(pathSegment)
  const only = others.length === 0 && (first === 'cold' || first === 'warm')
  return only ? `%${first.charCodeAt(0).toString(16)}${first.slice(1)}` : [first, ...others].join(',')
}

/** Reads `assets`; null for what means nothing. */
export function readAssets(text: string): readonly HoldingId[] | null {
  const assets = text.split(',').map(readHoldingId)
  return assets.every((asset) => asset !== null) ? assets.filter((asset) => asset !== null) : null
}

/** Writes `assets`; those without an asset id, which nothing can name, are left out. */
export function writeAssets(assets: readonly Parameters<typeof writeHoldingId>[0][]): string {
  return assets.flatMap((asset) => writeHoldingId(asset) ?? []).join(',')
}

/** One asset in one vault. */
export interface VaultHolding {
  readonly vault_id: string
  readonly asset: HoldingId
}

/** Reads `holding`: `vlt_1/USDC_ETH@ETH`; null for what means nothing. */
export function readVaultHolding(text: string): VaultHolding | null {
  const [vault, held, ...rest] = text.split('/')
  const vault_id = decoded(vault ?? '')
  const asset = held === undefined || rest.length > 0 ? null : readHoldingId(held)
  return vault_id && asset ? { vault_id, asset } : null
}

/** Writes `holding`; null where the vault or the asset has no id. */
export function writeVaultHolding(held: {
  readonly vault_id: string | null
  readonly asset_id: string | null
  readonly network_id: string | null
}): string | null {
  const asset = writeHoldingId(held)
  return held.vault_id && asset ? `${pathSegment(held.vault_id)}/${asset}` : null
}

/** Calendar days in UTC, both ends included, as `YYYY-MM-DD`. */
export interface Period {
  readonly kind: PeriodKind
  readonly first: string
  readonly last: string
}

/** Lengths of a period: `days` is any other. */
export const periodKinds = ['month', 'quarter', 'year', 'days'] as const
export type PeriodKind = (typeof periodKinds)[number]

/** Reads `2025`, `2025-Q4`, `2025-12` and `2025-12-01..2025-12-24`; null for anything else. */
export function readPeriod(text: string): Period | null {
  const days = /^(\d{4}-\d{2}-\d{2})\.\.(\d{4}-\d{2}-\d{2})$/.exec(text)
  if (days) {
    const [, first = '', last = ''] = days
    return isDay(first) && isDay(last) && first <= last ? { kind: 'days', first, last } : null
  }
  const [, year = '', quarter, month] = /^(\d{4})(?:-Q([1-4])|-(0[1-9]|1[0-2]))?$/.exec(text) ?? []
  if (year < '1970') return null
  if (quarter !== undefined) return monthsFrom('quarter', Number(year), 3 * Number(quarter) - 3)
  if (month !== undefined) return monthsFrom('month', Number(year), Number(month) - 1)
  return monthsFrom('year', Number(year), 0)
}

/** Writes a period the shortest way. */
export function writePeriod({ kind, first, last }: Period): string {
  const [year = '', month = ''] = first.split('-')
  switch (kind) {
    case 'year':
      return year
    case 'quarter':
      return `${year}-Q${Math.ceil(Number(month) / 3)}`
    case 'month':
      return `${year}-${month}`
    case 'days':
      return `${first}..${last}`
  }
}

/** The period of this kind in which a day lies; of `days` that day alone. */
export function periodAround(kind: PeriodKind, day: string): Period {
  const [year = 0, month = 1] = day.split('-').map(Number)
  if (kind === 'days') return { kind, first: day, last: day }
  const start = kind === 'year' ? 0 : kind === 'quarter' ? month - 1 - ((month - 1) % 3) : month - 1
  return monthsFrom(kind, year, start)
}

/** The period right before or behind one, of the same length. */
export function neighbourOf(period: Period, step: -1 | 1): Period {
  const edge = shifted(step < 0 ? period.first : period.last, step)
  if (period.kind !== 'days') return periodAround(period.kind, edge)
  const length = (Date.parse(period.last) - Date.parse(period.first)) / dayLength
  const far = shifted(edge, step * length)
  return { kind: 'days', first: step < 0 ? far : edge, last: step < 0 ? edge : far }
}

/**
 * The period of another length in the same place: the one around it, or the last within it that is over today. `days` are the days that
 * it has.
 */
export function periodInPlace({ first, last }: Period, kind: PeriodKind, today: string): Period {
  if (kind === 'days') return { kind, first, last }
  const around = periodAround(kind, first > today ? first : last < today ? last : today)
  const before = neighbourOf(around, -1)
  return around.last >= today && before.first >= first ? before : around
}

const months = { month: 1, quarter: 3, year: 12 } as const

function monthsFrom(kind: keyof typeof months, year: number, month: number): Period {
  return {
    kind,
    first: dayOf(Date.UTC(year, month, 1)),
    last: dayOf(Date.UTC(year, month + months[kind], 0)),
  }
}

const dayLength = 86_400_000

function shifted(day: string, days: number): string {
  return dayOf(Date.parse(day) + days * dayLength)
}

function dayOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10)
}

function isDay(text: string): boolean {
  const milliseconds = Date.parse(`${text}T00:00:00Z`)
  // Some engines take 30 February for 2 March.
  return milliseconds >= 0 && dayOf(milliseconds) === text
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
