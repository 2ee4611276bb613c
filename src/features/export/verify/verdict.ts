/** What the checks of an export came to: one headline, and how the command ends. */
import { counted } from '../../../contract/count-text.ts'
import type { ExportFacts } from '../facts.ts'
import type { Check, CheckName } from './check.ts'
import { unknownKey } from './check-signature.ts'
import { isBeforeItsEnd, minuteText, periodWords, spanText } from './times.ts'

/** `whole`: as written and complete; `part`: as written, without everything; `resaved`: the same rows in another form; `wrong`: anything else. */
export type Outcome = 'whole' | 'part' | 'resaved' | 'wrong'

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
      ? 'no filter'
      : filter.map(([name, value]) => `${name.replaceAll('_', ' ')} ${quoted(value)}`).join(', '),
    ...(period === null ? [] : [period]),
    `read on ${spanText(begun, ended)}`,
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
  if (wrong.length > 0 && isSame && hasOnly(ofForm))
    return { outcome: 'resaved', state: 'the same rows, saved by another program' }
  if (wrong.length > 0 && hasOnly(ofContent)) return { outcome: 'wrong', state: changeOf(checks) }
  if (wrong.length > 0)
    return {
      outcome: 'wrong',
      state: `not as its facts say: ${wrong.length} of ${counted(checks.length, 'check')} failed`,
    }
  if (facts.completeness !== 'complete') return { outcome: 'part', state: parts[facts.completeness] }
  if (isBeforeItsEnd(facts))
    return { outcome: 'part', state: 'complete so far: it was read before the period ended' }
  return { outcome: 'whole', state: 'complete' }
}

const parts = { 'read-once': 'read once, which does not prove it complete', partial: 'PARTIAL' } as const

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
  if (rows) return `changed: ${rows.found} of ${rows.expected} rows`
  const amounts = (of('totals')?.figures ?? []).filter(({ expected, found }) => expected !== found)
  const sums = amounts.filter(({ what }) => what !== 'rows')
  const [first] = sums
  if (first) {
    const more = sums.length > 1 ? `, and ${sums.length - 1} more` : ''
    return `changed: ${first.what} of ${first.of || 'all rows'} adds up to ${first.found ?? 'nothing'} in place of ${first.expected ?? 'nothing'}${more}`
  }
  return of('content')?.found ?? 'changed'
}

/** Who vouches for the facts. */
function signatureState({ signature }: ExportFacts, checks: readonly Check[]): string {
  if ('unsigned' in signature) return 'not signed: nobody vouches for its facts'
  const check = checks.find(({ name }) => name === 'signature')
  const isChanged = checks.some(({ name, verdict }) => name === 'content' && verdict === 'fail')
  if (check?.verdict === 'pass' && !isChanged) return `signed on ${minuteText(signature.signed_at)} UTC`
  if (isChanged || check?.verdict === 'fail') return 'signed, and changed since'
  return check?.found === unknownKey ? 'signed by a key that is not known' : 'signed, but not checked'
}
