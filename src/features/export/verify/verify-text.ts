import type { Check, CheckName, Figure } from './check.ts'
import type { OpenExport } from './open-export.ts'
import { verdictOf } from './verdict.ts'
import type { Verified } from './verify.ts'

/** What each check is called. */
export const checkLabels: Readonly<Record<CheckName, string>> = {
  form: 'File format',
  size: 'Size',
  digest: 'SHA-256 of the file',
  content: 'Contents of each column',
  signature: 'Signature',
  facts: 'Consistency of the facts',
  name: 'File name',
  times: 'When rows were retrieved',
  columns: 'Columns',
  rows: 'Rows',
  repeated: 'Duplicate ids',
  filter: 'Rows match the filter',
  totals: 'Control totals',
  completeness: 'Complete or partial',
}

/** What no check can tell. */
export function caveatOf(checks: readonly Check[]): string {
  if (checks.some(({ name, verdict }) => name === 'signature' && verdict === 'pass'))
    return 'The signature shows in which session these facts were signed and when, and that they have not changed since. It does not show that they were true: the gateway signs a digest and never sees the rows.'
  return 'No known key signed these facts. Anyone who can change the file can change the facts to match, so compare the SHA-256 of the facts with one that you noted earlier.'
}

/** A verification for a terminal: the verdict, what it is, each check with both figures, and the digests. */
export function verificationText(opened: OpenExport, { checks, sha256, factsSha256 }: Verified): string {
  const { facts } = opened
  const { asked, service, begun, ended, application } = facts
  const filter = Object.entries(asked.parameters).map(([name, value]) => `${name}=${value}`)
  const { headline } = verdictOf(facts, checks)
  const lines = [
    headline,
    '',
    `Export of ${facts.list}: GET ${asked.endpoint}${filter.length > 0 ? `?${filter.join('&')}` : ''}`,
    `of ${service.address}${service.account === null ? '' : `, account ${service.account}`}`,
    `read from ${begun} to ${ended} by ${application.name} ${application.version}`,
    ...facts.remarks.map((remark) => `note: ${remark}`),
    '',
    ...checks.flatMap(checkLines),
    '',
    headline,
    `SHA-256 of the file:  ${sha256}`,
    `SHA-256 of the facts: ${factsSha256}`,
    caveatOf(checks),
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
