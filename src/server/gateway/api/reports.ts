/** Reports and figures: made of the records of one moment, and kept for whoever asks for the same of the same revision. */
import type { ConsoleListName } from '../../../contract/console-api.ts'
import { counted } from '../../../contract/count-text.ts'
import type { Valuation } from '../../../contract/prices.ts'
import { type Report, type ReportHeadline, withParts } from '../../../contract/report.ts'
import { failureCode } from '../../../database/database.ts'
import { type AnyReport, isRefusal, type OpenedReport } from '../../../reports/entry.ts'
import { figures, reports } from '../../../reports/registry.ts'
import { datedAccount, endpointsOf, type FindPrices, ReportRecords } from '../../../reports/report-records.ts'
import { statementSeconds } from '../../../store/moment.ts'
import type { PackOpened } from '../../../store/state.ts'
import { parametersIn, Refusal } from '../../http.ts'
import type { Session } from '../session.ts'
import type { KeptRecords } from '../sync/account-sync.ts'
import { awaitMoments, awaitRecords, tookTooLong, tooMuch } from './awaited.ts'
import type { ApiContext } from './kept-or-asked.ts'
import type { ApiAnswer, ApiCall } from './routes.ts'

export type ReportContext = Pick<ApiContext, 'sync' | 'packs' | 'prices' | 'clock' | 'answers'>

export async function answerReport(context: ReportContext, call: ApiCall): Promise<ApiAnswer> {
  const body = await made(context, askedIn(call), reportNamed(call.value), rowsOfReport)
  return { body: isRefusal(body) ? body : { report: body }, outcome: { from: 'store' } }
}

/** Every report has a headline among the figures, for pages that show no more of it: it is made with the report, once for both. */
export async function answerFigure(context: ReportContext, call: ApiCall): Promise<ApiAnswer> {
  const asked = askedIn(call)
  const outcome = { from: 'store' }
  const entry = reports.find(({ name }) => `${name}-headline` === call.value)
  if (entry === undefined) {
    const figure = figures.find(({ name }) => name === call.value)
    if (!figure) throw new Refusal('GTW-05')
    const rowsOf = (value: object) => Math.ceil(JSON.stringify(value).length / 300)
    return { body: await made(context, asked, figure, rowsOf), outcome }
  }
  const report = await made(context, asked, entry, rowsOfReport)
  if ('refusal' in report) return { body: report, outcome }
  const { title, headline, basis } = report
  const body: ReportHeadline = { title, headline, isPartial: basis.doubts.length > 0 }
  return { body, outcome }
}

/** Throws GTW-05. */
export function reportNamed(name: string) {
  const report = reports.find((one) => one.name === name)
  if (!report) throw new Refusal('GTW-05')
  return report
}

interface Opens<Value> {
  readonly name: string
  readonly lists: readonly ConsoleListName[]
  readonly takesFrom?: AnyReport
  open(parameters: URLSearchParams, now: number): OpenedReport<Value> | { readonly refusal: object }
}

/** As its page asks for it without any. */
export async function reportWithoutParameters(
  context: ReportContext,
  session: Session,
  entry: AnyReport,
): Promise<Report> {
  const { signal } = new AbortController()
  const report = await reportOfLink(context, { session, signal }, entry.name, new URLSearchParams())
  if ('refusal' in report) throw new Refusal('GTW-05')
  return report
}

/** As its page asks for it. Throws what a page is told. */
export function reportOfLink(
  context: ReportContext,
  { session, signal }: Pick<ApiCall, 'session' | 'signal'>,
  name: string,
  parameters: URLSearchParams,
): Promise<Report | { readonly refusal: object }> {
  const asked = { session, signal, parameters, query: { filter: new Map() } }
  return made(context, asked, reportNamed(name), rowsOfReport)
}

interface Asked extends Pick<ApiCall, 'session' | 'signal'> {
  readonly query: Pick<ApiCall['query'], 'filter'>
  /** Of the link. */
  readonly parameters: URLSearchParams
}

function askedIn(call: ApiCall): Asked {
  return { ...call, parameters: linkParameters(call) }
}

async function made<Value extends object>(
  context: ReportContext,
  asked: Asked,
  entry: Opens<Value>,
  rowsOf: (value: Value) => number,
): Promise<Value | { readonly refusal: object }> {
  const { parameters } = asked
  const opened = entry.open(parameters, nowOf(context, asked))
  if ('refusal' in opened) return opened
  const kept = await recordsForReport(context, asked, entry.lists, opened)
  // Before its own turn: it waits for a turn too.
  const taken = entry.takesFrom && (await reportWithoutParameters(context, asked.session, entry.takesFrom))
  const prices = pricesFor(context, asked)
  const compared = await comparedAccount(context, asked, opened)
  const currency = asked.query.filter.get('currency') ?? ''
  const name = [compared?.revision ?? '', entry.name, String(parameters), currency, context.prices?.version]
  const make = () =>
    kept.rows.readMoment(async (moment) =>
      opened.make(await ReportRecords.open(moment, prices, compared?.account), taken),
    )
  try {
    return await context.answers.report(kept, name, make, (value) => (isRefusal(value) ? 1 : rowsOf(value)))
  } catch (error) {
    if (failureCode(error) !== tookTooLong) throw error
    throw tooMuch(statementSeconds, 'Try again when it is less busy.')
  }
}

/** Throws GTW-26 until all that it needs is known, and GTW-27 where that will not be. */
export async function recordsForReport(
  { sync }: Pick<ReportContext, 'sync'>,
  { session, signal }: Pick<ApiCall, 'session' | 'signal'>,
  lists: readonly ConsoleListName[],
  opened: OpenedReport<unknown>,
): Promise<KeptRecords> {
  const kept = await sync.records(session)
  if (!('rows' in kept)) throw awaitRecords(kept)
  const { state } = kept.standing
  for (const { endpoint, reading } of lists.flatMap((list) => endpointsOf(state, list))) {
    if (reading === null) throw awaitRecords(kept)
    if ('refused' in reading)
      throw new Refusal('GTW-27', `The custody service refuses ${endpoint} (${reading.refused}).`)
  }
  const edges = opened.edges(datedAccount(state)).map(({ at }) => at)
  const wait = await sync.moments(kept, session, edges, signal)
  if (wait && session.pack !== null)
    throw new Refusal(
      'GTW-32',
      `The pack does not say on which side of the start or end of this period ${counted(wait.missing, 'transaction was', 'transactions were')} recorded: it was made of whole days, and of another period.`,
    )
  if (wait) throw awaitMoments(wait, kept)
  return kept
}

/**
 * What a report compares the account with: another pack that the session has open, or the account itself. Null where it compares nothing. Throws
 * GTW-34, and as `recordsForReport` does.
 */
export async function comparedAccount(
  { sync, packs }: Pick<ReportContext, 'sync' | 'packs'>,
  { session }: Pick<ApiCall, 'session'>,
  { comparedWith }: OpenedReport<unknown>,
): Promise<{ readonly account: string; readonly revision: string } | null> {
  if (comparedWith === null) return null
  const isPresent = comparedWith === 'present'
  if (isPresent && session.apiKey === '') throw new Refusal('GTW-04')
  const other = isPresent ? { ...session, pack: null } : await packs.opened(session, comparedWith)
  const kept = await sync.records(other)
  if (!('rows' in kept) || kept.standing.state.lists.transactions === null) throw awaitRecords(kept)
  return { account: kept.account, revision: kept.standing.revision }
}

/** Of the link, without those of the request. */
export function linkParameters({ request }: Pick<ApiCall, 'request'>): URLSearchParams {
  const pairs = [...parametersIn(request.raw.url ?? '')]
  return new URLSearchParams(pairs.filter(([name]) => !ofRequest.has(name)))
}

const ofRequest: ReadonlySet<string> = new Set(['as', 'column', 'currency', 'fingerprint', 'signed'])

/** In an open pack, those of its maker, for the days that its reports are of. */
export function pricesFor(
  { prices, sync }: Pick<ReportContext, 'prices' | 'sync'>,
  { query, session }: { readonly query: Pick<ApiCall['query'], 'filter'>; readonly session: Session },
): FindPrices {
  const { pack } = session
  return async (days) => {
    if (pack !== null) return packedValuation((await sync.store?.of(pack.account).state())?.pack, days)
    const currency = query.filter.get('currency') ?? prices?.currencies[0]
    if (prices === null || currency === undefined) return null
    const { source, rows } = await prices.on(days, currency)
    return rows.length > 0 ? { source, rows } : null
  }
}

function packedValuation(
  pack: Pick<PackOpened, 'prices'> | null | undefined,
  days: readonly string[],
): Valuation | null {
  const prices = pack?.prices
  if (!prices || !days.every((day) => prices.days.includes(day))) return null
  const { source, rows } = prices
  return { source: { ...source, name: `${source.name} (as stated by the pack’s maker)` }, rows }
}

/** Milliseconds since 1970. In an open pack, when its records were read. */
export function nowOf(
  { clock }: Pick<ReportContext, 'clock'>,
  { session }: Pick<ApiCall, 'session'>,
): number {
  return session.pack?.asOf ?? clock.now()
}

function rowsOfReport({ tables }: Report): number {
  return tables.reduce((sum, { rows }) => sum + withParts(rows).length, 1)
}
