/** What changed between two books as a report: what should never happen first, then whitelists, and what happens every day in a line. */

import { type PackLabel, signedSentence } from '../../api/pack-source.ts'
import type { WhitelistAsset } from '../../api/records.ts'
import { type Books, updateSentence } from '../../books/books.ts'
import {
  type Changes,
  compareBooks,
  edgeOfBegin,
  type HoldingChange,
  type TransactionChange,
  type TransactionChangeKind,
} from '../../books/compare.ts'
import type { WhitelistChange } from '../../books/compare-whitelists.ts'
import type { Both, FieldChange } from '../../books/pairs.ts'
import { counted, countText } from '../../contract/count-text.ts'
import { dayText } from '../../contract/day.ts'
import { splitDecimal, writeDecimal } from '../../contract/decimal.ts'
import { dateLabel } from '../../records/instant.ts'
import { assetOnNetwork, labelOf, nameOrId, statusLabels, typeLabels } from '../../records/labels.ts'
import { grouped } from '../../ui/decimal-text.ts'
import { changeHref } from '../../url/packs.ts'
import type { PackInPlace } from '../../work/task.ts'
import type { ViewControl } from '../../work/views.ts'
import {
  basisOf,
  fileColumns,
  partyColumns,
  type Report,
  type ReportColumn,
  type ReportRow,
  type ReportTable,
  type ReportTone,
  transactionCells,
} from '../report/logic.ts'
import { changeIds, fieldLabel, type Sides, sidesOf } from './sides.ts'

/** One of the two books that are compared. */
export interface Compared {
  readonly books: Books
  /** Null for books that are not of a pack. */
  readonly about: PackLabel | null
}

/** Books that are compared with an earlier pack: a second pack, or where that is null those that are asked. */
export interface ChangesAsked {
  readonly earlier: PackInPlace
  readonly second: PackInPlace | null
}

declare module '../../work/views.ts' {
  interface BooksViews {
    changes: typeof changesOf
    'change-sides': typeof changeSides
  }
}

export async function changesOf(books: Books, asked: ChangesAsked, control: ViewControl): Promise<Report> {
  const [earlier, later, changes] = await inOrder(books, asked, control)
  return changesReport(earlier, later, changes)
}

/** The record of a line; null where nothing that changed has this name. */
export async function changeSides(
  books: Books,
  { open, ...asked }: ChangesAsked & { readonly open: string },
  control: ViewControl,
): Promise<Sides | null> {
  const [{ books: before }, { books: after }, changes] = await inOrder(books, asked, control)
  return sidesOf(open, changes, { before, after })
}

/** The older ones are the earlier, whichever was chosen first. */
async function inOrder(
  { ended }: Books,
  { earlier, second }: ChangesAsked,
  { find, divide }: ViewControl,
): Promise<readonly [Compared, Compared, Changes]> {
  const pack = find(earlier.books)
  const both: readonly [Compared, Compared] = [
    { books: pack, about: earlier.about },
    second
      ? { books: find(second.books), about: second.about }
      : { books: await divide(ended < pack.ended ? [] : [edgeOfBegin(pack)]), about: null },
  ]
  const [one, other] = both
  const [before, after] = one.books.ended <= other.books.ended ? both : [other, one]
  return [before, after, changesBetween(before.books, after.books)]
}

const compared = new WeakMap<Books, { readonly after: Books; readonly changes: Changes }>()

/** Kept for the record that is opened next. */
function changesBetween(before: Books, after: Books): Changes {
  const known = compared.get(before)
  if (known?.after === after) return known.changes
  const changes = compareBooks(before, after)
  compared.set(before, { after, changes })
  return changes
}

/** The changes from earlier books to later ones. */
export function changesReport(
  earlier: Compared,
  later: Compared,
  changes = compareBooks(earlier.books, later.books),
): Report {
  const [before, after] = [earlier.books, later.books]
  const name = earlier.about?.name ?? 'the books'
  const { transactions, whitelists, vaults, holdings, compared } = changes
  const alarms = transactions.filter(({ kind }) => kind !== 'changed')
  const basis = basisOf(after, ['vaults', 'whitelists', 'transactions'])
  const doubtsBefore = basisOf(before, ['vaults', 'whitelists', 'transactions']).doubts
  const update = updateSentence(before)
  return {
    name: 'changes',
    title: 'Changes',
    headline: headlineOf(changes, before.ended),
    tables: [
      transactionTable('alarms', 'Transactions that should not have changed', alarms),
      holdingTable('unexplained', holdings),
      holdingTable('uncertain', holdings),
      whitelistTable(whitelists),
      transactionTable(
        'open',
        'Open transactions that changed',
        transactions.filter((each) => each.kind === 'changed'),
      ),
      everydayTable(changes),
      vaultTable(vaults),
      holdingTable('explained', holdings),
    ].filter(({ rows }) => rows.length > 0),
    remarks: [
      `Before: ${sourceText(earlier)}`,
      ...(later.about ? [`After: ${sourceText(later)}`] : []),
      `Compared: ${counted(compared.transactions, 'transaction')}, ${counted(compared.whitelists, 'whitelist')}, ${counted(compared.vaults, 'vault')} and ${counted(compared.holdings, 'holding')}.`,
      'Open transactions that moved forward are counted, not listed, even if they gained a hash or a link.',
      'A balance is explained if the transactions completed in between, with their fees, add up to exactly the difference.',
      'Fields that are not in the specification are not compared, and neither is the time of retrieval.',
      ...(update === null ? [] : [`Earlier books: ${update}`]),
    ],
    basis: {
      ...basis,
      doubts: [
        ...new Set([
          ...changes.untold,
          ...basis.doubts,
          ...doubtsBefore.map((doubt) => `Earlier books: ${doubt}`),
        ]),
      ],
    },
    parameters: { earlier_pack: name, earlier_as_of: before.ended },
    link: changeHref(),
  }
}

function sourceText({ books: { service, ended }, about }: Compared): string {
  const signed = about ? ` ${signedSentence(about)}` : ''
  return `${about?.name ?? 'the books'}, read from ${service}, as of ${ended}.${signed}`
}

function headlineOf(changes: Changes, since: string): Report['headline'] {
  const { transactions, whitelists, added, vaults, holdings, forward, renamed, untold } = changes
  const ofKind = (...kinds: TransactionChangeKind[]) =>
    transactions.filter(({ kind, isCertain }) => isCertain && kinds.includes(kind)).length
  const unexplained = holdings.filter(({ verdict }) => verdict === 'unexplained').length
  const alarms = [
    [ofKind('gone'), 'transaction gone', 'transactions gone'],
    [ofKind('final'), 'changed after it was final', 'changed after they were final'],
    [ofKind('backwards'), 'went back in status', 'went back in status'],
    [unexplained, 'balance not explained', 'balances not explained'],
  ] as const
  const everyday = [
    [whitelists.length, 'change to whitelists', 'changes to whitelists'],
    [ofKind('late', 'changed'), 'other change to transactions', 'other changes to transactions'],
    [sumOf(added), 'new transaction', 'new transactions'],
    [vaults.length, 'change to vaults', 'changes to vaults'],
    [holdings.length - unexplained, 'balance changed', 'balances changed'],
  ] as const
  const textOf = (counts: typeof alarms | typeof everyday) =>
    counts.flatMap(([count, one, more]) => (count > 0 ? [counted(count, one, more)] : [])).join(', ')
  const bad = textOf(alarms)
  if (bad) return { text: `Unexpected: ${bad}`, tone: 'bad' }
  const isSure = untold.length === 0 && holdings.every(({ verdict }) => verdict !== 'uncertain')
  const text = textOf(everyday)
  const isMore = transactions.length + sumOf(forward) + sumOf(renamed) > 0
  if (!text && !isMore)
    return {
      text: `${isSure ? 'Nothing changed' : 'No change was found'} since ${instantWords(since)}`,
      tone: isSure ? 'good' : 'warning',
    }
  const tone = !isSure || transactions.length > 0 || whitelists.some(isGrave) ? 'warning' : 'good'
  return {
    text: `Nothing unexpected${isSure ? '' : ' was found'}${text && `. ${text}`}`,
    tone,
  }
}

/** "26 Nov 2026, 11:14 UTC". */
function instantWords(iso: string): string {
  const instant = Date.parse(iso)
  return Number.isNaN(instant)
    ? iso
    : `${dateLabel(instant, 'shortDay')} ${iso.slice(0, 4)}, ${new Date(instant).toISOString().slice(11, 16)} UTC`
}

function sumOf(counts: readonly { readonly count: number }[]): number {
  return counts.reduce((sum, { count }) => sum + count, 0)
}

const kinds: Readonly<Record<TransactionChangeKind, { readonly label: string; readonly tone: ReportTone }>> =
  {
    gone: { label: 'Gone', tone: 'bad' },
    final: { label: 'Changed after it was final', tone: 'bad' },
    backwards: { label: 'Went back in status', tone: 'bad' },
    late: { label: 'New, on a day already read', tone: 'warning' },
    changed: { label: 'Changed', tone: 'warning' },
  }

function transactionTable(name: string, title: string, changes: readonly TransactionChange[]): ReportTable {
  return {
    name,
    title: `${title} (${countText(changes.length)})`,
    columns: [
      { name: 'transaction_id', label: 'Transaction', kind: 'transaction' },
      changeColumn,
      { name: 'recorded_on', label: 'Date', kind: 'day' },
      { name: 'transaction_type', label: 'Type', kind: 'type' },
      { name: 'asset_id', label: 'Asset', kind: 'asset' },
      ...fileColumns('network', 'network_id'),
      { name: 'amount', label: 'Amount', kind: 'balance' },
      ...differencesColumns,
      ...fileColumns('status', 'status'),
      ...partyColumns,
    ],
    rows: changes.map((change): ReportRow => {
      const { kind, id, before, after, fields, isCertain } = change
      const { label, tone } = kinds[kind]
      const record = before ?? after
      return {
        id: changeIds.transaction(id),
        href: changeHref(changeIds.transaction(id)),
        tone: isCertain ? tone : 'warning',
        cells: {
          ...(record && transactionCells(record.transaction)),
          recorded_on: record?.day == null ? null : dayText(record.day),
          change: isCertain ? label : kind === 'gone' ? 'Not found' : label,
          ...differenceCells(fields),
        },
      }
    }),
  }
}

const changeColumn: ReportColumn = { name: 'change', label: 'What', kind: 'verdict' }

/** Amounts are grouped on screen, and plain in files. */
const differencesColumns = (['never', 'only'] as const).map(
  (inFile): ReportColumn => ({
    name: inFile === 'only' ? 'differences' : 'differences_shown',
    label: 'Before and after',
    kind: 'sentence',
    inFile,
  }),
)

function differenceCells(fields: readonly FieldChange[], ...more: readonly string[]) {
  const shown = fields.map(({ field, before, after }) =>
    differenceText({ field, before: withGroups(field, before), after: withGroups(field, after) }),
  )
  return {
    differences: [...fields.map(differenceText), ...more].join('; '),
    differences_shown: [...shown, ...more].join('; '),
  }
}

function differenceText({ field, before, after }: FieldChange): string {
  return `${fieldLabel(field)}: ${before || 'none'}, now ${after || 'none'}`
}

function withGroups(field: string, value: string | null): string | null {
  const parts = field === 'amount' || field === 'fee' ? splitDecimal(value ?? '') : null
  return value && parts ? value.replace(parts.integer, grouped(parts.integer)) : value
}

const holdingTitles: Readonly<Record<HoldingChange['verdict'], string>> = {
  unexplained: 'Balances that transactions do not explain',
  uncertain: 'Balances that other transactions may explain',
  explained: 'Balances that transactions explain',
}

function holdingTable(verdict: HoldingChange['verdict'], holdings: readonly HoldingChange[]): ReportTable {
  const changes = holdings.filter((each) => each.verdict === verdict)
  const figure = (name: string, label: string): ReportColumn => ({ name, label, kind: 'balance' })
  return {
    name: `${verdict}-balances`,
    title: `${holdingTitles[verdict]} (${countText(changes.length)})`,
    columns: [
      { name: 'vault_name', label: 'Vault', kind: 'text' },
      ...fileColumns('vault', 'vault_id'),
      { name: 'asset', label: 'Asset', kind: 'text', inFile: 'never' },
      ...fileColumns('asset', 'asset_id'),
      ...fileColumns('network', 'network_id'),
      figure('before', 'Before'),
      figure('transactions_between', 'Transactions between'),
      figure('after', 'After'),
      ...(verdict === 'explained' ? [] : [figure('unexplained', 'Not explained')]),
    ],
    rows: changes.map(({ key, vault, before, after, moved, unexplained }) => ({
      id: changeIds.holding(key),
      href: changeHref(changeIds.holding(key)),
      cells: {
        ...key,
        asset: assetOnNetwork(`${key.asset_id}`, `${key.network_id}`),
        vault_name: vault?.label ?? key.vault_id,
        before: writeDecimal(before),
        after: writeDecimal(after),
        transactions_between: writeDecimal(moved),
        unexplained: writeDecimal(unexplained),
      },
    })),
  }
}

/** The name of a whitelist that stands for another one now, and an address that a whitelist pays to in place of another. */
function isGrave({ fields, movedFrom, isCertain }: WhitelistChange): boolean {
  return (
    movedFrom.length > 0 || !isCertain || fields.some(({ field }) => field === 'address' || field === 'memo')
  )
}

function whitelistTable(changes: readonly WhitelistChange[]): ReportTable {
  return {
    name: 'whitelists',
    title: `Whitelists (${countText(changes.length)})`,
    columns: [
      { name: 'whitelist_name', label: 'Whitelist', kind: 'text' },
      ...fileColumns('text', 'whitelist_id'),
      changeColumn,
      { name: 'asset_id', label: 'Asset', kind: 'asset' },
      { name: 'network_id', label: 'Network', kind: 'network' },
      { name: 'address', label: 'Address', kind: 'whole-address' },
      ...fileColumns('text', 'memo'),
      ...differencesColumns,
    ],
    rows: changes
      .map((change, index) => whitelistRow(change, changeIds.entry(index)))
      .toSorted((one, other) => Number(other.tone === 'warning') - Number(one.tone === 'warning')),
  }
}

function whitelistRow(change: WhitelistChange, entryId: string): ReportRow {
  const { list, entry, fields, movedFrom, isCertain } = change
  const shown = list.after ?? list.before
  const entryShown: WhitelistAsset | null = entry && (entry.after ?? entry.before)
  const { asset_id = null, network_id = null, address = null, memo = null } = entryShown ?? {}
  const id = entry ? entryId : changeIds.whitelist(list)
  const sources = movedFrom.map((other) => (entry && other.whitelist_name) || other.whitelist_id).join(', ')
  const what = entry ? 'This address was in whitelist' : 'This name belonged to whitelist'
  const moved = sources && `${what} ${sources} before`
  const isSized = shown && !entry && fields.length === 0 && !moved
  const size = isSized ? counted(shown.assets.length, 'address', 'addresses') : ''
  return {
    id,
    href: changeHref(id),
    tone: isGrave(change) ? 'warning' : 'neutral',
    cells: {
      ...{ asset_id, network_id, address, memo },
      whitelist_name: shown?.whitelist_name || shown?.whitelist_id || null,
      whitelist_id: shown?.whitelist_id ?? null,
      change: sideText(entry ?? list, entry ? 'Address' : 'Whitelist', isCertain),
      ...differenceCells(fields, ...[moved, size].filter(Boolean)),
    },
  }
}

function sideText({ before, after }: Both<unknown>, what: string, isCertain: boolean): string {
  if (before === null) return isCertain ? `${what} added` : `${what} not seen before`
  if (after === null) return isCertain ? `${what} removed` : `${what} not found`
  return `${what} changed`
}

function vaultTable(changes: Changes['vaults']): ReportTable {
  return {
    name: 'vaults',
    title: `Vaults (${countText(changes.length)})`,
    columns: [
      { name: 'vault_name', label: 'Vault', kind: 'text' },
      { name: 'vault_id', label: 'Vault id', kind: 'vault' },
      { name: 'vault_type', label: 'Type', kind: 'text' },
      changeColumn,
      ...differencesColumns,
    ],
    rows: changes.map(({ before, after, fields, isCertain }) => {
      const { vault_id = null, vault_name = null, vault_type = null } = after ?? before ?? {}
      return {
        id: changeIds.vault(vault_id),
        href: changeHref(changeIds.vault(vault_id)),
        tone: after === null ? 'warning' : 'neutral',
        cells: {
          ...{ vault_id, vault_name: nameOrId(vault_name, vault_id), vault_type },
          change: sideText({ before, after }, 'Vault', isCertain),
          ...differenceCells(fields),
        },
      }
    }),
  }
}

/** One line for everything of a kind, which opens to the numbers that it is made of. */
function everydayTable({ added, forward, renamed }: Changes): ReportTable {
  const status = (value: string | null) => labelOf(statusLabels, value)?.label ?? value ?? 'none'
  const line = (what: string, parts: readonly (readonly [text: string, count: number])[]): ReportRow[] => {
    const count = parts.reduce((sum, [, each]) => sum + each, 0)
    if (count === 0) return []
    const rows = parts.map(([text, each], index) => ({
      id: String(index),
      cells: { what: text, transactions: String(each) },
    }))
    return [{ id: what, cells: { what, transactions: String(count) }, parts: rows }]
  }
  return {
    name: 'everyday',
    title: 'Every day',
    levels: ['all', 'kind'],
    columns: [
      { name: 'what', label: 'What', kind: 'text' },
      { name: 'transactions', label: 'Transactions', kind: 'count' },
    ],
    rows: [
      ...line(
        'New',
        added.map(({ status: of, type, count }) => [
          `${status(of)}, ${labelOf(typeLabels, type) ?? type ?? 'no type'}`,
          count,
        ]),
      ),
      ...line(
        'Moved forward',
        forward.map(({ before, after, count }) => [`${status(before)}, now ${status(after)}`, count]),
      ),
      ...line(
        'Only renamed',
        renamed.map(({ field, before, after, count }) => [
          differenceText({ field: field ?? '', before, after }),
          count,
        ]),
      ),
    ],
  }
}
