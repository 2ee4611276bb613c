/**
 * `npm run bench:evidence`: the audit pack of a month: how large it is, what it takes to make beside the same requests alone, and to check and
 * open; against the service over loopback HTTP, with answers signed here. `BENCH_ROWS` says how many transactions there are.
 */
import { attestationHeader, attestHeader } from '../src/contract/attestation.ts'
import { checkEvidence } from '../src/features/evidence/check.ts'
import { evidenceReadme, writeEvidence } from '../src/features/evidence/evidence-zip.ts'
import { makeEvidence } from '../src/features/evidence/make.ts'
import { recordedAnswers } from '../src/features/evidence/task.ts'
import { type EvidenceAbout, evidenceFormat } from '../src/files/evidence-about.ts'
import { sha256Of } from '../src/journal/journal.ts'
import { newSigner } from '../src/journal/testing/signed-journal.ts'
import { timed, withBenchService } from './harness.ts'
import { print } from './product.ts'

const sizes = (process.env.BENCH_ROWS ?? '25000,100000').split(',').map(Number)
const control = { signal: new AbortController().signal, onProgress: () => {} }
const signer = await newSigner()
const about: EvidenceAbout = {
  ...{ format: evidenceFormat, of: 'pack', link: '/statements?period=2026-09', vaults: null },
  period: { first: '2026-09-01', last: '2026-09-30', name: 'September 2026' },
}
const inputs = {}

for (const rows of sizes)
  await withBenchService(rows, async () => {
    const { fetch } = globalThis
    globalThis.fetch = signing(fetch)
    const made = await timed(async () => {
      const answers = recordedAnswers('bench')
      const evidence = await makeEvidence(about, inputs, answers, control)
      const content = { about, inputs, entries: answers.entries, files: evidence.files }
      const zip = new Blob([await writeEvidence(content, evidenceReadme(content, evidence))])
      return { zip, entries: answers.entries, reasons: evidence.reasons }
    })
    const { zip, entries, reasons } = made.result
    const alone = await timed(async () => {
      const answers = recordedAnswers('bench')
      for (const { target } of entries) await answers.answer(target, control.signal).catch(() => {})
    })
    globalThis.fetch = fetch
    const checked = await timed(() => checkEvidence(zip, [signer.publicKey], {}, control.signal))
    const { verdict, books } = checked.result
    if (verdict.faults.length > 0 || books === null) throw new Error(verdict.faults.join(' '))
    const seconds = (value: number) => `${value.toFixed(1)} s`
    print(
      `${rows} transactions: ${(zip.size / 1e6).toFixed(1)} MB, ${entries.length} answers, ${reasons.length === 0 ? 'complete' : reasons.join(' ')}; ` +
        `made in ${seconds(made.processor - alone.processor)} of processor time beside ${seconds(alone.processor)} for the requests alone; ` +
        `checked and opened in ${seconds(checked.processor)} of processor time (${seconds(checked.seconds)})`,
    )
  })

function signing(ask: typeof fetch): typeof fetch {
  return async (path, init) => {
    const response = await ask(path, init)
    const body = new Uint8Array(await response.arrayBuffer())
    const headers = new Headers(response.headers)
    const attestation = await signer.sign({
      at: new Date().toISOString(),
      ...{ service: 'https://custody.invalid', account: 'acct-1', reader: 'bench' },
      target_sha256: await sha256Of(String(path).replace(/^\/api\/service/, '')),
      status: response.status,
      sha256: await sha256Of(body),
      after: new Headers(init?.headers).get(attestHeader) ?? '',
    })
    headers.set(attestationHeader, attestation)
    return new Response(body, { status: response.status, headers })
  }
}
