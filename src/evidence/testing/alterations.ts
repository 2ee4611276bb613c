/** Signed files that somebody changed, and what has to be told of each. */
import { constants, crc32, deflateRawSync } from 'node:zlib'
import { zipSync } from 'fflate'
import { SignJWT } from 'jose'
import { canonicalJson, ownEntries } from '../about.ts'
import type { VerdictKind } from '../check.ts'
import { directoryOf, lastBlock, localHeader } from '../zip.ts'
import { aboutTest, newTestKey, signedTestFiles, type TestFile, zipOf } from './signed-files.ts'

export interface Alteration {
  readonly what: string
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly kind: VerdictKind
  /** In one of its sentences. */
  readonly sentence: string | RegExp
}

const key = await newTestKey()
const stranger = await newTestKey()
const list = { name: 'transactions.csv', content: 'id,amount\r\na,100.5\r\n' }
const other = { name: 'vaults.csv', content: 'id\r\nv\r\n' }
const signed = await signedTestFiles([list, other], key)
const whole = await zipOf(signed)

/** What was signed, before anybody changed it; `key` is the one that is trusted. */
export const unaltered = { key, stranger, list, whole }

const changedIn =
  (name: string, change: (content: string) => string) =>
  (files: readonly TestFile[]): readonly TestFile[] =>
    files.map((file) => (file.name === name ? { name, content: change(file.content) } : file))
const without = (name: string) => (files: readonly TestFile[]) => files.filter((file) => file.name !== name)
const signatureOf = (make: () => Promise<string>) => async (files: readonly TestFile[]) => {
  const made = await make()
  return changedIn(ownEntries.signature, () => made)(files)
}
const payload = canonicalJson(aboutTest(signed.slice(0, -2)))
const [head = '', body = '', mark = ''] = (signed.at(-1)?.content ?? '').split('.')
const encoded = (text: string) => Buffer.from(text).toString('base64url')

type Change = (files: readonly TestFile[]) => readonly TestFile[] | Promise<readonly TestFile[]>
type Changes = readonly (readonly [what: string, change: Change, sentence: string | RegExp])[]

const ofList = (change: (content: string) => string) => changedIn(list.name, change)
const ofAbout = (change: (content: string) => string) => changedIn(ownEntries.about, change)
const ofSignature = (change: (content: string) => string) => changedIn(ownEntries.signature, change)
const listChanged = 'transactions.csv was changed.'
const aboutChanged = 'about.json is not what was signed.'

const altered: Changes = [
  ['an amount', ofList((text) => text.replace('1', '9')), listChanged],
  ['a file emptied', ofList(() => ''), listChanged],
  ['a row more', ofList((text) => `${text}b,1\r\n`), listChanged],
  ['a file left out', without(list.name), 'transactions.csv is missing.'],
  [
    'a file more',
    (files) => [{ name: 'summary.csv', content: 'all is well' }, ...files],
    'summary.csv is not among what was signed.',
  ],
  [
    'a file renamed',
    (files) => files.map((file) => (file === list ? { ...file, name: 'other.csv' } : file)),
    'transactions.csv is missing.',
  ],
  [
    'the contents of two files exchanged',
    (files) => [{ ...list, content: other.content }, { ...other, content: list.content }, ...files.slice(2)],
    listChanged,
  ],
  ['two files in another order', (files) => [other, list, ...files.slice(2)], /not in the order/],
  ['the README', changedIn(ownEntries.readme, (text) => `${text}All is well.\n`), 'README.txt was changed.'],
  ['the README left out', without(ownEntries.readme), 'README.txt is missing.'],
  ['about.json left out', without(ownEntries.about), 'about.json is missing.'],
  ['the signature left out', without(ownEntries.signature), 'signature.jws is missing.'],
  [
    'as of',
    ofAbout((text) => text.replace('2026-11-02T09:30:00.000Z', '2026-11-03T09:30:00.000Z')),
    aboutChanged,
  ],
  ['what the maker stated', ofAbout((text) => text.replace('PBC 12', 'PBC 13')), aboutChanged],
  ['a space in about.json', ofAbout((text) => `${text} `), aboutChanged],
  ['a member of about.json twice', ofAbout((text) => text.replace('{', '{"account":"other",')), aboutChanged],
  [
    'a file and its digest in about.json',
    (files) => {
      const changed = [{ ...list, content: 'id\r\n' }, ...files.slice(1, -2)]
      const about = { name: ownEntries.about, content: canonicalJson(aboutTest(changed)) }
      return [...changed, about, ...files.slice(-1)]
    },
    aboutChanged,
  ],
  [
    'the signature of another file',
    signatureOf(() => key.sign(canonicalJson(aboutTest([other])))),
    aboutChanged,
  ],
  ['the signature without its payload', ofSignature(() => `${head}..${mark}`), /not what was signed/],
]

const unsigned: Changes = [
  [
    'another text under the same signature',
    (files) => {
      const text = payload.replace('acme', 'evil')
      return ofSignature(() => `${head}.${encoded(text)}.${mark}`)(ofAbout(() => text)(files))
    },
    'signature.jws was changed, or made with another key of the same name.',
  ],
  [
    'the signature in another spelling',
    ofSignature((text) => text.slice(0, -1) + String.fromCharCode(text.charCodeAt(text.length - 1) + 1)),
    'signature.jws is not a signature of a console.',
  ],
  ['a line after the signature', ofSignature((text) => `${text}\n`), /not a signature/],
  [
    'a signature that says that there is none',
    ofSignature(() => `${encoded(`{"alg":"none","kid":"${key.jwk.kid}"}`)}.${body}.`),
    /not a signature/,
  ],
  [
    'a signature by the public key as a secret',
    signatureOf(() =>
      new SignJWT(JSON.parse(payload))
        .setProtectedHeader({ alg: 'HS256', kid: key.jwk.kid })
        .sign(Buffer.from(key.jwk.x, 'base64url')),
    ),
    /not a signature/,
  ],
  [
    'a signature of something else with the same key',
    signatureOf(() => key.sign(payload, { typ: 'JWT' })),
    /not a signature/,
  ],
  [
    'a signature of another key under the name of the first',
    signatureOf(() => stranger.sign(payload, { kid: key.jwk.kid })),
    /made with another key/,
  ],
  [
    'a signed text of a later form',
    async (files) => {
      const text = payload.replace('"format":1', '"format":2')
      return signatureOf(() => key.sign(text))(ofAbout(() => text)(files))
    },
    'This console does not know the form in which this was signed.',
  ],
]

const untrusted: Changes = [
  [
    'a signature of another key',
    signatureOf(() => stranger.sign(payload)),
    `It is signed by the key ${stranger.jwk.kid}, which is not among the keys that you trust.`,
  ],
]

const at = (bytes: Uint8Array, text: string, from = 0) => Buffer.from(bytes).indexOf(text, from)
/** The first entry of the directory, and the end. */
const directory = at(whole, 'PK\u0001\u0002')
const end = at(whole, 'PK\u0005\u0006')
const put = (position: number, ...values: readonly number[]) => {
  const bytes = Uint8Array.from(whole)
  bytes.set(values, position)
  return bytes
}
const inserted = (position: number, ...values: readonly number[]) =>
  Uint8Array.from([...whole.subarray(0, position), ...values, ...whole.subarray(position)])
/** With the directory where it then is. */
const moved = (bytes: Uint8Array<ArrayBuffer>) => {
  new DataView(bytes.buffer).setUint32(bytes.length - 6, directory + bytes.length - whole.length, true)
  return bytes
}
const nameOf = (text: string) => [...Buffer.from(text)]
const contents = Object.fromEntries(signed.map(({ name, content }) => [name, Buffer.from(content)]))
/** With the first file packed in another way, and headers that fit. */
const repacked = (pack: (content: Buffer) => Uint8Array, size = list.content.length) => {
  const parts = signed.map(({ name, content }) => {
    const bytes = Buffer.from(content)
    const packed = name === list.name ? pack(bytes) : packedWhole(bytes)
    const entry = { name, size: bytes.length, packed: packed.length, crc32: crc32(bytes) }
    return { packed, entry: name === list.name ? { ...entry, size } : entry }
  })
  return Uint8Array.from(
    Buffer.concat([
      ...parts.flatMap(({ packed, entry }) => [localHeader(entry), packed]),
      directoryOf(parts.map(({ entry }) => entry)),
    ]),
  )
}
const packedWhole = (content: Buffer) =>
  Buffer.concat([deflateRawSync(content, { finishFlush: constants.Z_SYNC_FLUSH }), lastBlock])
const hidden = Buffer.concat([Buffer.from('PK\u0003\u0004 another file'), lastBlock])
const otherwise = 'transactions.csv cannot be unpacked: it was changed, or another program packed it again.'
const saved = /another program saved it again, or somebody changed it/
const renamed = (name: string) => zipOf(signed.map((file) => (file === list ? { ...file, name } : file)))

const zips: readonly (readonly [
  string,
  Uint8Array<ArrayBuffer> | Promise<Uint8Array<ArrayBuffer>>,
  string | RegExp,
])[] = [
  ['a file packed by another program', repacked((content) => deflateRawSync(content)), otherwise],
  ['a file stored as it is', repacked((content) => content), otherwise],
  ['a file cut short', repacked((content) => packedWhole(content).subarray(4)), otherwise],
  [
    'bytes after the end of a file, where some programs look for another one',
    repacked((content) => Buffer.concat([packedWhole(content), hidden])),
    otherwise,
  ],
  ['more in a file than it says', repacked(packedWhole, list.content.length - 1), otherwise],
  ['less in a file than it says', repacked(packedWhole, list.content.length + 1), otherwise],
  [
    'an end in the middle of a block',
    repacked((content) => Buffer.concat([packedWhole(content).subarray(0, -8), lastBlock])),
    otherwise,
  ],
  ['saved again by another program', zipSync(contents, { level: 6 }), saved],
  ['saved again without compression', zipSync(contents, { level: 0 }), saved],
  ['a program before it', inserted(0, 0x4d, 0x5a), /not a ZIP file/],
  ['a byte before the directory', moved(inserted(directory, 0)), saved],
  ['a byte between two files', moved(inserted(at(whole, 'PK\u0003\u0004', 4), 0)), saved],
  ['a byte after it', inserted(whole.length, 0), saved],
  ['a comment', Uint8Array.from([...put(end + 20, 2, 0), 0x41, 0x42]), saved],
  ['another name in the header than in the directory', put(30, ...nameOf('transactionz')), saved],
  ['another name in the directory than in the header', put(directory + 46, ...nameOf('transactionz')), saved],
  ['an extra field that nothing is in', put(28, 4, 0), saved],
  ['a header that says that its sizes come later', put(6, 8, 8), saved],
  ['a file that is a link', put(directory + 38, 0, 0, 0xff, 0xa1), saved],
  ['an encrypted file', put(6, 1, 8), saved],
  ['another method in the directory', put(directory + 10, 0, 0), saved],
  ['a size that is none', put(directory + 20, 255, 255, 255, 255, 255, 255, 255, 255), saved],
  ['more entries than there are', put(end + 8, 9, 0, 9, 0), saved],
  ['a directory elsewhere', put(end + 16, 0, 0, 0, 0), saved],
  ['a second disk', put(end + 4, 1, 0), saved],
  ['cut short', whole.slice(0, -1), saved],
  ['cut off', whole.slice(0, 3), /not a ZIP file/],
  ['one name twice', zipOf([list, ...signed]), saved],
  ['two names that differ in case alone', zipOf([{ ...list, name: 'Transactions.csv' }, ...signed]), saved],
  ['a way out of its folder', renamed('../transactions.csv'), saved],
  ['a file of a folder', renamed('a/transactions.csv'), saved],
  ['a name that Windows has for itself', renamed('nul.csv'), saved],
  ['a text', Uint8Array.from(Buffer.from(list.content)), /not a ZIP file/],
]

function wrongCheckValue(): Uint8Array<ArrayBuffer> {
  const bytes = put(directory + 16, 1, 2, 3, 4)
  bytes.set([1, 2, 3, 4], 14)
  return bytes
}

const changed = (kind: VerdictKind, changes: Changes) =>
  changes.map(async ([what, change, sentence]): Promise<Alteration> => {
    return { what, kind, sentence, bytes: await zipOf(await change(signed)) }
  })
const damaged = 'transactions.csv is damaged: its check value is wrong.'

export const alterations: readonly Alteration[] = await Promise.all([
  ...changed('altered', altered),
  ...changed('unsigned', unsigned),
  ...changed('untrusted', untrusted),
  ...[
    ...zips,
    ['a wrong check value, at which other programs stop', wrongCheckValue(), damaged] as const,
  ].map(async ([what, bytes, sentence]) => ({
    what,
    sentence,
    kind: 'altered' as const,
    bytes: await bytes,
  })),
])
