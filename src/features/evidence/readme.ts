/** The README of evidence, for somebody who has never seen this console. */
import { counted } from '../../contract/count-text.ts'
import { aboutName, type EvidenceAbout, journalName } from '../../files/evidence-about.ts'
import { inputsName, inputTexts } from '../../files/evidence-inputs.ts'
import type { EvidenceContent } from './evidence-zip.ts'
import type { EvidenceMade } from './make.ts'

export function evidenceReadme(
  { about, inputs }: Pick<EvidenceContent, 'about' | 'inputs'>,
  { files, reasons, origin }: EvidenceMade,
): string {
  const { service, account, isAccountTyped, asOf, until } = origin
  const added = inputTexts(inputs)
  const paragraphs = [
    titles[about.of],
    '',
    'This was made by Custody Console, a program that reads a digital-asset custody service and changes nothing in it. It holds files, and everything that the service said from which they follow.',
    '',
    `Service:  ${service}`,
    `Account:  ${account ?? 'none was named'}${isAccountTyped ? ' (typed by whoever read it: the service may ignore it)' : ''}`,
    `As of:    ${asOf}`,
    `Read to:  ${until}`,
    `Shows:    ${about.link}`,
    ...(about.of === 'pack' ? [`Period:   ${about.period.first} to ${about.period.last}`] : []),
    '',
    'FILES',
    '',
    ...files.map(({ name }) => `${name}`),
    `${journalName}: the answers of the service, in the order in which they were asked for. Gzip, one answer on each line as JSON: what was asked (target), the status, the signature of the gateway (attestation), and the answer as it came (body).`,
    `${aboutName}: what the files are, so that they can be made again from the answers.`,
    ...(added.length > 0 ? [`${inputsName}: what the maker of this added: ${added.join(', ')}.`] : []),
    '',
    'WHAT IT PROVES',
    '',
    'Genuine means that the operator of the key says that this service said so. If the operator of the gateway is the one who is audited, the auditor runs a gateway of his own with a key of his own for the service; nothing less helps.',
    '',
    'Complete means everything that this key was shown. Whether the service holds the assets on a blockchain was not checked.',
    '',
    ...(added.length > 0
      ? [`What the maker added is the maker's word: ${added.join(', ')}. No signature covers it.`, '']
      : []),
    ...(reasons.length === 0
      ? ['Everything was read, by the rules of the console.']
      : ['It is not proved that everything is here:', ...reasons.map((reason) => `- ${reason}`)]),
    '',
    'HOW TO CHECK IT',
    '',
    'Take the public keys from where you already trust them, never from beside this file: the console serves them at /.well-known/jwks.json.',
    '',
    '1. With any Custody Console, without signing in: open Verify, and drop this ZIP file. It checks every signature, and makes every file again from the answers.',
    '2. From its source: npm run verify -- FILE.zip --keys jwks.json',
    '3. With any library for JOSE, and no program of ours. Save this as check.mjs, unpack the ZIP file, run "npm install jose", then "node check.mjs journal.jsonl.gz jwks.json":',
    '',
    ...checkProgram.split('\n').map((line) => (line === '' ? '' : `    ${line}`)),
    `It checks the signatures of ${counted(files.length, 'file')} in no way: that they follow from the answers is what the console checks.`,
  ]
  return `${paragraphs.join('\r\n')}\r\n`
}

const titles: Readonly<Record<EvidenceAbout['of'], string>> = {
  list: 'A LIST, WITH EVIDENCE',
  report: 'A REPORT, WITH EVIDENCE',
  pack: 'AN AUDIT PACK',
}

/** A test runs it. */
const checkProgram = `import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { calculateJwkThumbprint, compactVerify, importJWK } from 'jose'

const [journal, jwks] = process.argv.slice(2)
const digest = (bytes) => createHash('sha256').update(bytes).digest('base64url')
const keys = new Map()
for (const jwk of JSON.parse(readFileSync(jwks, 'utf8')).keys)
  if (!jwk.revoked) keys.set(await calculateJwkThumbprint(jwk), await importJWK(jwk, 'EdDSA'))

const lines = gunzipSync(readFileSync(journal)).toString('utf8').split('\\n').slice(0, -1)
let before = null
let first = null
for (const [index, line] of lines.entries()) {
  const { target, status, attestation, body, body_base64url } = JSON.parse(line)
  const { payload } = await compactVerify(attestation, ({ kid }) => keys.get(kid), { algorithms: ['EdDSA'] })
  const claims = JSON.parse(new TextDecoder().decode(payload))
  const bytes = body === undefined ? Buffer.from(body_base64url, 'base64url') : Buffer.from(body)
  first ??= claims
  const isAsSigned =
    claims.target_sha256 === digest(target) &&
    claims.status === status &&
    claims.sha256 === digest(bytes) &&
    (before === null || claims.after === digest(before)) &&
    ['service', 'account', 'account_typed', 'reader'].every((name) => claims[name] === first[name])
  if (!isAsSigned) throw new Error(\`Answer \${index + 1} is not as it was signed.\`)
  before = attestation
}
console.log(\`\${lines.length} answers of \${first.service}, as of \${first.at}, are as they were signed.\`)
`
