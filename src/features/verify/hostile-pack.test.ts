/** Packs come from anywhere: one that was changed is told, and one that is made to do harm gets a sentence, within seconds. */
import { randomBytes } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { strFromU8, strToU8, zipSync } from 'fflate'
import { beforeAll, describe, expect, test } from 'vitest'
import { booksOf } from '../../books/testing/made-books.ts'
import { exportFacts, writeFacts } from '../../files/facts.ts'
import { manifestName, packFileName, packManifest } from '../../files/pack.ts'
import { factsDigest, type Sign } from '../../files/seal.ts'
import { stating, unzippedParts, zipped as zippedParts } from '../../files/testing/made-export.ts'
import { signingKey } from '../../files/testing/signing.ts'
import { columnDigests, recordsColumn } from '../../files/writer.ts'
import { taskControl } from '../../work/testing/task-control.ts'
import { makePack } from '../pack/make-pack.ts'
import { checkTask, openTask } from './check-task.ts'
import { openPack } from './pack-verdict.ts'

const { signal } = new AbortController()
const { key, signAt } = signingKey()
const signing = signAt('2026-11-22T15:01:00.000Z')
const megabyte = 2 ** 20

type Files = Readonly<Record<string, Uint8Array>>

async function packed(transactions: readonly string[], sign: Sign = signing): Promise<Files> {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  const transaction = { asset_id: 'BTC', network_id: 'BTC', amount: '1.5', fee: '0' }
  const books = booksOf(
    transactions.map((id) => [{ transaction_id: id, status: 'completed', transaction }, '2026-10-01']),
  )
  await makePack(
    {
      ...{ format: 'zip', books, vaults: null, link: '/statements', session: 'mark' },
      period: { first: '2026-10-01', last: '2026-10-31', name: 'October 2026' },
    },
    { write: (bytes) => void pieces.push(new Uint8Array(bytes)) },
    { signal, sign },
  )
  return unzippedParts(new Blob(pieces))
}

const zipped = (files: Files | readonly (readonly [string, Uint8Array])[]) =>
  zippedParts(Array.isArray(files) ? files : Object.entries(files), 'pack')

/** What opening it comes to: what is told, or "opened". */
async function told(blob: Blob, name = 'pack.zip'): Promise<string> {
  return openPack({ name, blob }, { signal, keys: [key] }).then(
    ({ about: { faults } }) => faults.join(' ') || 'opened',
    (error: Error) => error.message,
  )
}

/** The same files with a manifest that fits them, as somebody makes it who knows how, but has no key. */
function refitted(files: Files): Files {
  const [manifest] = JSON.parse(textIn(files, manifestName))
  const record = packManifest.parse({
    ...manifest,
    files: Object.entries(files)
      .filter(([name]) => !name.startsWith(manifestName))
      .map(([name, bytes]) => ({
        ...manifest.files.find((file: { readonly name: string }) => file.name === name),
        ...{ name, bytes: bytes.length, sha256: bytesToHex(sha256(bytes)) },
      })),
  })
  const content = columnDigests([recordsColumn])
  content.add([JSON.stringify(record)])
  const written = strToU8(`[\n${JSON.stringify(record)}\n]\n`)
  const before = exportFacts.parse(JSON.parse(textIn(files, `${manifestName}.facts.json`)))
  const facts = { ...before, content: content.digests(), signature: { unsigned: 'By nobody.' } }
  const file = { ...facts.file, bytes: written.length, sha256: bytesToHex(sha256(written)) }
  const name = facts.file.name.replace(/[0-9a-f]{16}/, factsDigest(facts).slice(0, 16))
  return {
    ...files,
    [manifestName]: written,
    [`${manifestName}.facts.json`]: strToU8(writeFacts({ ...facts, file: { ...file, name } })),
  }
}

const bytesIn = (of: Files, name: string) => of[name] ?? new Uint8Array()
const textIn = (of: Files, name: string) => strFromU8(bytesIn(of, name))

const lists = ['vaults', 'balances-all', 'balances-cold', 'balances-warm'].flatMap((list) => [
  `books/${list}.jsonl.gz`,
  `books/${list}-reading-1.jsonl.gz`,
])
const booksNames = [...lists, 'books/whitelists.jsonl.gz', 'books/transactions.jsonl.gz', 'books/about.json']
const transactions = 'books/transactions.jsonl.gz'
const vaults = 'books/vaults.jsonl.gz'
const tooMuch = /unpack to far more than any list of records\.$/
const about = 'books/about.json'

let files: Files
beforeAll(async () => {
  files = await packed(['t1', 't2'])
})

test('a pack that nobody touched opens, signed', async () => {
  const { about: label, books } = await openPack(
    { name: 'pack.zip', blob: zipped(files) },
    { signal, keys: [key] },
  )
  expect(label).toMatchObject({ signed: { key: 'k', at: '2026-11-22T15:01:00.000Z' }, faults: [] })
  expect(books.transactions.table.rows).toBe(2)
})

describe('a pack that was changed', () => {
  test.each([transactions, about])('in one bit of %s', async (name) => {
    const bytes = new Uint8Array(files[name] ?? [])
    bytes[bytes.length - 5] = (bytes[bytes.length - 5] ?? 0) ^ 1
    expect(await told(zipped({ ...files, [name]: bytes }))).toContain(
      `${name}: It is not the file that the manifest lists.`,
    )
  })

  test('in one digit of an amount', async () => {
    const name = 'transactions.csv'
    const csv = strToU8(textIn(files, name).replace(',1.5,', ',1.6,'))
    const faults = await told(zipped({ ...files, [name]: csv }))
    expect(faults).toContain(`${name}: It is not the file that the manifest lists.`)
    expect(faults).toMatch(/transactions.csv: .* · changed: amount of BTC · BTC adds up to 3.1 instead of 3/)
  })

  test('in the name that it was saved under', async () => {
    const facts = exportFacts.parse(JSON.parse(textIn(files, `${manifestName}.facts.json`)))
    const name = packFileName(facts)
    expect(await told(zipped(files), name)).toBe('opened')
    expect(await told(zipped(files), `October ${name}`)).toBe('opened')
    expect(await told(zipped(files), name.replace(/[0-9a-f]\.zip$/, 'x.zip'))).toBe(
      `The file has the name of another pack. This one is ${name}.`,
    )
  })

  test('by putting in a file', async () => {
    const more = { ...files, 'books/more.jsonl.gz': gzipSync(new Uint8Array()) }
    expect(await told(zipped(more))).toBe('books/more.jsonl.gz is in the ZIP, but not in the manifest.')
  })

  test('by exchanging the books for those of another pack, or the manifest for another, which is signed as well', async () => {
    const other = await packed(['t1', 't3'])
    expect(await told(zipped({ ...files, [transactions]: bytesIn(other, transactions) }))).toContain(
      'It is not the file that the manifest lists',
    )
    const manifests = Object.entries(other).filter(([name]) => name.startsWith(manifestName))
    expect(await told(zipped({ ...files, ...Object.fromEntries(manifests) }))).toContain(
      `${transactions}: It is not the file that the manifest lists.`,
    )
  })

  test('with a manifest that was made to fit is signed by nobody, and that is said', async () => {
    const more = gzipSync(
      strToU8(`${strFromU8(gunzipSync(bytesIn(files, transactions)))}`.replaceAll('t2', 't9')),
    )
    const blob = zipped(refitted({ ...files, [transactions]: more }))
    const opened = await openPack({ name: 'pack.zip', blob }, { signal, keys: [key] })
    expect(opened.about).toMatchObject({ signed: null, faults: [] })
  })

  test('in its manifest, its facts or its signature', async () => {
    const facts = `${manifestName}.facts.json`
    const otherDay = textIn(files, manifestName).replace('2026-10-31', '2026-10-30')
    expect(await told(zipped({ ...files, [manifestName]: strToU8(otherDay) }))).toMatch(
      /^The manifest does not match its verification file/,
    )
    const otherAccount = textIn(files, facts).replace('"account": null', '"account": "another"')
    expect(await told(zipped({ ...files, [facts]: strToU8(otherAccount) }))).toMatch(
      /signature does not match/,
    )
    const otherSignature = textIn(files, facts).replace(/"signature": "../, '"signature": "AA')
    expect(await told(zipped({ ...files, [facts]: strToU8(otherSignature) }))).toMatch(
      /signature does not match/,
    )
  })

  test('by taking out a report, or compressing the books anew: the faults stay with the books', async () => {
    const readme = 'README.txt'
    const others = Object.entries(files).filter(([name]) => name !== readme)
    expect(await told(zipped(others))).toBe(`${readme}: It is in the manifest, but not in the ZIP.`)
    const again = gzipSync(gunzipSync(bytesIn(files, transactions)), { level: 1 })
    expect(await told(zipped({ ...files, [transactions]: again }))).toBe(
      `${transactions}: It is not the file that the manifest lists.`,
    )
  })
})

describe('a pack whose manifest fits it', () => {
  // It does not unpack to far more than it is, as a bomb does: what is random repeats beyond the reach of compression.
  const endless = randomBytes(40_000).toString('hex').repeat(210)
  const bomb = gzipSync(new Uint8Array(40 * megabyte).fill(0x20))
  const line = (value: unknown) => `${JSON.stringify(value)}\n`
  const record = { recorded_on: '2026-11-01', record: { transaction_id: 't' } }
  const changedAbout = (change: (about: { books: Record<string, unknown> }) => void) => {
    const value = JSON.parse(textIn(files, about))
    change(value)
    return strToU8(JSON.stringify(value))
  }
  const opening = (changes: Files) => told(zipped(refitted({ ...files, ...changes })))
  const noRecord = (at: number) => `Line ${at} of ${transactions} is not a record.`

  test.each<[what: string, text: string, sentence: string]>([
    ['no JSON', 'no json\n', noRecord(1)],
    ['a list', line([record]), noRecord(1)],
    ['nothing', line(null), noRecord(1)],
    ['an empty line', `${line(record)}\n`, noRecord(2)],
    ['a text', line('record'), noRecord(1)],
    ['no record', line({ recorded_on: null }), noRecord(1)],
    ['no day of the calendar', line({ ...record, recorded_on: '2026-02-30' }), noRecord(1)],
    ['a number for a day', line({ ...record, recorded_on: 20_000 }), noRecord(1)],
    [
      'records within records',
      `{"recorded_on":null,"record":${'['.repeat(1e5)}${']'.repeat(1e5)}}\n`,
      noRecord(1),
    ],
    ['a line that is cut off', line(record).trim(), `${transactions} ends within line 1.`],
    ['more rows than it should', line(record).repeat(3), `${transactions} has more than 2 records.`],
    ['fewer rows than it should', line(record), `${transactions} has 1 of 2 records.`],
    ['one string without an end', `{"recorded_on":"${endless}`, 'Row 1 has no end.'],
  ])('and has lines with %s', async (_, text, sentence) => {
    expect(await opening({ [transactions]: gzipSync(strToU8(text)) })).toContain(sentence)
  })

  test.each<[what: string, bytes: () => Uint8Array, sentence: RegExp]>([
    ['no gzip', () => strToU8(line(record)), /are damaged/],
    ['half a gzip', () => gzipSync(strToU8(line(record).repeat(99))).slice(0, 40), /are damaged/],
    [
      'something after a gzip',
      () => new Uint8Array([...gzipSync(strToU8(line(record).repeat(2))), 9, 0, 0, 0]),
      /is damaged/,
    ],
    ['no UTF-8', () => gzipSync(new Uint8Array([0x7b, 0xff, 0xfe, 0x0a])), /is not UTF-8 text\.$/],
    ['a bomb', () => bomb, tooMuch],
    [
      'a bomb that states a small size',
      () => new Uint8Array([...bomb.slice(0, -4), 9, 0, 0, 0]),
      /is damaged\.$/,
    ],
  ])('and has %s', async (_, bytes, sentence) => {
    expect(await opening({ [transactions]: bytes() })).toMatch(sentence)
  })

  const withVaults = (rows: number) => {
    const value = JSON.parse(textIn(files, about))
    value.books.holdings.at(-1).vaults.rows = rows
    return strToU8(JSON.stringify(value))
  }
  test.each<[what: string, files: () => Files]>([
    [
      'records that are nothing',
      () => ({ [vaults]: gzipSync(strToU8('{}\n'.repeat(600_000))), [about]: withVaults(600_000) }),
    ],
    [
      'one record of parts that are nothing',
      () => ({
        [vaults]: gzipSync(strToU8(`{"assets":[${'0,'.repeat(600_000)}0]}\n`)),
        [about]: withVaults(1),
      }),
    ],
    [
      'files that unpack to little, each by itself',
      () =>
        Object.fromEntries(lists.map((name) => [name, gzipSync(new Uint8Array(3 * megabyte).fill(0x20))])),
    ],
  ])('and is small, but has %s', async (_, changes) => {
    expect(await opening(changes())).toMatch(tooMuch)
  })

  test('is checked without reading its books', async () => {
    const file = {
      name: 'pack.zip',
      blob: zipped(refitted({ ...files, [transactions]: strToU8('no books') })),
    }
    const control = taskControl()
    const { value } = await checkTask({ file, facts: null, keys: [] }, control)
    if (value.kind !== 'pack') throw new Error('This is a pack.')
    expect(value.parts.flatMap(({ faults }) => faults)).toEqual([])
    expect(value).not.toHaveProperty('opened')
    await expect(openTask(value, control)).rejects.toThrow(tooMuch)
  })

  test.each<[what: string, bytes: () => Uint8Array, sentence: RegExp]>([
    ['is no JSON', () => strToU8('about'), /about\.json is not valid: the whole file\.$/],
    ['is of another format', () => strToU8('{"format":"x"}'), /about\.json is not valid: format\.$/],
    ['is far too large', () => new Uint8Array(5 * megabyte), /far larger than any/],
    [
      'has no reading',
      () => changedAbout(({ books }) => Object.assign(books, { holdings: [] })),
      /is not valid\.$/,
    ],
    [
      'has readings that nobody made',
      () =>
        changedAbout(({ books }) =>
          Object.assign(books, {
            holdings: Array(1000).fill(Array.isArray(books.holdings) && books.holdings[0]),
          }),
        ),
      /is not valid\.$/,
    ],
    [
      'has a field of another',
      () => changedAbout(({ books }) => Object.assign(books, { more: 1 })),
      /not valid: books/,
    ],
    [
      'is of another service',
      () => changedAbout(({ books }) => Object.assign(books, { service: 'https://other.invalid' })),
      /not those that the manifest describes/,
    ],
    [
      'is of another time',
      () => changedAbout(({ books }) => Object.assign(books, { ended: '2027-01-01T00:00:00.000Z' })),
      /not those that the manifest describes/,
    ],
  ])('and whose file about the books %s', async (_, bytes, sentence) => {
    expect(await opening({ [about]: bytes() })).toMatch(sentence)
  })

  test.each(booksNames)('and lacks %s', async (name) => {
    const others = Object.fromEntries(Object.entries(files).filter(([each]) => each !== name))
    expect(await told(zipped(refitted(others)))).toBe(`${name} is missing, so the books cannot be opened.`)
  })

  test('and has markup, formulas and the names of prototypes in its records opens, with nothing but texts', async () => {
    const id = '=HYPERLINK("http://evil.invalid")<img src=x onerror=alert(1)>'
    const text = [
      `{"transaction_id":${JSON.stringify(id)},"__proto__":{"polluted":"1"},"constructor":"x"}`,
      '{}',
    ]
      .map((each) => `{"recorded_on":null,"record":${each}}\n`)
      .join('')
    const blob = zipped(refitted({ ...files, [transactions]: gzipSync(strToU8(text)) }))
    const { books } = await openPack({ name: 'pack.zip', blob }, { signal, keys: [] })
    expect(JSON.stringify(books.transactions.table.blocks[0]?.columns.transaction_id.texts)).toContain(
      'onerror',
    )
    expect('polluted' in {}).toBe(false)
  })
})

describe('a ZIP', () => {
  const paths = ['books/../x', 'books/a/b', '/books/x', 'books/', 'books\\x', 'Books/x/y', 'x/']
  test.each([...paths, '../statement.csv', '/etc/passwd', 'a\\b.csv', 'C:x', '.ssh', 'a b'])(
    'with a file %s',
    async (name) => {
      expect(await told(zipped({ ...files, [name]: new Uint8Array() }))).toBe(
        `This ZIP has a file “${name}”. No audit pack has a file with that name.`,
      )
    },
  )

  test.each([manifestName, 'MANIFEST.JSON', transactions, transactions.toUpperCase()])(
    'with %s twice',
    async (name) => {
      expect(await told(zipped([...Object.entries(files), [name, new Uint8Array()]]))).toMatch(/twice\.$/)
    },
  )

  test('with a thousand files, and one that says it has a million', async () => {
    const many = Array.from({ length: 1000 }, (_, index) => [`f${index}`, new Uint8Array()] as const)
    expect(await told(zipped(many))).toBe('This ZIP has more than 100 files. No audit pack has.')
    const bytes = await zipped(files).bytes()
    new DataView(bytes.buffer).setUint16(bytes.length - 12, 0xffff, true)
    expect(await told(new Blob([bytes]))).toMatch(/^This is not an audit pack/)
  })

  test.each([
    ['to far more than a pack', 2 ** 27, /^This ZIP unpacks to far more than any audit pack\.$/],
    ['to more than it states', 7, /README\.txt: The part README\.txt of the file is damaged\./],
  ])('that unpacks %s', async (_, size, sentence) => {
    expect(await told(await stating(zipped(files), 'README.txt', size))).toMatch(sentence)
  })

  test('that was cut', async () => {
    expect(await told(zipped(files).slice(0, -9))).toMatch(/^This is not an audit pack/)
  })

  test('of another version, which is not called wrong', async () => {
    const [manifest] = JSON.parse(textIn(files, manifestName))
    const other = { ...files, [manifestName]: strToU8(JSON.stringify([{ ...manifest, version: 2 }])) }
    expect(await told(zipped(other))).toBe(
      'This version of the console cannot check it: its manifest has version 2.',
    )
  })

  test('that another program packed again, or that has something after its end', async () => {
    const again = new Blob([new Uint8Array(zipSync({ ...files }))])
    for (const blob of [again, new Blob([zipped(files), 'x'])])
      expect(await told(blob)).toMatch(/^This is not an audit pack as this console writes it/)
  })

  test('without a manifest, or with one that is far too large', async () => {
    const bare = Object.entries(files).filter(([name]) => !name.startsWith(manifestName))
    expect(await told(zipped(bare))).toMatch(/^This ZIP is not an audit pack: it has no manifest/)
    const large = { ...files, [manifestName]: new Uint8Array(megabyte + 1) }
    expect(await told(zipped(large))).toMatch(/^The manifest is far larger/)
  })
})
