/** What is said of an audit pack that was checked. */
import { counted, countText } from '../../../contract/count-text.ts'
import type { PackManifest } from '../pack.ts'
import { headlineWords } from './check-words.ts'
import { minuteText } from './times.ts'
import { type Outcome, signatureState } from './verdict.ts'
import type { Checked } from './verify.ts'

/** Why a ZIP is no pack, or is not as it was written. */
export const packFaults = {
  notOurs:
    'This is not an audit pack as this console writes it: it is another ZIP, was cut off, or was packed again by another program. If you have its files, check each of them together with its facts.',
  tooMany: (most: number) => `This ZIP has more than ${countText(most)} files. No audit pack has.`,
  path: (path: string) => `This ZIP has a file “${path}”. No audit pack has a file of that name.`,
  twice: (name: string) => `This ZIP has the file ${name} twice.`,
  noManifest: 'This ZIP is not an audit pack: it has no manifest that this console can read.',
  largeManifest: 'The manifest is far larger than any manifest of an audit pack.',
  largeText: (name: string) => `${name} is far larger than in any audit pack.`,
  manifest: (headline: string) => `The manifest does not match its facts: ${headline}.`,
  contradiction: 'The manifest and its facts contradict each other.',
  extra: (name: string) => `${name} is in the ZIP, but not in the manifest.`,
  otherName: (name: string) => `With this manifest the pack would be named ${name}.`,
  missing: 'It is in the manifest, but not in the ZIP.',
  changed: 'It is not the file that the manifest lists.',
  otherService: 'It is of another service or account than the pack.',
  otherCompleteness: 'The manifest says otherwise whether it is complete.',
} as const

const outcomes: Readonly<Record<Outcome, string>> = {
  complete: 'complete',
  incomplete: 'as it was made, but not proved complete',
  resaved: 'does not match its manifest',
  wrong: 'does not match its manifest',
}

export const packHeadlines = {
  of: (
    { period: { first_day, last_day } }: PackManifest,
    outcome: Outcome,
    files: number,
    wrong: number,
    manifest: Checked,
  ) =>
    [
      'audit pack',
      first_day === last_day ? first_day : `${first_day} to ${last_day}`,
      `made on ${minuteText(manifest.opened.facts.ended)} UTC`,
      wrong === 0
        ? counted(files, 'file')
        : `${countText(wrong)} of ${counted(files, 'file')} wrong or missing`,
      outcomes[outcome],
      signed(outcome, manifest),
    ].join(' · '),
} as const

/** Who vouches for the manifest, and so for what it lists. */
function signed(outcome: Outcome, { opened: { facts }, checks }: Checked): string {
  const isSigned = checks.some(({ name, verdict }) => name === 'signature' && verdict === 'pass')
  return isSigned && outcome === 'wrong' ? headlineWords.changedSince : signatureState(facts, checks)
}

/** The command’s own words for packs. */
export const packCommandWords = {
  read: (begun: string, ended: string) => `read from ${begun} to ${ended}`,
  result: (part: string, result: string) => `says: ${part}: ${result}`,
  missing: (part: string, why: string) => `says: Missing: ${part}. ${why}`,
  marks: { pass: 'pass', part: 'part', fail: 'FAIL' },
  digest: (digest: string) => `SHA-256 of the pack:  ${digest}`,
  says: 'Lines that begin with “says” are what the pack says of itself. The checks show that it has not changed since, not that it was true.',
} as const
