import type { CheckedPack, CheckedPart } from './check-pack.ts'
import { commandWords } from './check-words.ts'
import { packCommandWords as words } from './pack-words.ts'
import { checkLines, safeText } from './verify-text.ts'
import { caveatOf, serviceAndAccount } from './words.ts'

/** The verification of a pack for a terminal: the verdict, what the pack says of itself, and each file with what is wrong with it. */
export function packText({ headline, contents, faults, manifest, parts, sha256 }: CheckedPack): string {
  const { service, account, begun, ended, results, missing } = contents
  const signature = manifest.checks.filter(({ name }) => name === 'signature')
  return safeText([
    headline,
    '',
    words.from(serviceAndAccount({ address: service, account })),
    words.read(begun, ended),
    ...results.map(({ part, result }) => words.result(part, result)),
    ...missing.map(({ part, why }) => words.missing(part, why)),
    '',
    ...faults.map((fault) => `${words.marks.fail}  ${fault}`),
    ...parts.flatMap(partLines),
    ...signature.flatMap(checkLines),
    '',
    headline,
    words.digest(sha256),
    commandWords.factsDigest(manifest.factsSha256),
    words.says,
    caveatOf(manifest.checks),
  ])
}

function partLines({ name, faults, checked }: CheckedPart): readonly string[] {
  if (faults.length === 0) {
    const isWhole = checked === null || checked.verdict.outcome === 'complete'
    return [
      `${isWhole ? words.marks.pass : words.marks.part}  ${name}${checked && !isWhole ? `: ${checked.verdict.state}` : ''}`,
    ]
  }
  const failed = checked?.checks.filter(({ verdict }) => verdict === 'fail') ?? []
  return [
    `${words.marks.fail}  ${name}`,
    ...faults.map((fault) => `      ${fault}`),
    ...failed.flatMap(checkLines).map((line) => `      ${line}`),
  ]
}
