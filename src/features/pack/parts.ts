/** The parts of an audit pack, in the order in which they are read: each is read by itself, and may be missing by itself. */
import type { ApiError } from '../../api/api-error.ts'
import { refusesFilter } from '../../api/api-error.ts'
import { type DateForm, dateParameters, dayNumber } from '../../api/dates/day.ts'
import type { RetryOptions } from '../../api/walk/retries.ts'
import { readBooks, readHoldings } from '../../books/read-books.ts'
import type { ListName } from '../../contract/file-names.ts'
import { hygieneHref, transactionsHref, whitelistsHref } from '../../url/hrefs.ts'
import {
  columnsFor,
  type ExportControl,
  type PackRequest,
  type PackWriter,
  runExport,
  transactionsExport,
  whitelistsExport,
} from '../export/index.ts'
import { readReview, reviewReport, reviewSentence } from '../hygiene/index.ts'
import {
  readMovements,
  reconcile,
  reconcileMovements,
  reconciliationHeadline,
  reconciliationReport,
} from '../reconciliation/index.ts'
import {
  balancesReportOf,
  ledgerOf,
  noDatesTexts,
  scopeOf,
  statementReport,
  statementResult,
} from '../statements/index.ts'
import { packWords as words } from './words.ts'

/** One part. */
export interface Part {
  readonly name: string
  /** Reads it, and puts its files into the pack. Gives what it came to, in a sentence; none where there is nothing to say. */
  read(reading: PartReading): Promise<string | null>
}

/** What is handed to whoever reads a part. */
export interface PartReading {
  readonly request: PackRequest
  readonly pack: PackWriter
  /** For what is read at once, and lost where the reader ends it. */
  readonly retrying: RetryOptions
  /** For lists, of which what was read so far is kept. */
  readonly control: ExportControl
  readonly tell: (rows: number) => void
}

/** A part that cannot be had. The message is a sentence that says why. */
export class PartMissing extends Error {}

/** All of them. */
export const parts: readonly Part[] = [
  { name: words.statement, read: readStatement },
  { name: words.transactions, read: readTransactions },
  { name: words.whitelists, read: readWhitelists },
  { name: words.review, read: readWhitelistReview },
  { name: words.reconciliation, read: readReconciliation },
]

async function readStatement({ request, pack, retrying, tell }: PartReading): Promise<string> {
  const { session, service, period, link } = request
  const books = await readBooks(null, {
    ...retrying,
    session,
    service: service.address,
    account: service.account,
    onProgress: ({ rows }) => tell(rows),
  })
  const ledger = ledgerOf(books)
  if (ledger.noDates !== null) throw new PartMissing(noDatesTexts[ledger.noDates])
  const asked = { vaults: null, assets: null, period: { kind: 'days', ...period } } as const
  const scope = scopeOf(asked, ledger.doubts.length === 0)
  const report = statementReport(ledger, asked, scope, link)
  await pack.report('statement.csv', words.files.statement, 'csv', report)
  await pack.report('statement.json', words.asJson('statement.csv'), 'json', report)
  for (const [end, name] of [
    ['opening', 'opening-balances.csv'],
    ['closing', 'closing-balances.csv'],
  ] as const)
    await pack.report(name, words.files[end], 'csv', balancesReportOf(ledger, scope, end, link))
  return statementResult(ledger, scope)
}

async function readTransactions(reading: PartReading): Promise<null> {
  // An instant means the same everywhere; a day may be taken for its first instant.
  try {
    await readPeriod('instant', reading)
  } catch (error) {
    if (!refusesFilter(error)) throw error
    await readPeriod('day', reading)
  }
  return null
}

async function readPeriod(form: DateForm, reading: PartReading): Promise<void> {
  const { first, last } = reading.request.period
  const days = { first: dayNumber(first) ?? 0, last: dayNumber(last) ?? 0 }
  const filter = { ...dateParameters(days, form, 'utc') }
  const columns = columnsFor(transactionsExport, 'all')
  await readList('transactions', filter, columns, transactionsHref(filter), words.files.transactions, reading)
}

async function readWhitelists(reading: PartReading): Promise<null> {
  const columns = columnsFor(whitelistsExport, 'all')
  await readList('whitelists', {}, columns, whitelistsHref(), words.files.whitelists, reading)
  return null
}

async function readList(
  list: ListName,
  filter: Readonly<Record<string, string>>,
  columns: readonly string[],
  link: string,
  what: string,
  { request: { title, session, service }, pack, control }: PartReading,
): Promise<void> {
  await pack.list(`${list}.csv`, what, (sink, hasBegun) =>
    runExport({ title, list, filter, format: 'csv', columns, link, session, service }, sink, {
      ...control,
      onFailure: refusing(control.onFailure, hasBegun),
    }),
  )
}

async function readWhitelistReview({ request, pack, retrying, tell }: PartReading): Promise<string> {
  const { session, service } = request
  const review = await readReview({ ...retrying, session, onProgress: ({ met }) => tell(met) })
  const report = reviewReport({ review, service: service.address, account: service.account }, hygieneHref())
  await pack.report('whitelist-review.csv', words.files.review, 'csv', report)
  await pack.report('whitelist-review.json', words.asJson('whitelist-review.csv'), 'json', report)
  return `${reviewSentence(review)}.`
}

async function readReconciliation({ request, pack, retrying, tell }: PartReading): Promise<string> {
  const { session, service } = request
  const options = { ...retrying, session, onProgress: ({ rows }: { readonly rows: number }) => tell(rows) }
  const result = await reconcile(() => readHoldings(options))
  const compared = await reconcileMovements({}, () => readMovements({}, options))
  const reported = {
    result,
    against: { state: 'compared', ...compared },
    service: service.address,
    account: service.account,
    filter: {},
  } as const
  const report = reconciliationReport(reported, '/reconciliation')
  await pack.report('reconciliation.csv', words.files.reconciliation, 'csv', report)
  await pack.report('reconciliation.json', words.asJson('reconciliation.csv'), 'json', report)
  return `${reconciliationHeadline(reported)}.`
}

/** A refused filter is refused again however often somebody tries. All else waits for the reader, as in every export. */
export function refusing(
  onFailure: RetryOptions['onFailure'],
  hasBegun: () => boolean = () => false,
): (error: ApiError) => Promise<void> {
  return (error) => {
    const isHopeless = error.remedy === 'correct-filter' && !hasBegun()
    return isHopeless || !onFailure ? Promise.reject(error) : onFailure(error)
  }
}
