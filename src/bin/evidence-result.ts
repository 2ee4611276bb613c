/** What the command that verifies says of evidence: two lines, genuine and complete, and what was expected. */
import type { PublicKey } from '../contract/attestation.ts'
import { counted } from '../contract/count-text.ts'
import { checkEvidence, type EvidenceVerdict } from '../features/evidence/logic.ts'
import { inputTexts } from '../files/evidence-inputs.ts'

/** As the arguments have it; nothing is compared where one is absent. */
interface Expected {
  readonly service?: string | undefined
  readonly account?: string | undefined
  readonly challenge?: string | undefined
  readonly 'as-of-after'?: string | undefined
}

/** The exit code is 0 for genuine and complete, 2 for genuine alone, 1 for anything else. */
export async function evidenceResult(
  zip: Blob,
  keys: readonly PublicKey[],
  { 'as-of-after': asOfAfter, ...expected }: Expected,
  signal: AbortSignal,
): Promise<{ readonly lines: readonly string[]; readonly exitCode: number }> {
  const { verdict } = await checkEvidence(zip, keys, { ...expected, asOfAfter }, signal)
  const { faults, unexpected, missing } = verdict
  const isGenuine = faults.length === 0
  const isComplete = isGenuine && missing.length === 0
  const given = { ...expected, 'as of after': asOfAfter }
  return {
    lines: [
      ...(unexpected.length > 0 ? [`Not what you expect. ${unexpected.join(' ')}`] : []),
      isGenuine
        ? `Genuine: yes. Every answer was signed by a key that you gave, and every file follows from them.`
        : `Genuine: no. ${faults.join(' ')}`,
      isComplete
        ? 'Complete: yes. It holds everything that this key was shown.'
        : isGenuine
          ? `Complete: not proved. ${missing.join(' ')}`
          : 'Complete: not judged.',
      '',
      ...stated(verdict),
      ...(['service', 'account', 'challenge', 'as of after'] as const).map((name) =>
        given[name] === undefined ? `Expected ${name}: not compared` : `Expected ${name}: ${given[name]}`,
      ),
      `SHA-256: ${verdict.sha256}`,
    ],
    exitCode: !isGenuine || unexpected.length > 0 ? 1 : isComplete ? 0 : 2,
  }
}

function stated({ statement, about, inputs, answers }: EvidenceVerdict): readonly string[] {
  const added = inputTexts(inputs)
  return [
    ...(about ? [`Shows: ${about.link}`] : []),
    ...(added.length > 0 ? [`Added by its maker, and the maker’s word: ${added.join(', ')}`] : []),
    counted(answers, 'signed answer'),
    ...(statement
      ? [
          `As of: ${statement.asOf}, read to ${statement.until}`,
          `Service: ${statement.service}`,
          `Account: ${statement.account ?? 'none was named'}${statement.isAccountTyped ? ' (typed by its reader: the service may ignore it)' : ''}`,
          `Reader: ${statement.reader}`,
          `Keys: ${statement.keyIds.join(', ')}`,
          `Begins with: ${statement.challenge}`,
        ]
      : []),
  ]
}
