import { isStatedLine } from '../contract/hidden-characters.ts'
import { readZone } from '../contract/time-zone.ts'
import {
  type HoldingId,
  readAssets,
  readVaultHolding,
  readVaults,
  type VaultChoice,
  writeAssets,
  writeVaults,
} from './holdings.ts'
import { ListCodec } from './page-state.ts'
import { isDay, neighbourOf, type Period, periodAround, readPeriod, writePeriod } from './periods.ts'

/**
 * `vaults`: `cold`, `warm`, or ids with commas between; the default is all. `assets`: holdings such as `USDC_ETH@ETH` with commas
 * between. `holding`: the one whose ledger is shown, `movement`: the one kind that it lists. `zone`: an IANA name, in whose days the period is; the default is UTC. `at` asks for a
 * confirmation of balances at a time of the zone, or at the end of a day; `reference` and `addressee` are what it says of itself.
 */
export const statementsCodec = new ListCodec({
  filters: [],
  params: ['vaults', 'assets', 'period', 'zone', 'holding', 'movement', 'at', 'reference', 'addressee'],
  isPaged: false,
  isUsable: (name, value) => name === 'movement' || readers[name](value) !== null,
})

const readers = {
  vaults: readVaults,
  assets: readAssets,
  period: readPeriod,
  zone: readZone,
  holding: readVaultHolding,
  at: readZoneMoment,
  reference: readWords,
  addressee: readWords,
}

export interface StatementQuery {
  readonly vaults: VaultChoice | null
  readonly assets: readonly HoldingId[] | null
  readonly period: Period
  readonly zone: string | null
}

type Params = ReturnType<typeof statementsCodec.parse>['params']

/** The default period is the last month that is over. `today` is `YYYY-MM-DD`. */
export function readStatementQuery(
  { vaults, assets, period, zone = 'UTC' }: Params,
  today: string,
): StatementQuery {
  return {
    vaults: vaults === undefined ? null : readVaults(vaults),
    assets: assets === undefined ? null : readAssets(assets),
    period: (period && readPeriod(period)) || neighbourOf(periodAround('month', today), -1),
    zone: zone === 'UTC' ? null : readZone(zone),
  }
}

export interface ConfirmationQuery extends Pick<StatementQuery, 'vaults' | 'assets' | 'zone'> {
  readonly at: Moment
  /** As the reader gives them. */
  readonly reference: string | null
  readonly addressee: string | null
}

export interface Moment {
  readonly day: string
  /** `HH:MM`, `HH:MM:SS` or `HH:MM:SS.sss`, also `24:00`; null for the end of the day. */
  readonly time: string | null
  /** Which one of a time that the clocks show twice: `+HH:MM`, what they are before UTC. */
  readonly offset?: string | null
}

export function readConfirmationQuery(params: Params): ConfirmationQuery | null {
  const at = readZoneMoment(params.at ?? '')
  const { vaults, assets, zone } = readStatementQuery(params, '1970-01-01')
  const { reference = null, addressee = null } = params
  return at && { vaults, assets, zone, at, reference, addressee }
}

export function confirmationParameters({ at, reference, addressee, ...scope }: ConfirmationQuery) {
  return {
    at: writeMoment(at),
    ...scopeParameters(scope),
    ...(reference && { reference }),
    ...(addressee && { addressee }),
  }
}

function scopeParameters({ vaults, assets, zone }: Omit<StatementQuery, 'period'>) {
  return {
    ...(vaults && { vaults: writeVaults(vaults) }),
    ...(assets && { assets: writeAssets(assets) }),
    ...(zone && { zone }),
  }
}

export function confirmationHref(query: ConfirmationQuery): string {
  return statementsCodec.href('/statements', {}, confirmationParameters(query))
}

export function readZoneMoment(text: string): Moment | null {
  const [, day = '', time = null, offset = null] =
    /^([\d-]{10})(?:T([\d:.]+)([+-]\d\d:\d\d)?)?$/.exec(text) ?? []
  return isDay(day) && (time === null || isClockTime(time)) ? { day, time, offset } : null
}

/** `HH:MM`, `HH:MM:SS` or `HH:MM:SS.sss`, of 24 hours. A day ends at `24:00`. */
export function isClockTime(text: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{3})?)?$/.test(text) || isMidnight(text, '24')
}

export function writeMoment({ day, time, offset }: Moment): string {
  return time === null ? day : `${day}T${time}${offset ?? ''}`
}

export function isEndOfDay({ time }: Moment): boolean {
  return time === null || isMidnight(time, '24')
}

function isMidnight(time: string, hour: '00' | '24'): boolean {
  return time === `${hour}:00` || time === `${hour}:00:00`
}

/** One line on a page of paper. */
function readWords(text: string): string | null {
  return isStatedLine(text) ? text : null
}

export function statementParameters({ period, ...scope }: StatementQuery) {
  return { period: writePeriod(period), ...scopeParameters(scope) }
}

/** With a holding, its ledger: of all its movements, or of one kind. */
export function statementHref(
  query: StatementQuery,
  holding: string | null = null,
  movement: string | null = null,
): string {
  const ledger = { ...(holding && { holding }), ...(movement && { movement }) }
  return statementsCodec.href('/statements', {}, { ...statementParameters(query), ...ledger })
}

/** The statement to the last day that a confirmation covers, from the beginning of its month. */
export function statementUpTo({
  vaults,
  assets,
  zone,
  at: { day, time },
}: ConfirmationQuery): StatementQuery {
  const isAtMidnight = time !== null && isMidnight(time, '00')
  const last = isAtMidnight ? neighbourOf(periodAround('days', day), -1).last : day
  const month = periodAround('month', last)
  return { vaults, assets, zone, period: month.last === last ? month : { ...month, kind: 'days', last } }
}

/** The statement of one vault and one day in UTC, or in the service's own days. */
export function dayStatement(vault: string, day: string): StatementQuery {
  const period: Period = { kind: 'days', first: day, last: day }
  return { vaults: { ids: [vault] }, assets: null, period, zone: null }
}
