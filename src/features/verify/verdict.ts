/** What checking an export came to, for the page and the command alike. */
import { type ExportFacts, proofWords } from '../../files/facts.ts'
import { factsDigest } from '../../files/facts-digest.ts'
import { type Comparison, type ComparisonName, comparisonsOf, isDifferent } from './comparisons.ts'
import { type Contents, type ReadOptions, readContents } from './contents.ts'
import { openExport } from './export-file.ts'
import type { NamedFile } from './file-pairs.ts'
import { type TrustedKeys, type Voucher, voucherOf } from './signature.ts'
import { isBeforeItsEnd, subjectOf } from './subject.ts'
import { comparisonWords, type Figure, type Outcome, headlineWords as words } from './words.ts'

/** What is said of an export and of an audit pack. */
export interface Verdict {
  readonly name: string
  readonly outcome: Outcome
  /** All that is true, in one line: what it is of, what became of it, whether it is complete, and who vouches for it. */
  readonly headline: string
  readonly voucher: Voucher
  /** SHA-256 of the whole file. */
  readonly sha256: string
  /** See `factsDigest`. */
  readonly factsSha256: string
}

/** The verdict on one export. */
export interface ExportVerdict extends Verdict {
  readonly kind: 'export'
  /** What became of it, and whether it is complete. */
  readonly state: string
  readonly facts: ExportFacts
  readonly comparisons: readonly Comparison[]
  readonly figures: readonly Figure[]
}

/** What checking takes beside the files. */
export interface CheckOptions extends ReadOptions {
  readonly keys: TrustedKeys
}

/** Holds an export against the facts within it, or beside it. Throws as `openExport` does. */
export async function checkExport(
  given: NamedFile,
  beside: Blob | null,
  { keys, ...options }: CheckOptions,
): Promise<ExportVerdict> {
  const file = await openExport(given, beside)
  const { facts, name } = file
  const contents = await readContents(file, options)
  const voucher = await voucherOf(facts, keys)
  const { comparisons, figures } = comparisonsOf(file, contents, voucher)
  const outcome = outcomeOf(facts, contents, comparisons)
  const isChanged =
    outcome === 'wrong' && comparisons.some((each) => each.agrees === false && each.name !== 'name')
  const states = [...changesOf(outcome, contents, comparisons, figures), ...completenessOf(facts, outcome)]
  return {
    kind: 'export',
    name,
    outcome,
    state: states.join(' · ') || words.wrongSignature,
    headline: [...subjectOf(facts), ...states, voucherText(voucher, isChanged)].join(' · '),
    voucher,
    facts,
    comparisons,
    figures,
    sha256: contents.sha256,
    factsSha256: factsDigest(facts),
  }
}

function outcomeOf(facts: ExportFacts, { fault }: Contents, comparisons: readonly Comparison[]): Outcome {
  const wrong = comparisons.filter(({ agrees }) => agrees === false)
  if (wrong.length === 0)
    return facts.completeness === 'complete' && !isBeforeItsEnd(facts) ? 'complete' : 'incomplete'
  const isForm = wrong.every(({ name }) => name === 'digest' || name === 'form')
  return isForm && fault === null ? 'resaved' : 'wrong'
}

/** What was changed, as nearly as digests of columns and totals tell. */
function changesOf(
  outcome: Outcome,
  { fault }: Contents,
  comparisons: readonly Comparison[],
  figures: readonly Figure[],
): readonly string[] {
  if (outcome === 'resaved') return [words.resaved]
  const wrong = (name: ComparisonName) =>
    comparisons.find((each) => each.name === name && each.agrees === false)
  const named = wrong('name') ? [words.otherName] : []
  if (fault !== null) return [words.unreadable, ...named]
  const [rows, cells] = [wrong('rows'), wrong('contents')]
  if (rows) return [words.changedRows(rows.found, rows.stated), ...named]
  const [figure, ...others] = figures.filter(
    (each) => isDifferent(each) && each.what !== comparisonWords.rowsFigure,
  )
  if (figure) return [words.changedSum(figure, others.length), ...named]
  if (cells || wrong('totals')) return [cells?.found ?? words.changed, ...named]
  return [...(wrong('columns') ? [words.changedColumns] : []), ...named]
}

/** A file that was changed is not called complete, whatever it was. */
function completenessOf(facts: ExportFacts, outcome: Outcome): readonly string[] {
  const proof = facts.proof ? `${proofWords(facts.proof)}, ` : ''
  if (facts.completeness !== 'complete') return [`${proof}${words.completeness[facts.completeness]}`]
  if (isBeforeItsEnd(facts)) return [`${proof}${words.beforeItsEnd}`]
  return outcome === 'wrong' ? [] : [`${proof}${words.completeness.complete}`]
}

/** Who vouches for the facts, where what they are of may have changed since. */
export function voucherText({ state, headline }: Voucher, isChanged: boolean): string {
  return state === 'known' && isChanged ? words.changedSince : headline
}
