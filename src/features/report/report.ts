/** The one shape of a report: titled tables of typed columns, remarks, and what it rests on. A view draws it, a writer saves it, and both show the same. */
import { dayText } from '../../api/dates/day.ts'
import type { WalkEnd } from '../../api/walk/walk.ts'
import type { Books } from '../../books/books.ts'
import type { BookedTransaction } from '../../books/transaction-table.ts'
import { endpointPath } from '../../contract/endpoints.ts'
import { balanceTypes } from '../../contract/enumerations.ts'
import type { ReportName } from '../../contract/file-names.ts'
import type { Cell } from '../../files/list-export.ts'

export interface Report {
  readonly name: ReportName
  readonly title: string
  /** What it came to, without a full stop: the worst of what is true. */
  readonly headline: { readonly text: string; readonly tone: ReportTone }
  readonly tables: readonly ReportTable[]
  /** What one has to know to read it, in sentences. */
  readonly remarks: readonly string[]
  readonly basis: Basis
  /** What was asked for, by the names that the link has. */
  readonly parameters: Readonly<Record<string, string>>
  /** The page that shows it, as a path with its query. */
  readonly link: string
  /** What JSON has beside the tables. */
  readonly more?: Readonly<Record<string, unknown>>
}

export type ReportTone = 'good' | 'bad' | 'warning' | 'neutral'

export interface ReportTable {
  /** What its rows are called in a file with several tables. */
  readonly name: string
  readonly title: string
  readonly columns: readonly ReportColumn[]
  readonly rows: readonly ReportRow[]
  /** Said where there are no rows. A report leaves out tables that have none and nothing to say. */
  readonly empty?: string
  readonly remarks?: readonly string[]
  /** Not what the report is about: closed until somebody opens it, and of files only in JSON. */
  readonly isAside?: boolean
  /** What rows are at each depth, such as `asset` and `vault`: the column `level` of a file. */
  readonly levels?: readonly string[]
}

/** The first column that is on screen names the row, and opens it. */
export interface ReportColumn {
  /** The column of a file, by the API's own field name where it has one. */
  readonly name: string
  readonly label: string
  readonly kind: ColumnKind
  readonly hint?: string
  /** `only` is in files and not on screen, `never` the other way round. */
  readonly inFile?: 'only' | 'never'
}

/**
 * How a cell is shown, sorted and added up. An address is shown by its name where it is known, a whole one to be compared.
 * An amount is in the control totals, a balance is not. A transaction and a whitelist are ids, and lead to their records. A party says which end of the
 * row's transaction is shown, `source` or `destination`.
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
  | 'whole-address'
  | 'status'
  | 'type'
  | 'transaction'
  | 'whitelist'
  | 'verdict'
  | 'sentence'

export interface ReportRow {
  /** Unique among the rows beside it. */
  readonly id: string
  readonly cells: Readonly<Record<string, Cell>>
  /** Where the row leads. A row with parts opens instead. */
  readonly href?: string | null
  readonly tone?: ReportTone
  /** What is the matter with it, in a sentence. */
  readonly remark?: string
  /** The transaction that it is about. */
  readonly transaction?: BookedTransaction
  /** What it is made of, shown when it is opened. */
  readonly parts?: readonly ReportRow[]
}

/** What a report rests on. */
export interface Basis {
  readonly service: string
  readonly account: string | null
  /** Paths of the endpoints that were read. */
  readonly endpoints: readonly string[]
  /** When reading began and ended: ISO 8601 UTC. It is as of the end. */
  readonly begun: string
  readonly ended: string
  readonly read: { readonly records: number; readonly pages: number }
  /** Why it cannot be proved that everything was read, in sentences; none where it can. */
  readonly doubts: readonly string[]
  /** What was taken from an earlier reading, in a sentence, where the books were brought up to date. */
  readonly update?: string
  /** How many holdings it is about, and how many of them are proved: with fewer than all it is not complete. */
  readonly proof?: { readonly proved: number; readonly of: number }
}

/** What a report of these lists of the books rests on. */
export function basisOf(books: Books, lists: readonly (keyof typeof listsRead)[]): Basis {
  const read = lists.flatMap((list) => listsRead[list](books))
  const { service, account, begun, ended } = books
  const update = lists.includes('transactions') && updateSentence(books)
  return {
    ...{ service, account, begun, ended },
    endpoints: read.map(({ endpoint }) => endpoint),
    read: {
      records: read.reduce((sum, { list }) => sum + list.rows, 0),
      pages: read.reduce((sum, { list }) => sum + list.pages, 0),
    },
    doubts: [...new Set(read.flatMap(({ list }) => list.doubts))],
    ...(update && { update }),
  }
}

/** What was taken from an earlier reading, in a sentence; null where all is of one reading. */
export function updateSentence({ update }: Books): string | null {
  return (
    update &&
    `Everything was read until ${update.whole}. Since then, days from ${dayText(update.since)} on, what was open and all balances were read; older transactions that were final are as they were read then.`
  )
}

/** Everything that is remarked, what the report rests on included. */
export function remarksOf({
  remarks,
  basis: { update },
}: Pick<Report, 'remarks' | 'basis'>): readonly string[] {
  return update === undefined ? remarks : [...remarks, update]
}

interface ListRead {
  readonly endpoint: string
  readonly list: Pick<WalkEnd, 'rows' | 'pages' | 'doubts'>
}

const listsRead = {
  vaults: ({ holdings }: Books): readonly ListRead[] =>
    holdings.slice(-1).map(({ vaults }) => ({ endpoint: endpointPath('vaults'), list: vaults })),
  balances: ({ holdings }: Books): readonly ListRead[] =>
    holdings.slice(-1).flatMap(({ balances }) =>
      balanceTypes.map((type) => ({
        endpoint: type === 'all' ? endpointPath('balances') : endpointPath('balancesOfType', type),
        list: balances[type],
      })),
    ),
  whitelists: ({ whitelists }: Books): readonly ListRead[] => [
    { endpoint: endpointPath('whitelists'), list: whitelists },
  ],
  transactions: ({ transactions }: Books): readonly ListRead[] => [
    {
      endpoint: endpointPath('transactions'),
      list: { ...transactions, pages: transactions.pages + transactions.days.requests },
    },
  ],
}

const itemFields = [
  ...(['transaction_id', 'txn_hash', 'status', 'transaction_type', 'asset_id', 'network_id'] as const),
  ...(['amount', 'fee', 'note'] as const),
]
const sourceFields = ['source_type', 'source_id', 'source_name', 'source_address'] as const
const destinationFields = [
  ...(['destination_type', 'destination_id', 'destination_name', 'destination_address', 'memo'] as const),
]

/** The cells of a transaction, by the API's own names. Rows of the books' table have getters, which spreading would leave out. */
export function transactionCells(transaction: BookedTransaction): Readonly<Record<string, Cell>> {
  const { source, destination } = transaction
  return Object.fromEntries([
    ...itemFields.map((name) => [name, transaction[name]]),
    ...sourceFields.map((name) => [name, source[name]]),
    ...destinationFields.map((name) => [name, destination[name]]),
  ])
}

/** What files have of both ends of a transaction. */
export const partyColumns: readonly ReportColumn[] = [...sourceFields, ...destinationFields].map((name) => ({
  name,
  label: name,
  kind: 'text',
  inFile: 'only',
}))
