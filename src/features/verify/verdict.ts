/** Compares an export with its facts, for the page and the command. */
import { counted, countText } from '../../contract/count-text.ts'
import { type ExportFacts, isBeforeItsEnd, proofCountText } from '../../files/facts.ts'
import { exportFileName, factsDigest } from '../../files/seal.ts'
import { type ControlTotals, Totals } from '../../files/totals.ts'
import { withHiddenNamed } from '../../records/untrusted-text.ts'
import {
  type Contents,
  type ExportFile,
  formatNames,
  listOf,
  openExport,
  type ReadOptions,
  readContents,
} from './export-file.ts'
import { type NamedFile, unnumbered } from './facts-file.ts'
import { minuteText, type TrustedKeys, type Voucher, voucherOf } from './signature.ts'

/** The first two are as written. */
export type Outcome = 'complete' | 'incomplete' | 'wrong'

export function isAsWritten({ outcome }: { readonly outcome: Outcome }): boolean {
  return outcome !== 'wrong'
}

export interface FileVerdict {
  readonly name: string
  readonly outcome: Outcome
  /** Subject, outcome, completeness and who vouches for it, in one line. */
  readonly headline: string
  readonly voucher: Voucher
  /** Of the export, or of the manifest. */
  readonly facts: ExportFacts
  /** Of the whole file. */
  readonly sha256: string
  /** See `factsDigest`. */
  readonly factsSha256: string
}

export interface ExportVerdict extends FileVerdict {
  readonly kind: 'export'
  /** Outcome and completeness, in words. */
  readonly state: string
  readonly comparisons: readonly Comparison[]
  readonly figures: readonly Figure[]
}

export interface Comparison {
  readonly name: ComparisonName
  readonly stated: string
  readonly found: string
  /** Null if it could not be compared; `found` says why. */
  readonly agrees: boolean | null
}

export const comparisonLabels = {
  digest: 'SHA-256 of the file',
  form: 'File format',
  contents: 'Contents of each column',
  rows: 'Rows',
  totals: 'Control totals',
  name: 'File name',
  signature: 'Signature',
} as const
export type ComparisonName = keyof typeof comparisonLabels

export interface Figure {
  /** The group: "BTC · BTC"; empty if all rows are one. */
  readonly of: string
  /** The column, or "rows". */
  readonly what: string
  /** Null if there is no such group. */
  readonly stated: string | null
  readonly found: string | null
}

export function isDifferent({ stated, found }: Figure): boolean {
  return stated !== found
}

export interface CheckOptions extends ReadOptions {
  readonly keys: TrustedKeys
}

/** Throws as `openExport` does. */
export async function checkExport(
  given: NamedFile,
  beside: Blob | null,
  { keys, ...options }: CheckOptions,
): Promise<ExportVerdict> {
  const file = await openExport(given, beside)
  const { facts, name } = file
  const contents = await readContents(file, options)
  const voucher = await voucherOf(facts, keys)
  const { figures, missing } = figuresOf(file, contents)
  const comparisons = [
    ...compareForm(file, contents),
    compareColumns(facts, contents),
    compareRows(facts, contents),
    ...compareTotals(figures, missing, contents),
    compareName(file),
    {
      name: 'signature',
      stated: voucher.stated,
      found: voucher.found,
      agrees: voucher.state === 'known' ? true : voucher.state === 'wrong' ? false : null,
    } as const,
  ]
  const outcome = outcomeOf(facts, comparisons)
  const isChanged =
    outcome === 'wrong' && comparisons.some((each) => each.agrees === false && each.name !== 'name')
  const states = [...changesOf(contents, comparisons, figures), ...completenessOf(facts, outcome)]
  return {
    kind: 'export',
    name,
    outcome,
    state: states.join(' · ') || voucher.headline,
    headline: [...subjectOf(facts), ...states, voucherText(voucher, isChanged)].join(' · '),
    voucher,
    facts,
    comparisons,
    figures,
    sha256: contents.sha256,
    factsSha256: factsDigest(facts),
  }
}

/** A known signature does not cover later changes. */
export function voucherText({ state, headline }: Voucher, isChanged: boolean): string {
  return state === 'known' && isChanged ? 'signed, and changed since' : headline
}

/** The signature covers the digests of the columns, not that of the file, so the form has to be ours: then the columns make the file. */
function compareForm(
  { facts, format }: ExportFile,
  { sha256, isOurForm, fault }: Contents,
): readonly Comparison[] {
  const { sha256: digest } = facts.file
  const stated = `${formatNames[format]} as this console writes it`
  const other = fault ?? 'Another program saved or changed it.'
  return [
    { name: 'digest', stated: digest, found: sha256, agrees: digest === sha256 },
    { name: 'form', stated, found: isOurForm ? stated : other, agrees: isOurForm },
  ]
}

const unread = 'not compared, because the file could not be read to its end'

/** Compares the cells of each column, whatever the spelling of the file. */
function compareColumns(
  { content, file, asked }: ExportFacts,
  { columns, digests, fault }: Contents,
): Comparison {
  const names = Object.keys(content)
  const stated = file.format === 'json' ? 'every record' : counted(names.length, 'column')
  const compared = (found: string, agrees: boolean | null) =>
    ({ name: 'contents', stated, found, agrees }) as const
  if (fault !== null) return compared(unread, null)
  const changed = names.filter((column) => digests[column] !== content[column])
  if (changed.length > 0) return compared(`changed: ${changed.join(', ')}`, false)
  const isOrdered = asked.columns === null || asked.columns.join() === columns.join()
  return isOrdered
    ? compared('the same', true)
    : compared(`changed: other columns, ${columns.join(', ')}`, false)
}

function compareRows({ rows: stated }: ExportFacts, { rows: found, fault }: Contents): Comparison {
  const compared = { name: 'rows', stated: countText(stated) } as const
  return fault === null
    ? { ...compared, found: countText(found), agrees: found === stated }
    : {
        ...compared,
        found: `${countText(found)} before reading failed`,
        agrees: found > stated ? false : null,
      }
}

function compareTotals(
  figures: readonly Figure[],
  missing: readonly string[],
  { fault }: Contents,
): readonly Comparison[] {
  if (figures.length + missing.length === 0) return []
  const compared = { name: 'totals', stated: counted(figures.length, 'figure') } as const
  // The totals of a part of the rows prove nothing.
  if (fault !== null) return [{ ...compared, found: unread, agrees: null }]
  const lacking = missing.length === 0 ? [] : [`not in the file: ${missing.join(', ')}`]
  if (figures.length === 0) return [{ ...compared, stated: '', found: lacking.join(), agrees: null }]
  const wrong = figures.filter(isDifferent).length
  const found =
    wrong === 0
      ? 'the same'
      : `${countText(wrong)} of ${counted(figures.length, 'figure')} ${wrong === 1 ? 'differs' : 'differ'}`
  return [{ ...compared, found: [found, ...lacking].join('; '), agrees: wrong === 0 }]
}

/**
 * A renamed file is not changed, but one with the name of another export is wrong. The name is made from the facts again, since the
 * signature does not cover the stated one.
 */
function compareName({ facts, name: found }: ExportFile): Comparison {
  const stated = exportFileName(listOf(facts)?.of.name ?? facts.list, facts)
  const agrees = unnumbered(found) === stated
  return { name: 'name', stated, found, agrees: agrees || (isLikeOurs(found) ? false : null) }
}

export function isLikeOurs(name: string): boolean {
  return /_\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ/.test(name)
}

/** Sums by asset, and fees by the asset that pays them; counts if there are no sums. `missing`: what the file lacks. */
function figuresOf(
  { facts, spelled }: ExportFile,
  { totals: found, fault }: Contents,
): { readonly figures: readonly Figure[]; readonly missing: readonly string[] } {
  const stated = facts.totals
  if (stated.groups.length === 0) return { figures: [], missing: [] }
  const isOfAssets = stated.by.includes('asset_id') && stated.by.includes('network_id')
  const figures: Figure[] = []
  const missing: string[] = []
  for (const what of stated.sums.length === 0 ? ['rows'] : stated.sums) {
    const sums = stated.sums.length === 0 ? [] : [what]
    const asset = what === 'fee' && stated.by.includes('fee_asset') ? 'fee_asset' : 'asset_id'
    const by = isOfAssets ? [asset, 'network_id'] : stated.by
    const isHeld = [...by, ...sums].every((name) => [...found.by, ...found.sums].includes(name))
    if (isHeld)
      figures.push(
        ...paired(what, Totals.regrouped(stated, by, sums, spelled), Totals.regrouped(found, by, sums)),
      )
    else if (fault === null) missing.push(what)
  }
  return { figures, missing }
}

function paired(what: string, stated: ControlTotals, found: ControlTotals): readonly Figure[] {
  const keyed = ({ groups }: ControlTotals) =>
    new Map(groups.map((group) => [JSON.stringify(group.values), group]))
  const [ofStated, ofFound] = [keyed(stated), keyed(found)]
  return [...new Map([...ofStated, ...ofFound])].map(([key, { values }]) => ({
    of: values.map((value) => value || '–').join(' · '),
    what,
    stated: figureText(ofStated.get(key)),
    found: figureText(ofFound.get(key)),
  }))
}

function figureText(group: ControlTotals['groups'][number] | undefined): string | null {
  if (!group) return null
  const [sum] = group.sums
  if (!sum) return String(group.rows)
  return sum.unreadable === 0
    ? sum.sum
    : `${sum.sum}, without ${countText(sum.unreadable)} that are not decimal numbers`
}

function outcomeOf(facts: ExportFacts, comparisons: readonly Comparison[]): Outcome {
  if (comparisons.some(({ agrees }) => agrees === false)) return 'wrong'
  return facts.completeness === 'complete' && !isBeforeItsEnd(facts) ? 'complete' : 'incomplete'
}

function changesOf(
  { fault }: Contents,
  comparisons: readonly Comparison[],
  figures: readonly Figure[],
): readonly string[] {
  const wrong = (name: ComparisonName) =>
    comparisons.find((each) => each.name === name && each.agrees === false)
  const named = wrong('name') ? ['named like another export'] : []
  if (fault !== null) return ['not readable to its end', ...named]
  const rows = wrong('rows')
  if (rows) return [`changed: ${rows.found} of ${rows.stated} rows`, ...named]
  const [figure, ...others] = figures.filter((each) => isDifferent(each) && each.what !== 'rows')
  if (figure) {
    const { what, of, found, stated } = figure
    const more = others.length > 0 ? `, and ${countText(others.length)} more` : ''
    return [
      `changed: ${what} of ${of || 'all rows'} adds up to ${found ?? 'nothing'} instead of ${stated ?? 'nothing'}${more}`,
      ...named,
    ]
  }
  const cells = wrong('contents')
  if (cells) return [cells.found, ...named]
  if (wrong('totals')) return ['changed', ...named]
  if (wrong('form')) return ['changed: not in the form that this console writes', ...named]
  return [...(wrong('digest') ? ['changed: another SHA-256'] : []), ...named]
}

/** A changed file is never called complete. */
function completenessOf(facts: ExportFacts, outcome: Outcome): readonly string[] {
  const proof = facts.proof ? `${proofCountText(facts.proof)}, ` : ''
  if (facts.completeness === 'partial') return [`${proof}PARTIAL`]
  if (facts.completeness === 'read-once') return [`${proof}read once: not proved complete`]
  if (isBeforeItsEnd(facts)) return [`${proof}complete so far: read before the period ended`]
  return outcome === 'wrong' ? [] : [`${proof}complete`]
}

/** List, filter, period and time of reading: what a forger would relabel. */
function subjectOf(facts: ExportFacts): readonly string[] {
  const { list, asked, begun, ended, pinned_end_date } = facts
  const { start_date: start, end_date, ...filter } = asked.parameters
  const end = pinned_end_date === null ? end_date : undefined
  const terms = Object.entries(filter).map(([name, value]) => `${name.replaceAll('_', ' ')} ${quoted(value)}`)
  const type = /^\/balances\/(\w+)$/.exec(asked.endpoint)?.[1]
  const [from, to] = [minuteText(begun), minuteText(ended)]
  const until = from.slice(0, 10) === to.slice(0, 10) ? `–${to.slice(11)}` : ` to ${to}`
  return [
    quoted(type ? `${list} ${type}` : list),
    terms.join(', ') || 'no filter',
    ...(list === 'transactions' ? [periodText(start, end)] : []),
    `read on ${from}${from === to ? '' : until} UTC`,
  ]
}

/** "2026-10-01 to 2026-10-31", "from 2026-10-01", "all dates". */
function periodText(start: string | undefined, end: string | undefined): string {
  if (start === undefined) return end === undefined ? 'all dates' : `to ${quoted(end)}`
  if (end === undefined) return `from ${quoted(start)}`
  return start === end ? quoted(start) : `${quoted(start)} to ${quoted(end)}`
}

/** A value may imitate the rest of the headline, or another value. */
function quoted(value: string): string {
  return /^[\w.:+@/-]+( \w+)?$/.test(value) ? value : `“${withHiddenNamed(value)}”`
}
