/** What the facts of an export say beside what was found in it. */
import type { ExportFacts } from '../../files/facts.ts'
import { exportFileName } from '../../files/facts-digest.ts'
import { type ControlTotals, regroup, type TotalsGroup } from '../../files/totals.ts'
import type { Contents } from './contents.ts'
import { type ExportFile, listOf } from './export-file.ts'
import { unnumbered } from './file-pairs.ts'
import type { Voucher } from './signature.ts'
import { type Figure, comparisonWords as words } from './words.ts'

/** What is compared. */
export type ComparisonName = keyof typeof words.labels

/** One thing that facts state, and what was found. */
export interface Comparison {
  readonly name: ComparisonName
  readonly stated: string
  readonly found: string
  /** Null where it could not be compared; `found` says why. */
  readonly agrees: boolean | null
}

/** All comparisons of an export, and the figures of its totals one by one. */
export function comparisonsOf(
  file: ExportFile,
  contents: Contents,
  voucher: Voucher,
): { readonly comparisons: readonly Comparison[]; readonly figures: readonly Figure[] } {
  const { figures, missing } = figuresOf(file, contents)
  return {
    comparisons: [
      ...digest(file, contents),
      ...form(file, contents),
      ...columns(file.facts, contents),
      cells(file.facts, contents),
      rows(file.facts, contents),
      ...totals(figures, missing, contents),
      fileName(file),
      {
        name: 'signature',
        stated: voucher.stated,
        found: voucher.found,
        agrees: voucher.state === 'known' ? true : voucher.state === 'wrong' ? false : null,
      },
    ],
    figures,
  }
}

function digest({ facts }: ExportFile, { sha256 }: Contents): readonly Comparison[] {
  const stated = facts.file.sha256
  if (stated === null) return []
  return [{ name: 'digest', stated, found: sha256, agrees: stated === sha256 }]
}

/** Only of what could not be read, and of a file whose facts state no digest: XLSX holds its own, and no file can state its own digest. */
function form({ facts, format, isOurs }: ExportFile, { fault }: Contents): readonly Comparison[] {
  const stated = words.form(format)
  if (fault !== null) return [{ name: 'form', stated, found: fault, agrees: false }]
  if (facts.file.sha256 !== null) return []
  return [{ name: 'form', stated, found: isOurs() ? stated : words.otherForm, agrees: isOurs() }]
}

function columns({ asked }: ExportFacts, contents: Contents): readonly Comparison[] {
  if (asked.columns === null) return []
  const [stated, found] = [asked.columns.join(', '), contents.columns.join(', ')]
  const isUnread = contents.columns.length === 0
  return [
    {
      name: 'columns',
      stated,
      found: isUnread ? words.unread : found,
      agrees: isUnread ? null : stated === found,
    },
  ]
}

/** What stands in the cells, column by column, however the file was spelt. */
function cells({ content, file }: ExportFacts, { digests, fault }: Contents): Comparison {
  const names = Object.keys(content)
  const stated = file.format === 'json' ? words.everyRecord : words.columns(names.length)
  const compared = { name: 'contents', stated } as const
  if (fault !== null) return { ...compared, found: words.unread, agrees: null }
  const changed = names.filter((column) => digests[column] !== content[column])
  if (changed.length > 0) return { ...compared, found: words.changedIn(changed), agrees: false }
  return { ...compared, found: words.same, agrees: true }
}

function rows({ rows: stated }: ExportFacts, { rows: found, fault }: Contents): Comparison {
  const compared = { name: 'rows', stated: words.count(stated) } as const
  return fault === null
    ? { ...compared, found: words.count(found), agrees: found === stated }
    : { ...compared, found: words.countBefore(found), agrees: found > stated ? false : null }
}

function totals(
  figures: readonly Figure[],
  missing: readonly string[],
  { fault }: Contents,
): readonly Comparison[] {
  if (figures.length + missing.length === 0) return []
  const compared = { name: 'totals', stated: words.figures(figures.length) } as const
  // A part of the rows has other totals, which proves nothing.
  if (fault !== null) return [{ ...compared, found: words.unread, agrees: null }]
  const lacking = missing.length === 0 ? [] : [words.notInFile(missing)]
  if (figures.length === 0) return [{ ...compared, stated: '', found: lacking.join(), agrees: null }]
  const wrong = figures.filter(isDifferent).length
  const found = wrong === 0 ? words.same : words.different(wrong, figures.length)
  return [{ ...compared, found: [found, ...lacking].join('; '), agrees: wrong === 0 }]
}

export function isDifferent({ stated, found }: Figure): boolean {
  return stated !== found
}

/**
 * Whoever renames a file has changed nothing; a name like ours that is another's is a mistake, or worse. It is made anew from the facts: the one
 * that they state is no part of what is signed.
 */
function fileName({ facts, name: found }: ExportFile): Comparison {
  const list = listOf(facts)?.of.name ?? facts.list
  const stated = exportFileName(list, facts)
  const agrees = unnumbered(found) === stated
  return { name: 'name', stated, found, agrees: agrees || (isLikeOurs(found) ? false : null) }
}

/** Whether a file is called as this console calls its files. */
export function isLikeOurs(name: string): boolean {
  return /_\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ/.test(name)
}

/** Sums by asset, and fees by the asset that they are paid in; counts where there are no sums. What the file lacks is told. */
function figuresOf(
  { facts, spelled }: ExportFile,
  { totals: found, fault }: Contents,
): { readonly figures: readonly Figure[]; readonly missing: readonly string[] } {
  const stated = facts.totals
  if (stated.groups.length === 0) return { figures: [], missing: [] }
  const names = stated.sums.length === 0 ? [words.rowsFigure] : stated.sums
  const figures: Figure[] = []
  const missing: string[] = []
  for (const what of names) {
    const sums = stated.sums.length === 0 ? [] : [what]
    const by = groupingOf(what, stated.by)
    const isHeld =
      by.every((name) => found.by.includes(name)) && sums.every((name) => found.sums.includes(name))
    if (isHeld) figures.push(...paired(what, regroup(stated, by, sums, spelled), regroup(found, by, sums)))
    else if (fault === null) missing.push(what)
  }
  return { figures, missing }
}

function groupingOf(what: string, by: readonly string[]): readonly string[] {
  if (!by.includes('asset_id') || !by.includes('network_id')) return by
  return [what === 'fee' && by.includes('fee_asset') ? 'fee_asset' : 'asset_id', 'network_id']
}

/** Figures of two totals that are counted by the same columns. */
function paired(what: string, stated: ControlTotals, found: ControlTotals): readonly Figure[] {
  const groups = new Map<
    string,
    { readonly values: TotalsGroup['values']; stated?: string; found?: string }
  >()
  for (const [side, totals] of [
    ['stated', stated],
    ['found', found],
  ] as const)
    for (const group of totals.groups) {
      const key = JSON.stringify(group.values)
      groups.set(key, { values: group.values, ...groups.get(key), [side]: figureText(group) })
    }
  return [...groups.values()].map((pair) => ({
    of: pair.values.map((value) => value || '–').join(' · '),
    what,
    stated: pair.stated ?? null,
    found: pair.found ?? null,
  }))
}

function figureText({ rows: count, sums: [sum] }: TotalsGroup): string {
  if (!sum) return String(count)
  return sum.unreadable === 0 ? sum.sum : words.sumWithout(sum.sum, sum.unreadable)
}
