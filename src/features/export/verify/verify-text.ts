import type { Check } from './check.ts'
import type { CheckedPack, CheckedPart } from './check-pack.ts'
import { commandWords as words } from './check-words.ts'
import { packCommandWords as packWords } from './pack-words.ts'
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
function safeText(lines: readonly string[]): string {
  return `${lines.map((line) => line.replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '\ufffd')).join('\n')}\n`
}

/** A check for a terminal: its verdict, and what was expected and found. */
function checkLines({ name, verdict, expected, found, figures = [] }: Check): readonly string[] {
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

/** The verification of a pack for a terminal: the verdict, what the pack says of itself, and each file with what is wrong with it. */
export function packText({ headline, contents, faults, manifest, parts, sha256 }: CheckedPack): string {
  const { service, account, begun, ended, results, missing } = contents
  const signature = manifest.checks.filter(({ name }) => name === 'signature')
  return safeText([
    headline,
    '',
    words.from(serviceAndAccount({ address: service, account })),
    packWords.read(begun, ended),
    ...results.map(({ part, result }) => packWords.result(part, result)),
    ...missing.map(({ part, why }) => packWords.missing(part, why)),
    '',
    ...faults.map((fault) => `${packWords.marks.fail}  ${fault}`),
    ...parts.flatMap(partLines),
    ...signature.flatMap(checkLines),
    '',
    headline,
    packWords.digest(sha256),
    words.factsDigest(manifest.factsSha256),
    packWords.says,
    caveatOf(manifest.checks),
  ])
}

function partLines({ name, faults, checked }: CheckedPart): readonly string[] {
  if (faults.length === 0) {
    const isWhole = checked === null || checked.verdict.outcome === 'complete'
    return [
      `${isWhole ? packWords.marks.pass : packWords.marks.part}  ${name}${checked && !isWhole ? `: ${checked.verdict.state}` : ''}`,
    ]
  }
  const failed = checked?.checks.filter(({ verdict }) => verdict === 'fail') ?? []
  return [
    `${packWords.marks.fail}  ${name}`,
    ...faults.map((fault) => `      ${fault}`),
    ...failed.flatMap(checkLines).map((line) => `      ${line}`),
  ]
}
