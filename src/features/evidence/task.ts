/** Makes evidence in a worker. Everything is read anew, one answer after the other. */
import { counted } from '../../contract/count-text.ts'
import { instantInName } from '../../files/about-file.ts'
import type { EvidenceRequest } from '../../files/evidence-about.ts'
import { inputTexts } from '../../files/evidence-inputs.ts'
import type { RunTask } from '../../work/task.ts'
import { recordedAnswers } from './answers.ts'
import { hexDigest, writeEvidence } from './evidence-zip.ts'
import { makeEvidence } from './make.ts'
import { evidenceReadme } from './readme.ts'

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
