/** The figure that answers a sentence. Its numbers come from the same questions as those of the list or the report that it leads to. */

import { consoleEndpoints } from '../../../contract/console-api.ts'
import { counted } from '../../../contract/count-text.ts'
import { withCapital } from '../../../contract/initials.ts'
import { readQuery } from '../../../contract/query.ts'
import type { LinkRefusal, Report } from '../../../contract/report.ts'
import type { FigureRow, OfferedFilter, SearchFigure } from '../../../contract/search.ts'
import {
  type FigureReport,
  feeRows,
  feesReport,
  figureTotals,
  holdingFigures,
  holdingsReport,
  largestRows,
  lastDayText,
  singleValues,
  sumRows,
} from '../../../reports/search-figures.ts'
import type { Asked } from '../../../search/filter-in-words.ts'
import { filterSentence } from '../../../search/filter-sentence.ts'
import type { SearchNames } from '../../../search/names.ts'
import type { TransactionQuery } from '../../../store/queries/transaction-query.ts'
import { counterpartyHref, transactionsHref } from '../../../url/hrefs.ts'
import { Refusal } from '../../http.ts'
import type { KeptRecords } from '../sync/account-sync.ts'
import { storeBasis } from './basis.ts'
import { pricedToday } from './by-value.ts'
import { consoleTransaction } from './console-records.ts'
import { type ApiContext, seekEnds } from './kept-or-asked.ts'
import { askedTransactions } from './list-query.ts'
import { reportOfLink } from './reports.ts'
import type { ApiCall } from './routes.ts'
import { soonOrNull } from './transactions.ts'

/** Milliseconds. The search is shown without a figure that takes longer, and asked again. */
const figurePatience = 3000

interface FigureScope {
  readonly context: ApiContext
  readonly call: ApiCall
  readonly kept: KeptRecords
  readonly names: SearchNames
}

type Rows = Pick<SearchFigure, 'rows' | 'more' | 'remarks' | 'doubts'>

/** Before its rows are known. */
interface FigureDraft extends Pick<SearchFigure, 'title' | 'link' | 'file'> {
  made(): Promise<Rows>
}

export async function searchFigure(scope: FigureScope, asked: Asked): Promise<SearchFigure> {
  const { context, call, kept } = scope
  if ('filter' in asked) seekEnds(context, call, kept, askedOf(asked.filter))
  const { made, ...draft } = draftOf(scope, asked)
  const [all, rows] = await Promise.all([
    soonOrNull(
      context.answers.count(kept, {}).catch(() => null),
      figurePatience,
    ),
    soonOrNull(made().catch(unmade), figurePatience),
  ])
  return { ...draft, ...(rows ?? notYet), records: all?.total ?? null }
}

const notYet: Rows = { rows: null, more: 0, remarks: [], doubts: [] }

/** What is still found out is waited for; what cannot be told says why. */
function unmade(error: unknown): Rows {
  if (!(error instanceof Refusal)) throw error
  if (error.code === 'GTW-23') return notYet
  const remarks = error.details === '' ? [] : [error.details]
  return { ...notYet, rows: error.code === 'GTW-26' ? null : [], remarks }
}

function draftOf(scope: FigureScope, asked: Asked): FigureDraft {
  switch (asked.kind) {
    case 'sums':
      return sumsDraft(scope, asked.filter)
    case 'largest':
      return largestDraft(scope, asked.filter, asked.most)
    case 'party':
      return partyDraft(scope, asked)
    case 'fees': {
      const report = feesReport({ ...asked, called: calledIn(scope, asked.vaults) })
      return { ...report, made: () => reportRows(scope, report, (made) => feeRows(made, asked)) }
    }
    case 'holdings': {
      const report = holdingsReport({ ...asked, called: calledIn(scope, asked.vaults) })
      return {
        ...report,
        made: () => reportRows(scope, report, (made) => holdingFigures(made, asked.assets)),
      }
    }
  }
}

function calledIn({ names }: FigureScope, vaults: readonly string[] | null): readonly string[] {
  return (vaults ?? []).map((id) => names.parties.find((party) => party.id === id)?.name ?? id)
}

function sumsDraft(scope: FigureScope, filter: OfferedFilter): FigureDraft {
  return {
    ...listDraft(scope, filter),
    async made() {
      const { context, kept } = scope
      const query = askedOf(filter)
      const [totals, { undecided }, newest] = await Promise.all([
        context.answers.totals(kept, query, figureTotals),
        context.answers.count(kept, query),
        newestCompleted(scope, query),
      ])
      const { rows, more } = sumRows(totals, filter)
      const last = lastDayText(totals, newest)
      const [only, another] = rows
      const isOne = only && !another
      return {
        rows: isOne && last ? [{ ...only, text: `${only.text} · ${last}` }] : rows,
        more,
        remarks: [...noneText(rows, undecided), ...(last && !isOne ? [`${withCapital(last)}.`] : [])],
        doubts: doubtsOf(kept, undecided),
      }
    },
  }
}

function listDraft({ names }: FigureScope, filter: OfferedFilter): Omit<FigureDraft, 'made'> {
  const href = transactionsHref(singleValues(filter))
  return { title: filterSentence(filter, names), link: { label: 'Open list', href }, file: href }
}

async function newestCompleted({ kept, call }: FigureScope, query: TransactionQuery) {
  if (query.status?.includes('completed') === false) return null
  const newest = {
    ...query,
    status: ['completed'],
    sort: { column: 'recorded_on', isDescending: true },
  } as const
  const [row] = await kept.rows.transactionPage(newest, { limit: 1, offset: 0 }, { signal: call.signal })
  return row ? consoleTransaction(row).recorded : null
}

/** Of one asset by amount, and of several by value where the operator gives prices. */
function largestDraft(scope: FigureScope, filter: OfferedFilter, most: number): FigureDraft {
  const { title } = listDraft(scope, filter)
  const { context, kept, call } = scope
  const isOfOne = filter.asset_id?.length === 1
  const column = isOfOne ? 'amount' : 'value'
  const href = withQuery(transactionsHref(singleValues(filter)), `sort=${column}%3Adesc`)
  return {
    title: `Largest${isOfOne ? '' : ' by value'}: ${title}`,
    link: { label: 'Open list', href },
    file: href,
    async made() {
      if (!isOfOne && (context.prices === null || call.session.pack !== null))
        return { ...notYet, rows: [], remarks: [needsAsset] }
      const query = askedOf(filter)
      const sort = isOfOne
        ? ({ column: 'amount', isDescending: true } as const)
        : ({
            column: 'value',
            isDescending: true,
            prices: (await pricedToday(context, call)).values.prices,
          } as const)
      const limit = Math.min(most, mostLargest)
      const [{ total, undecided }, page] = await Promise.all([
        context.answers.count(kept, query),
        kept.rows.transactionPage({ ...query, sort }, { limit, offset: 0 }, { signal: call.signal }),
      ])
      const rows = largestRows(page.map(consoleTransaction))
      const unmoved = rows.filter(({ isMuted }) => isMuted).length
      return {
        rows,
        more: total - rows.length,
        remarks: [
          ...noneText(rows, undecided),
          ...(unmoved > 0 ? [`${counted(unmoved, 'of these has', 'of these have')} not completed.`] : []),
        ],
        doubts: doubtsOf(kept, undecided),
      }
    },
  }
}

const needsAsset =
  'Name an asset, as in “ten largest ETH withdrawals”: without prices, amounts of two assets cannot be compared.'

function withQuery(href: string, parameter: string): string {
  return `${href}${href.includes('?') ? '&' : '?'}${parameter}`
}

const mostLargest = 10
const mostOfSide = 3

function partyDraft(
  scope: FigureScope,
  { id, name }: { readonly id: string; readonly name: string },
): FigureDraft {
  return {
    title: name,
    link: { label: 'Open counterparty', href: counterpartyHref({ id }) },
    file: null,
    async made() {
      const { context, kept } = scope
      const sides = await Promise.all(
        (
          [
            ['Sent', { sent_to: [id] }],
            ['Received', { received_from: [id] }],
          ] as const
        ).map(async ([about, filter]) => {
          const totals = await context.answers.totals(kept, askedOf(filter), figureTotals)
          const { rows, more } = sumRows(totals, filter, mostOfSide)
          return { rows: rows.map((row): FigureRow => ({ ...row, about })), more }
        }),
      )
      const rows = sides.flatMap((side) => side.rows)
      const more = sides.reduce((sum, side) => sum + side.more, 0)
      const remarks = rows.length === 0 ? ['No transactions with it.'] : []
      return { rows, more, remarks, doubts: doubtsOf(kept, 0) }
    },
  }
}

async function reportRows(
  { context, call }: FigureScope,
  { name, parameters }: FigureReport,
  rowsOf: (report: Report) => Pick<Rows, 'more'> & { readonly rows: readonly FigureRow[] },
): Promise<Rows> {
  const report = await reportOfLink(context, call, name, parameters)
  if ('refusal' in report) {
    const { title, text } = report.refusal as LinkRefusal
    return { rows: [], more: 0, remarks: [`${title}. ${text}`], doubts: [] }
  }
  const { rows, more } = rowsOf(report)
  const { text, tone } = report.headline
  const remarks = tone !== 'neutral' ? [`${text}.`] : rows.length === 0 ? ['None listed.'] : []
  return { rows, more, remarks, doubts: report.basis.doubts }
}

/** Where some may be in the period, it is not known that none is. */
function noneText(rows: readonly FigureRow[], undecided: number): readonly string[] {
  if (rows.length > 0) return []
  return [undecided > 0 ? 'None known.' : 'None.']
}

function doubtsOf(kept: KeptRecords, undecided: number): readonly string[] {
  const { completeness } = storeBasis(kept, 'transactions')
  return [
    ...(undecided > 0 ? [`${counted(undecided, 'more transaction')} may be in this period.`] : []),
    ...(completeness === 'partial' ? ['Transactions may be missing from the records.'] : []),
  ]
}

/** As a link with the filter is read. */
export function askedOf(filter: OfferedFilter): TransactionQuery {
  const pairs = Object.entries(filter).flatMap(([name, values]) => values.map((value) => [name, value]))
  return askedTransactions(readQuery(consoleEndpoints.transactions, String(new URLSearchParams(pairs))))
}
