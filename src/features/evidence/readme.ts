/** The README of evidence, for somebody who has never seen this console. */
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
    'Custody Console made this: a program that reads a digital-asset custody service and changes nothing in it. This ZIP file holds what the service said, signed as it passed, and files that follow from that.',
    '',
    `Service:  ${service}`,
    `Account:  ${account ?? 'none was named'}${isAccountTyped ? ' (typed at sign-in: the service may have ignored it)' : ''}`,
    `As of:    ${asOf}`,
    `Read until:  ${until}`,
    `Shows:    ${about.link}`,
    ...(about.of === 'pack'
      ? [`Period:   ${about.period.first} to ${about.period.last}`, `Vaults:   ${about.vaults ?? 'all'}`]
      : []),
    '',
    'FILES',
    '',
    ...files.map(({ name }) => `${name}: ${meaningOf(about, name)}`),
    `${journalName}: every answer of the service, in the order of the requests. Gzip; one answer on each line, as JSON: what was asked (target), the HTTP status, the signature (attestation), and the answer as it came (body). ${otherRecords[about.of]}`,
    `${aboutName}: which files these are, so that anybody can make them again from the answers.`,
    ...(added.length > 0 ? [`${inputsName}: what the maker added: ${added.join(', ')}.`] : []),
    '',
    'WHAT IT PROVES',
    '',
    'Genuine means that the operator of the key vouches that this service gave these answers. If the operator of the gateway is the one who is audited, the auditor runs a gateway of his own with a key of his own for the service; nothing less helps.',
    '',
    'Complete means that nothing is missing by the checks of the console: it holds what the service listed for this key. Whether the service holds the assets on a blockchain was not checked.',
    '',
    ...(added.length > 0
      ? [`What the maker added is the maker's word: ${added.join(', ')}. No signature covers it.`, '']
      : []),
    ...(reasons.length === 0
      ? [
          'Its maker calls it complete, by the rules of the console: every list was read to its end, and nothing was found to be missing.',
        ]
      : ['It is not proved that everything is here:', ...reasons.map((reason) => `- ${reason}`)]),
    '',
    'HOW TO CHECK IT',
    '',
    'You need this ZIP file as it came, and the public keys of the console that made it. That console serves them at /.well-known/jwks.json. Take them from where you already trust them, and never from beside this file.',
    '',
    '1. In a browser: open the page /verify of that console, without signing in, and drop this file. In another console, drop the keys beside it. It checks every signature, makes every file again from the answers, and compares them. You can say which service, account and date you expect.',
    '2. With the source of Custody Console and Node.js: npm ci, then npm run verify -- FILE.zip --keys jwks.json',
    '3. Without a program of ours, with Node.js and any library for JOSE. This checks every signature, and that no answer is missing between the first and the last, and prints what they begin with: the challenge, if you gave one. It does not check that the files follow from the answers, as 1 and 2 do. Unpack this file, save the following lines as check.mjs beside it, run "npm install jose", then "node check.mjs journal.jsonl.gz jwks.json":',
    '',
    ...checkProgram.split('\n').map((line) => (line === '' ? '' : `    ${line}`)),
  ]
  return `${paragraphs.join('\r\n')}\r\n`
}

const titles: Readonly<Record<EvidenceAbout['of'], string>> = {
  list: 'A LIST, WITH EVIDENCE',
  report: 'A REPORT, WITH EVIDENCE',
  pack: 'AN AUDIT PACK',
}

const otherRecords: Readonly<Record<EvidenceAbout['of'], string>> = {
  list: 'It also holds records that are not in the list: those of requests that show whether the list is complete.',
  report: 'It also holds the other records of the account that were read for it.',
  pack: 'It also holds the other records of the account that were read for it, of any date and vault.',
}

/** By the beginning of its name. */
function meaningOf({ of }: EvidenceAbout, name: string): string {
  if (of !== 'pack') return of === 'list' ? 'the list.' : 'the report.'
  return packMeanings[name.split('.')[0] ?? ''] ?? 'a part of the pack.'
}

const packMeanings: Readonly<Record<string, string>> = {
  statement: 'what was held when the period began and ended, and what changed it.',
  'opening-balances': 'what each vault held when the period began, and whether that is proved.',
  'closing-balances': 'what each vault held when the period ended, and whether that is proved.',
  transactions:
    "the transactions of the period, each with the day for which the service's date filter lists it.",
  whitelists: 'the addresses to which the organization allows payments.',
  'whitelist-review': 'what is dangerous or untidy among these, and in what was paid.',
  reconciliation: 'whether balances, vaults and transactions agree.',
}

/** `evidence.test.ts` runs it. */
const checkProgram = `import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { calculateJwkThumbprint, compactVerify, decodeProtectedHeader, importJWK } from 'jose'

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
  const key = keys.get(decodeProtectedHeader(attestation).kid)
  if (!key) throw new Error(\`Answer \${index + 1} is signed by a key that you do not have.\`)
  const { payload } = await compactVerify(attestation, key, { algorithms: ['EdDSA'] })
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
const { service, account, account_typed, at: as_of, after: begins_with } = first
console.log(\`\${lines.length} answers are as they were signed.\`, { service, account, account_typed, as_of, begins_with })
`
