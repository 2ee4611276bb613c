import type { Check } from './check.ts'
import { commandWords as words } from './check-words.ts'
import type { Checked } from './verify.ts'
import { caveatOf, checkLabels, serviceAndAccount } from './words.ts'

/** A verification for a terminal: the verdict, what it is of, each check with both figures, and the digests. */
export function verificationText({ opened, verdict, checks, sha256, factsSha256 }: Checked): string {
  const { asked, service, begun, ended, application, list, remarks } = opened.facts
  const filter = Object.entries(asked.parameters).map(([name, value]) => `${name}=${value}`)
  const lines = [
    verdict.headline,
    '',
    words.export(list, `${asked.endpoint}${filter.length > 0 ? `?${filter.join('&')}` : ''}`),
    words.from(serviceAndAccount(service)),
    words.read(begun, ended, `${application.name} ${application.version}`),
    ...remarks.map(words.note),
    '',
    ...checks.flatMap(checkLines),
    '',
    verdict.headline,
    words.fileDigest(sha256),
    words.factsDigest(factsSha256),
    caveatOf(checks),
  ]
  return safeText(lines)
}

/** Lines for a terminal. What a file says is not trusted to command it. */
export function safeText(lines: readonly string[]): string {
  return `${lines.map((line) => line.replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '\ufffd')).join('\n')}\n`
}

/** A check for a terminal: its verdict, and what was expected and found. */
export function checkLines({ name, verdict, expected, found, figures = [] }: Check): readonly string[] {
  const wrong = figures.filter((figure) => figure.expected !== figure.found)
  const details = [
    words.expected(expected),
    ...(expected === found ? [] : [words.found(found)]),
    ...wrong.slice(0, mostFigures).map(words.figure),
    ...(wrong.length > mostFigures ? [words.more(wrong.length - mostFigures)] : []),
  ]
  return [`${words.verdicts[verdict]}  ${checkLabels[name]}`, ...details.map((line) => `      ${line}`)]
}

const mostFigures = 20
