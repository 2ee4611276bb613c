/**
 * The one shape of a report: titled tables of typed columns, remarks, and its basis. One view draws it and one writer saves it, so both
 * show the same.
 */
import type { AcceptedFinding } from './accepted-findings.ts'
import { download } from './console-api.ts'
import type { Endpoint } from './endpoints.ts'
import type { ReportName } from './list-names.ts'
import type { Transaction } from './normal-records.ts'
import type { Valuation } from './prices.ts'

/** By which values are shown; by default the first that the prices have. */
const currency = { form: 'text', refusedWith: 'ERR-00' } as const

/** Their other parameters are those of the page's link. */
export const reportEndpoint = {
  path: '/reports/{name}',
  pathParameter: 'name',
  parameters: { currency, ...download },
  several: ['column'],
  hasOthers: true,
} as const satisfies Endpoint

/** What a page shows beside a report, such as a chart. */
export const figureEndpoint = {
  ...reportEndpoint,
  path: '/figures/{name}',
  parameters: { currency },
} as const satisfies Endpoint

/** Of `GET /api/reports/{name}`. */
export type ReportAnswer = { readonly report: Report } | Refused

export interface Refused {
  readonly refusal: LinkRefusal
}

/** Why a link has no report, and links that have one, if any. */
export interface LinkRefusal {
  readonly title: string
  readonly text: string
  readonly links?: readonly { readonly label: string; readonly href: string }[]
}

/** By column name. A missing column has no value. */
export type ReportCells = Readonly<Record<string, string | null>>

/** What is in no record of the service, and shaped the report. */
export interface ReportInputs {
  readonly prices?: Valuation | undefined
  readonly accepted?: readonly AcceptedFinding[] | undefined
}

export type ReportTransaction = Omit<Transaction, 'received' | 'text'>

export interface Report {
  readonly name: ReportName
  readonly title: string
  /** The worst of what is true. */
  readonly headline: {
    readonly text: string
    readonly tone: ReportTone
    /** The end of the text leads to the rows that it is about. */
    readonly link?: { readonly text: string; readonly href: string }
  }
  readonly tables: readonly ReportTable[]
  /** Sentences that every reader should see. */
  readonly remarks: readonly string[]
  readonly basis: Basis
  /** What was asked for, by the names in the link. */
  readonly parameters: Readonly<Record<string, string>>
  /** How people read some of these, such as vaults by name. */
  readonly shown?: Readonly<Record<string, string>>
  readonly link: string
  /** What was added to the records, such as prices. */
  readonly inputs?: ReportInputs
}

/** Of a report that is shown in full elsewhere. */
export interface ReportHeadline extends Pick<Report, 'title' | 'headline'> {
  /** Something may be missing that it rests on. */
  readonly isPartial: boolean
}

export type ReportTone = 'good' | 'bad' | 'warning' | 'neutral'

export interface ReportTable {
  /** In the column `table` of a file with several tables. */
  readonly name: string
  readonly title: string
  readonly columns: readonly ReportColumn[]
  readonly rows: readonly ReportRow[]
  readonly empty?: string
  readonly remarks?: readonly string[]
  /** Secondary: folded on screen, and only in JSON files. */
  readonly isSecondary?: boolean
  /** On screen, its rows are links and do not open. */
  readonly rowsAreLinks?: boolean
  /** What rows are at each depth, such as `asset` and `vault`: the column `level` of a file. */
  readonly levels?: readonly string[]
}

/** The first column on screen names the row, and opens it. */
export interface ReportColumn {
  /** Its name in files: the API's own field name where there is one. */
  readonly name: string
  readonly label: string
  readonly kind: ColumnKind
  readonly hint?: string
  /** All its texts, in the order in which they sort. */
  readonly order?: readonly string[]
  /** Alone in files, or on the page; in both by default. */
  readonly where?: 'file' | 'page'
  /** Narrow columns take the place of wide ones where the window has no room for those. Paper has the wide ones. */
  readonly room?: 'wide' | 'narrow'
}

/**
 * How a cell is shown and sorted. A known address is shown by its name, a short or a whole one is not; that of a party leads to its page. A
 * claimed name says so where the row's cell `claimed` is it. A transaction is an id, and leads to its record. The cell of a party is `source` or `destination`: an end of the row's
 * transaction.
 */
export type ColumnKind =
  | 'text'
  | 'amount'
  | 'balance'
  | 'count'
  | 'day'
  | 'instant'
  | 'asset'
  | 'vault'
  | 'network'
  | 'address'
  | 'party'
  | 'short-address'
  | 'party-address'
  | 'whole-address'
  | 'status'
  | 'type'
  | 'transaction'
  | 'verdict'
  | 'claimed-name'
  | 'note'
  | 'sentence'

export interface ReportRow {
  readonly id: string
  readonly cells: ReportCells
  /** Where the row leads. A row with parts opens instead; on screen its first part then leads there, under this label. */
  readonly href?: string | null
  readonly linkLabel?: string
  /** Where cells of text lead, by the name of their column. */
  readonly hrefs?: ReportCells
  /** The page of the party that the row is about: of a row with parts, its first part on screen leads there. */
  readonly partyHref?: string
  readonly tone?: ReportTone
  /** What is wrong with the row, in a sentence. */
  readonly remark?: string
  /** For cells of its parties. */
  readonly transaction?: ReportTransaction
  readonly parts?: readonly ReportRow[]
}

export interface Basis {
  readonly service: string
  readonly account: string | null
  readonly endpoints: readonly string[]
  /** When the latest reading that it rests on began: ISO 8601 UTC. */
  readonly as_of: string
  /** When everything was last read, and that reading ended. Null before that. */
  readonly read_whole: string | null
  readonly read: { readonly records: number }
  /** Why it cannot be proved that everything was read, in sentences. */
  readonly doubts: readonly string[]
  /** What was taken from an earlier reading, in a sentence. */
  readonly update?: string
  /** How many of its holdings are proved: with fewer than all it is not complete. */
  readonly proof?: { readonly proved: number; readonly of: number }
}

export function remarksOf({
  remarks,
  basis: { update },
}: Pick<Report, 'remarks' | 'basis'>): readonly string[] {
  return update === undefined ? remarks : [...remarks, update]
}

/** Rows, each with those that it is made of. */
export function withParts(rows: readonly ReportRow[]): readonly ReportRow[] {
  return rows.flatMap((row) => [row, ...withParts(row.parts ?? [])])
}
