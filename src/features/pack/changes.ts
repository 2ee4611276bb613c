/** The report of what changed between two readings: what should never happen first, routine changes in one line. */

import { type PackLabel, signedSentence } from '../../api/pack-source.ts'
import { type Books, updateSentence } from '../../books/books.ts'
import { type Changes, compareBooks, edgeOfBegin, type TransactionChangeKind } from '../../books/compare.ts'
import { counted } from '../../contract/count-text.ts'
import type { Report } from '../../contract/report.ts'
import { dateLabel } from '../../records/instant.ts'
import { changeHref } from '../../url/packs.ts'
import type { PackInPlace } from '../../work/task.ts'
import type { ViewControl } from '../../work/views.ts'
import { basisOf } from '../report/report.ts'
import { changeTables, isGrave } from './change-tables.ts'

interface Compared {
  readonly books: Books
  /** Null for the current books. */
  readonly about: PackLabel | null
}

/** Compares a pack with a second one, or with the current books. */
export interface ChangesAsked {
  readonly earlier: PackInPlace
  readonly second: PackInPlace | null
}

declare module '../../work/views.ts' {
  interface BooksViews {
    changes: typeof changesOf
  }
}

/** The older books are the earlier, whichever were chosen first. */
export async function changesOf(
  books: Books,
  { earlier, second }: ChangesAsked,
  { find, divide }: ViewControl,
): Promise<Report> {
  const pack = find(earlier.books)
  const both: readonly [Compared, Compared] = [
    { books: pack, about: earlier.about },
    second
      ? { books: find(second.books), about: second.about }
      : { books: await divide(books.ended < pack.ended ? [] : [edgeOfBegin(pack)]), about: null },
  ]
  const [one, other] = both
  return one.books.ended <= other.books.ended ? changesReport(one, other) : changesReport(other, one)
}

export function changesReport(earlier: Compared, later: Compared): Report {
  const [before, after] = [earlier.books, later.books]
  const changes = compareBooks(before, after)
  const { compared } = changes
  const basis = basisOf(after, ['vaults', 'whitelists', 'transactions'])
  const doubtsBefore = basisOf(before, ['vaults', 'whitelists', 'transactions']).doubts
  const update = updateSentence(before)
  return {
    name: 'changes',
    title: 'Changes',
    headline: headlineOf(changes, before.ended),
    tables: changeTables(changes, { before, after }),
    remarks: [
      `Before: ${sourceText(earlier)}`,
      ...(later.about ? [`After: ${sourceText(later)}`] : []),
      `Compared: ${counted(compared.transactions, 'transaction')}, ${counted(compared.whitelists, 'whitelist')}, ${counted(compared.vaults, 'vault')} and ${counted(compared.holdings, 'holding')}.`,
      'Open transactions that moved forward are counted, not listed, even if they gained a hash or a link.',
      'A balance is explained if the transactions completed in between, with their fees, add up to exactly the difference.',
      'Fields that are not in the specification are not compared, and neither is the time of retrieval.',
      ...(update === null ? [] : [`Before: ${update}`]),
    ],
    basis: {
      ...basis,
      doubts: [
        ...new Set([...changes.untold, ...basis.doubts, ...doubtsBefore.map((doubt) => `Before: ${doubt}`)]),
      ],
    },
    parameters: { earlier_pack: earlier.about?.name ?? 'the current records', earlier_as_of: before.ended },
    link: changeHref(),
  }
}

function sourceText({ books: { service, ended }, about }: Compared): string {
  const signed = about ? ` ${signedSentence(about)}` : ''
  return `${about?.name ?? 'The current records'}, read from ${service}, as of ${ended}.${signed}`
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
