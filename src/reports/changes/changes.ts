/** What changed between two packs, or between a pack and the present: what should never happen first, routine changes in one line. */
import { counted } from '../../contract/count-text.ts'
import type { Report } from '../../contract/report.ts'
import { dateLabel } from '../../records/instant.ts'
import { changeHref } from '../../url/packs.ts'
import { reportEntry } from '../entry.ts'
import type { BasisList, ReportRecords } from '../report-records.ts'
import { changeTables, isGrave } from './change-tables.ts'
import { type Changes, compareRecords, type TransactionChangeKind } from './compare.ts'

interface ChangesQuery {
  /** The id of an open pack, or `present`. */
  readonly with: string
}

const lists: readonly BasisList[] = ['vaults', 'whitelists', 'transactions']

export const changesEntry = reportEntry<ChangesQuery>({
  name: 'changes',
  path: '/packs',
  lists,
  parse(parameters) {
    const other = parameters.get('with')
    return other ? { with: other } : { refusal: nothingChosen }
  },
  edges: () => [],
  comparedWith: (query) => query.with,
  async make(records, query) {
    const { other } = records
    if (other === null) return { refusal: nothingChosen }
    const [before, after] = records.asOf < other.asOf ? [records, other] : [other, records]
    return await changesReport(before, after, query)
  },
})

const nothingChosen = { title: 'Nothing to compare', text: 'Choose a pack to compare with.' }

async function changesReport(
  before: ReportRecords,
  after: ReportRecords,
  query: ChangesQuery,
): Promise<Report> {
  const changes = await compareRecords(before, after)
  const { compared } = changes
  const [basis, { doubts: doubtsBefore, update }] = [await after.basis(lists), await before.basis(lists)]
  const vaults = { before: await before.vaults(), after: await after.vaults() }
  return {
    name: 'changes',
    title: 'Changes',
    headline: headlineOf(changes, before.asOf),
    tables: changeTables(changes, vaults).map((table) => ({
      ...table,
      rows: table.isLinked
        ? table.rows.map((row) => ({ ...row, href: changeHref(query.with, row.id) }))
        : table.rows,
    })),
    remarks: [
      `Before: ${sourceText(before)}`,
      `After: ${sourceText(after)}`,
      `Compared: ${counted(compared.transactions, 'transaction')}, ${counted(compared.whitelists, 'whitelist')}, ${counted(compared.vaults, 'vault')} and ${counted(compared.holdings, 'holding')}.`,
      'Open transactions that moved forward are counted, not listed, even if they gained a hash or a link.',
      'A balance is explained if the transactions completed in between, with their fees, add up to exactly the difference.',
      'Fields that are not in the specification are not compared, and neither is the time of retrieval.',
      ...(update === undefined ? [] : [`Before: ${update}`]),
    ],
    basis: {
      ...basis,
      doubts: [
        ...new Set([...changes.untold, ...basis.doubts, ...doubtsBefore.map((doubt) => `Before: ${doubt}`)]),
      ],
    },
    parameters: { earlier: nameOf(before), earlier_as_of: before.asOf, later: nameOf(after) },
    link: changeHref(query.with),
  }
}

function nameOf({ state: { pack } }: ReportRecords): string {
  return pack?.name ?? 'the present records'
}

function sourceText(records: ReportRecords): string {
  const { pack } = records.state
  const source = `read from ${records.owner.service}, as of ${records.asOf}.`
  return pack === null
    ? `the present records, ${source}`
    : `${pack.name}, ${source} The pack was made on ${pack.made_at} and signed by the key ${pack.key}.`
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
