/** Signed files as a gateway makes them, and ZIPs as nobody should. */
import { createHash } from 'node:crypto'
import { CompactSign, calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose'
import { type PublicKey, publicKey } from '../../contract/public-keys.ts'
import { SignedZip } from '../../server/gateway/signed-zip.ts'
import { type About, canonicalJson, ownEntries } from '../about.ts'
import { readme } from '../readme.ts'
import { signatureHeader } from '../signature.ts'

export interface TestFile {
  readonly name: string
  readonly content: string
}
type AnyFile = Omit<TestFile, 'content'> & { readonly content: string | Uint8Array }

export interface TestKey {
  readonly jwk: PublicKey
  sign(payload: string, header?: object): Promise<string>
}

export async function newTestKey(): Promise<TestKey> {
  const { privateKey, publicKey: half } = await generateKeyPair('EdDSA')
  const { x = '' } = await exportJWK(half)
  const kid = await calculateJwkThumbprint({ kty: 'OKP', crv: 'Ed25519', x })
  return {
    jwk: publicKey.parse({ kty: 'OKP', crv: 'Ed25519', x, kid }),
    sign: (payload, header = {}) =>
      new CompactSign(new TextEncoder().encode(payload))
        .setProtectedHeader({ ...signatureHeader(kid), ...header })
        .sign(privateKey),
  }
}

/** A list of failed transactions of October, read after it ended. */
export function aboutTest(files: readonly AnyFile[], changes: Partial<About> = {}): About {
  return {
    format: 1,
    gateway: { name: 'Custody Console', version: '0.1.0' },
    service: 'https://custody.example',
    account: 'acme',
    account_typed: null,
    made_by: { person: 'Ada Lovelace', id: 'ada' },
    made_at: '2026-11-02T09:30:02.000Z',
    as_of: '2026-11-02T09:30:00.000Z',
    read_whole: '2026-11-02T03:00:00.000Z',
    complete: true,
    reasons: [],
    what: {
      kind: 'list',
      name: 'transactions',
      period: { from: '2026-10-01T00:00:00.000Z', before: '2026-11-01T00:00:00.000Z', zone: 'UTC' },
      vaults: null,
      parameters: { status: ['failed'], text: ['of Friday'] },
      sort: 'amount:desc',
      columns: null,
    },
    stated: { reference: 'PBC 12' },
    files: files.map(({ name, content }) => ({
      name,
      bytes: Buffer.byteLength(content),
      sha256: createHash('sha256').update(content).digest('hex'),
    })),
    ...changes,
  }
}

/** With the README among the files. */
export async function signedTestFiles<File extends AnyFile = TestFile>(
  files: readonly File[],
  key: TestKey,
  changes: Partial<About> = {},
): Promise<readonly (File | TestFile)[]> {
  const all = [...files, { name: ownEntries.readme, content: readme }]
  const payload = canonicalJson(aboutTest(all, changes))
  return [
    ...all,
    { name: ownEntries.about, content: payload },
    { name: ownEntries.signature, content: await key.sign(payload) },
  ]
}

export async function zipOf(files: readonly AnyFile[]): Promise<Uint8Array<ArrayBuffer>> {
  const bytes: number[] = []
  const zip = new SignedZip({
    write: async (more) => void bytes.push(...more),
    writeAt: async (position, over) => void bytes.splice(position, over.length, ...over),
  })
  for (const { name, content } of files) {
    await zip.begin(name)
    await zip.write(Buffer.from(content))
  }
  await zip.end()
  return Uint8Array.from(bytes)
}
