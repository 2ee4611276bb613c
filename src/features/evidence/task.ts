/** Makes evidence in a worker. Everything is read anew, one answer after the other. */
import { getJson } from '../../api/request.ts'
import { attestationHeader, attestHeader } from '../../contract/attestation.ts'
import { counted } from '../../contract/count-text.ts'
import { readingHeader, serviceReadPrefix, sessionMarkHeader } from '../../contract/session.ts'
import { instantInName } from '../../files/about-file.ts'
import type { EvidenceRequest } from '../../files/evidence-about.ts'
import { inputTexts } from '../../files/evidence-inputs.ts'
import { chainLink, chainStart, type JournalEntry } from '../../journal/journal.ts'
import type { RunTask } from '../../work/task.ts'
import { evidenceReadme, hexDigest, writeEvidence } from './evidence-zip.ts'
import { type Answers, attestationOf, claimsOf, lastClaims, makeEvidence } from './make.ts'

export const evidenceTask: RunTask<EvidenceRequest> = async (
  { about, inputs, session, challenge, name },
  { signal, retries, onWait, onFailure, onProgress },
) => {
  const answers = recordedAnswers(session, challenge ?? undefined)
  const evidence = await makeEvidence(about, inputs, answers, {
    signal,
    retries,
    onWait,
    onFailure,
    onProgress,
  })
  const { files, reasons, origin, inputs: used } = evidence
  const { entries } = answers
  const content = { about, inputs: used, entries, files }
  const bytes = await writeEvidence(content, evidenceReadme(content, evidence))
  const zip = new Blob([bytes], { type: 'application/zip' })
  const sha256 = await hexDigest(zip)
  const isComplete = reasons.length === 0
  const added = inputTexts(used)
  return {
    tone: isComplete ? 'good' : 'warning',
    title: isComplete ? 'Complete' : 'PARTIAL',
    short: counted(entries.length, 'signed answer'),
    text: [
      `${counted(files.length, 'file')} with ${counted(entries.length, 'signed answer')} of the service.`,
      ...(added.length > 0 ? [`Also in it: ${added.join(', ')}.`] : []),
    ].join(' '),
    reasons,
    remarks: [`SHA-256 of the ZIP file: ${sha256}`],
    file: { name: `${name}_${instantInName(origin.asOf)}${isComplete ? '' : '.PARTIAL'}.zip`, content: zip },
    ended: { outcome: isComplete ? 'complete' : 'partial', rows: null, sha256 },
  }
}

/** Asks the gateway. `entries` grows with each signed answer. */
export function recordedAnswers(
  session: string,
  challenge?: string,
): Answers & { readonly entries: readonly JournalEntry[] } {
  const entries: JournalEntry[] = []
  const last = lastClaims()
  const inTurn = oneAfterTheOther()
  let link = chainStart(challenge)
  return {
    ...last,
    entries,
    answer: (target, signal) =>
      inTurn(async () => {
        let entry: JournalEntry | null = null
        const headers = {
          accept: 'application/json',
          [sessionMarkHeader]: session,
          [readingHeader]: 'requested',
          [attestHeader]: link,
        }
        const keep = ({ status, headers }: Response, body: Uint8Array<ArrayBuffer>) => {
          const attestation = headers.get(attestationHeader)
          if (attestation !== null) entry = { target, status, body, attestation }
        }
        const asked = getJson(serviceReadPrefix + target, target, signal, { headers }, null, keep)
        // An error of the service is an answer too, and signed. One of the gateway is neither.
        await asked.catch(() => {})

        const signed: JournalEntry | null = entry
        if (signed !== null) {
          entries.push(signed)
          link = await chainLink(attestationOf(signed))
          last.hear(signed)
        }
        const body = await asked
        if (signed === null) throw new Error('The gateway did not sign this answer of the service.')
        return { body, receivedAt: claimsOf(signed).at }
      }),
  }
}

function oneAfterTheOther() {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work, work)
    last = done
    return done
  }
}
