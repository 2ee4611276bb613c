import type { Check, CheckName } from './check.ts'
import type { ExportFacts } from './facts.ts'
import type { OpenExport } from './open-export.ts'
import type { Figure } from './totals-figures.ts'
import { isVerified } from './verify.ts'

/** What each check is called. */
export const checkLabels: Readonly<Record<CheckName, string>> = {
  form: 'Form of the file',
  size: 'Size',
  digest: 'SHA-256',
  'rows-digest': 'SHA-256 of the rows',
  anew: 'SHA-256, written anew',
  facts: 'Facts among themselves',
  columns: 'Columns',
  rows: 'Rows',
  repeated: 'Ids that stand twice',
  filter: 'Rows fit the filter',
  totals: 'Control totals',
  completeness: 'Complete or partial',
}

/** What the checks came to, in one sentence. */
export function verdictOf({ completeness }: ExportFacts, checks: readonly Check[]): string {
  const wrong = checks.filter(({ verdict }) => verdict === 'fail').length
  if (isSameWithin(checks)) return 'Not byte for byte as its facts say, but what stands in it is the same'
  if (!isVerified(checks)) return `Not as its facts say: ${wrong} of ${checks.length} checks failed`
  return completeness === 'complete'
    ? 'As its facts say, and complete'
    : 'As its facts say, and PARTIAL: it was not complete then'
}

/** Whether another program has changed the form of the file and nothing else. */
export function isSameWithin(checks: readonly Check[]): boolean {
  const wrong = checks.filter(({ verdict }) => verdict === 'fail').map(({ name }) => name)
  const isProved = checks.some(({ name, verdict }) => name === 'anew' && verdict === 'pass')
  return isProved && wrong.every((name) => ofTheForm.has(name))
}

const ofTheForm: ReadonlySet<CheckName> = new Set(['form', 'size', 'digest'])

/** What no check can tell. */
export const caveat =
  'Whoever can change a file can change its facts with it, so that the two agree. Note the SHA-256 of the facts, or of the file, where neither can be reached.'

/** A verification for a terminal: what it is, each check with both figures, and the sentence at the end. */
export function verificationText({ facts, beside }: OpenExport, checks: readonly Check[]): string {
  const { asked, service, begun, ended, application } = facts
  const filter = Object.entries(asked.parameters).map(([name, value]) => `${name}=${value}`)
  const lines = [
    `Export of ${facts.list}: GET ${asked.endpoint}${filter.length > 0 ? `?${filter.join('&')}` : ''}`,
    `of ${service.address}${service.account === null ? '' : `, account ${service.account}`}`,
    `read from ${begun} to ${ended} by ${application.name} ${application.version}`,
    ...facts.remarks.map((remark) => `note: ${remark}`),
    '',
    ...checks.flatMap(checkLines),
    '',
    `${verdictOf(facts, checks)}.`,
    ...(beside ? [`SHA-256 of the facts: ${beside.sha256}`] : []),
    caveat,
  ]
  // What a file says is not trusted to command a terminal.
  return `${lines.map((line) => line.replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '\ufffd')).join('\n')}\n`
}

function checkLines({ name, verdict, expected, found, figures = [] }: Check): readonly string[] {
  const label = `${verdictWords[verdict]}  ${checkLabels[name]}`
  const both = expected === found ? [] : [`      found    ${found}`]
  const wrong = figures.filter((figure) => figure.expected !== figure.found)
  return [
    label,
    `      expected ${expected}`,
    ...both,
    ...wrong.slice(0, mostFigures).map(figureLine),
  ].concat(wrong.length > mostFigures ? [`      and ${wrong.length - mostFigures} more`] : [])
}

const verdictWords: Readonly<Record<Check['verdict'], string>> = {
  pass: 'pass',
  fail: 'FAIL',
  unchecked: '–   ',
}

const mostFigures = 20

function figureLine({ of, what, expected, found }: Figure): string {
  return `      ${of === '' ? 'all' : of}: ${what} ${expected ?? 'none'}, found ${found ?? 'none'}`
}
