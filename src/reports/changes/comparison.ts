/** What changed between two packs, or between a pack and the present: what should never happen first, routine changes in one line. */
import { counted } from '../../contract/count-text.ts'
import type { Report } from '../../contract/report.ts'
import { comparisonHref } from '../../url/changes.ts'
import type { BasisList, ReportRecords } from '../report-records.ts'
import { changeTables } from './change-tables.ts'
import { type Changes, compareRecords, type TransactionChangeKind } from './compare.ts'
import { countsInWords, dayAndTime } from './headline-words.ts'
import { hasGraveWhitelists } from './whitelist-rows.ts'

const lists: readonly BasisList[] = ['vaults', 'whitelists', 'transactions']

export async function comparisonReport(
  records: ReportRecords,
  other: ReportRecords,
  name: string,
): Promise<Report> {
  const [before, after] = records.asOf < other.asOf ? [records, other] : [other, records]
  const changes = await compareRecords(before, after)
  const { compared } = changes
  const [basis, { doubts: doubtsBefore, update }] = [await after.basis(lists), await before.basis(lists)]
  const vaults = { before: await before.vaults(), after: await after.vaults() }
  const tables = changeTables(changes, vaults)
  return {
    name: 'changes',
    title: 'Changes',
    headline: headlineOf(changes, before.asOf, tables.some(hasGraveWhitelists)),
    tables: tables.map((table) => ({
      ...table,
      rows: table.isLinked
        ? table.rows.map((row) => ({ ...row, href: comparisonHref(name, row.id) }))
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
    link: comparisonHref(name),
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

/** `isGrave`: a change of a whitelist needs a look. */
function headlineOf(changes: Changes, since: string, isGrave: boolean): Report['headline'] {
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
  const bad = countsInWords(alarms)
  if (bad) return { text: `Unexpected: ${bad}`, tone: 'bad' }
  const isSure = untold.length === 0 && holdings.every(({ verdict }) => verdict !== 'uncertain')
  const text = countsInWords(everyday)
  const isMore = transactions.length + sumOf(forward) + sumOf(renamed) > 0
  if (!text && !isMore)
    return {
      text: `${isSure ? 'Nothing changed' : 'No change was found'} since ${dayAndTime(since, null)}`,
      tone: isSure ? 'good' : 'warning',
    }
  const tone = !isSure || transactions.length > 0 || isGrave ? 'warning' : 'good'
  return {
    text: `Nothing unexpected${isSure ? '' : ' was found'}${text && `. ${text}`}`,
    tone,
  }
}

function sumOf(counts: readonly { readonly count: number }[]): number {
  return counts.reduce((sum, { count }) => sum + count, 0)
}
