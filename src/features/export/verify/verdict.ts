/** What the checks of an export came to: one headline, and how the command ends. */
import { type ExportFacts, proofWords } from '../facts.ts'
import type { Check, CheckName } from './check.ts'
import { checkWords, signatureWords, headlineWords as words } from './check-words.ts'
import { isBeforeItsEnd, minuteText, periodWords, spanText } from './times.ts'

/**
 * `complete`: as written, and complete; `incomplete`: as written, and not proved complete; `resaved`: the same rows in another form;
 * `wrong`: anything else.
 */
export type Outcome = 'complete' | 'incomplete' | 'resaved' | 'wrong'

export interface Verdict {
  readonly outcome: Outcome
  /** "complete", "PARTIAL", "changed: amount". */
  readonly state: string
  /** What it is of, its state, and who vouches for it, in one line. */
  readonly headline: string
}

/** The verdict on an export by its facts and checks. */
export function verdictOf(facts: ExportFacts, checks: readonly Check[]): Verdict {
  const { outcome, state } = stateOf(facts, checks)
  return { outcome, state, headline: [...subjectOf(facts), state, signatureState(facts, checks)].join(' · ') }
}

/** The list, its filter, its period, and when it was read: all that a relabelled file is relabelled in. */
function subjectOf(facts: ExportFacts): readonly string[] {
  const { list, asked, begun, ended } = facts
  const type = /^\/balances\/(\w+)$/.exec(asked.endpoint)?.[1]
  const filter = Object.entries(asked.parameters).filter(([name]) => !dates.has(name))
  const period = periodWords(facts)
  return [
    quoted(type ? `${list} ${type}` : list),
    filter.length === 0
      ? words.noFilter
      : filter.map(([name, value]) => words.term(name, quoted(value))).join(', '),
    ...(period === null ? [] : [period]),
    words.readOn(spanText(begun, ended)),
  ]
}

const dates: ReadonlySet<string> = new Set(['start_date', 'end_date'])

/** A value may be made to look like the rest of the headline. */
function quoted(value: string): string {
  return /^[\w.:+@/-]+( \w+)?$/.test(value) ? value : `“${value}”`
}

function stateOf(facts: ExportFacts, checks: readonly Check[]): Omit<Verdict, 'headline'> {
  const wrong = checks.filter(({ verdict }) => verdict === 'fail').map(({ name }) => name)
  const hasOnly = (names: ReadonlySet<CheckName>) => wrong.every((name) => names.has(name))
  const isSame = checks.some(({ name, verdict }) => name === 'content' && verdict === 'pass')
  if (wrong.length > 0 && isSame && hasOnly(ofForm)) return { outcome: 'resaved', state: words.resaved }
  if (wrong.length > 0 && hasOnly(ofContent)) return { outcome: 'wrong', state: changeOf(checks) }
  if (wrong.length > 0)
    return {
      outcome: 'wrong',
      state: words.failed(wrong.length, checks.length),
    }
  const proof = facts.proof ? `${proofWords(facts.proof)}, ` : ''
  if (facts.completeness !== 'complete')
    return { outcome: 'incomplete', state: `${proof}${words.completeness[facts.completeness]}` }
  if (isBeforeItsEnd(facts)) return { outcome: 'incomplete', state: `${proof}${words.beforeItsEnd}` }
  return { outcome: 'complete', state: `${proof}${words.completeness.complete}` }
}

const ofForm: ReadonlySet<CheckName> = new Set(['form', 'size', 'digest'])
/** What is wrong where somebody changed rows and nothing else. */
const ofContent: ReadonlySet<CheckName> = new Set([
  ...ofForm,
  'content',
  'columns',
  'rows',
  'repeated',
  'totals',
])

/** What was changed, as nearly as digests of columns and totals tell. */
function changeOf(checks: readonly Check[]): string {
  const of = (name: CheckName) => checks.find((check) => check.name === name && check.verdict === 'fail')
  const rows = of('rows')
  if (rows) return words.changedRows(rows.found, rows.expected)
  const amounts = (of('totals')?.figures ?? []).filter(({ expected, found }) => expected !== found)
  const sums = amounts.filter(({ what }) => what !== checkWords.rowsFigure)
  const [first] = sums
  if (first) return words.changedSum(first, sums.length - 1)
  return of('content')?.found ?? words.changed
}

/** Who vouches for the facts. */
export function signatureState({ signature }: ExportFacts, checks: readonly Check[]): string {
  if ('unsigned' in signature) return words.unsigned
  const check = checks.find(({ name }) => name === 'signature')
  const isChanged = checks.some(({ name, verdict }) => name === 'content' && verdict === 'fail')
  if (check?.verdict === 'pass' && !isChanged) return words.signedOn(minuteText(signature.signed_at))
  if (check?.verdict === 'fail') return words.badSignature
  if (isChanged) return words.changedSince
  return check?.found === signatureWords.unknownKey ? words.unknownKey : words.signatureUnchecked
}
