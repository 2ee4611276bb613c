/** A verdict as the command prints it. */
import { type Comparison, isDifferent } from './comparisons.ts'
import type { PackPart, PackVerdict } from './pack-verdict.ts'
import type { ExportVerdict } from './verdict.ts'
import {
  caveatOf,
  comparisonWords,
  type Figure,
  packWords,
  serviceText,
  commandWords as words,
} from './words.ts'

/** What the export is of, what the facts say beside what was found, and the digests. */
export function exportText(verdict: ExportVerdict): string {
  const { facts, headline, comparisons, figures, sha256, factsSha256, voucher } = verdict
  return safeText([
    headline,
    '',
    words.export(facts),
    words.from(serviceText(facts.service)),
    words.read(facts.begun, facts.ended, facts.application),
    ...facts.reasons.map(words.reason),
    ...facts.remarks.map(words.note),
    '',
    ...comparisons.flatMap(comparisonLines),
    ...figureLines(figures),
    '',
    headline,
    words.fileDigest(sha256),
    words.factsDigest(factsSha256),
    caveatOf(voucher.state === 'known'),
  ])
}

/** What the pack says of itself, and each file with what is wrong with it. */
export function packText(verdict: PackVerdict): string {
  const { headline, manifest, faults, parts, voucher, sha256, factsSha256 } = verdict
  const { service, account, begun, ended } = manifest
  return safeText([
    headline,
    '',
    words.from(serviceText({ address: service, account })),
    words.packRead(begun, ended),
    ...packWords.statements(manifest).map(words.says),
    '',
    ...faults.map((fault) => `${words.marks.false}  ${fault}`),
    ...parts.flatMap(partLines),
    '',
    headline,
    words.packDigest(sha256),
    words.factsDigest(factsSha256),
    words.packCaveat,
    caveatOf(voucher.state === 'known'),
  ])
}

/** Lines for a terminal. What a file says is not trusted to command it. */
function safeText(lines: readonly string[]): string {
  return `${lines.map((line) => line.replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '\ufffd')).join('\n')}\n`
}

function comparisonLines({ name, stated, found, agrees }: Comparison): readonly string[] {
  return [
    `${words.marks[`${agrees}`]}  ${comparisonWords.labels[name]}`,
    `      ${words.stated(stated)}`,
    ...(stated === found ? [] : [`      ${words.found(found)}`]),
  ]
}

function figureLines(figures: readonly Figure[]): readonly string[] {
  const wrong = figures.filter(isDifferent)
  const more = wrong.length - mostFigures
  return [
    ...wrong.slice(0, mostFigures).map((figure) => `      ${words.figure(figure)}`),
    ...(more > 0 ? [`      ${words.more(more)}`] : []),
  ]
}

const mostFigures = 20

function partLines({ name, faults, verdict }: PackPart): readonly string[] {
  if (faults.length > 0) return [`${words.marks.false}  ${name}`, ...faults.map((fault) => `      ${fault}`)]
  const isWhole = verdict === null || verdict.outcome === 'complete'
  return [isWhole ? `${words.marks.true}  ${name}` : `${words.part}  ${name}: ${verdict.state}`]
}
