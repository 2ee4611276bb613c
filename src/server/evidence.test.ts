/** Evidence over the real gateway and service: made, made again, and told from forgeries. */
import { spawnSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { runVerifyCommand } from '../bin/verify-command.ts'
import type { AttestationClaims } from '../contract/attestation.ts'
import { publicKeys, publicKeysPath } from '../contract/public-keys.ts'
import { openEither } from '../database/testing/databases.ts'
import { checkEvidence, replayedAnswers } from '../features/evidence/check.ts'
import { type EvidenceContent, evidenceReadme, writeEvidence } from '../features/evidence/evidence-zip.ts'
import { makeEvidence } from '../features/evidence/make.ts'
import { recordedAnswers } from '../features/evidence/task.ts'
import { type EvidenceAbout, evidenceFormat, writeAbout } from '../files/evidence-about.ts'
import { type EvidenceInputs, inputTexts } from '../files/evidence-inputs.ts'
import { ZipWriter } from '../files/zip-writer.ts'
import { writeJournal } from '../journal/journal.ts'
import { newSigner, signedJournal } from '../journal/testing/signed-journal.ts'
import { generateBooks } from './demonstration/generate.ts'
import { startGateway } from './gateway/testing/gateway.ts'
import { fill, listen } from './service/testing/service.ts'
import { newFolder } from './testing/folder.ts'

const ask = fetch
const challenge = 'audit-of-november'
const control = { signal: new AbortController().signal, onProgress: () => {}, sleep: async () => {} }
const made = { format: evidenceFormat, file: 'csv' } as const
const abouts: Readonly<Record<string, EvidenceAbout>> = {
  statement: { ...made, of: 'report', link: '/statements?period=2026-01' },
  'valued statement': { ...made, of: 'report', link: '/statements?period=2026-01', file: 'json' },
  reconciliation: { ...made, of: 'report', link: '/reconciliation', file: 'xlsx' },
  confirmation: { ...made, of: 'report', link: '/statements?at=2026-06-30T13:00&zone=Europe/London' },
  sample: { ...made, of: 'report', link: '/sample?transaction_type=withdraw&size=5&largest=1&seed=x' },
  'cut-off': { ...made, of: 'report', link: '/sample?size=4&cutoff=2026-03-31&zone=Asia/Hong_Kong' },
  review: { ...made, of: 'report', link: '/review', file: 'json' },
  list: {
    ...made,
    of: 'list',
    link: '/transactions?status=completed',
    columns: ['transaction_id', 'amount'],
  },
  workbook: {
    ...made,
    of: 'list',
    link: '/whitelists',
    file: 'xlsx',
    columns: ['whitelist_id', 'whitelist_name'],
  },
  pack: {
    ...{ format: evidenceFormat, of: 'pack', link: '/statements?period=2026-01' },
    period: { first: '2026-01-01', last: '2026-01-31', name: 'January 2026' },
    vaults: null,
  },
}

const prices = {
  source: { name: 'prices.csv', sha256: 'ab' },
  rows: [{ date: '2026-01-31', asset_id: 'BTC', currency: 'EUR', price: '81234.5' }],
}

const unused = { date: '2026-01-31', asset_id: 'NONE', currency: 'EUR', price: '1' }

const database = await openEither()
await fill(database, generateBooks({ transactions: 120, seed: 7, until: new Date() }))
const service = await listen(database)
/** By target: the refusal that the service sends once. */
const refusals = new Map<string, { readonly status: number; readonly error_code: string }>()
const front = createServer(async ({ url = '' }, response) => {
  const refusal = refusals.get(url)
  refusals.delete(url)
  const answer = refusal
    ? Response.json({ status: 'error', error_code: refusal.error_code, error_message: 'No' }, refusal)
    : await service.inject(url)
  response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
})
front.listen(0, '127.0.0.1')
await once(front, 'listening')
const { port } = z.object({ port: z.int() }).parse(front.address())
const gateway = await startGateway({
  CUSTODY_API_URL: `http://127.0.0.1:${port}`,
  CUSTODY_API_KEY: 'demo-viewer-key',
  SYNC_PER_MINUTE: '100000',
  SIGNING_KEY: generateKeyPairSync('ed25519')
    .privateKey.export({ type: 'pkcs8', format: 'der' })
    .toString('base64'),
})
afterAll(async () => {
  await gateway.close()
  front.close()
  await service.close()
  await database.close()
})

const { keys } = publicKeys.parse(await (await gateway.fetch(publicKeysPath)).json())
const contents = new Map<string, EvidenceContent & { readonly readme: string }>()

async function inSession<Result>(
  challenge: string | undefined,
  work: (answers: ReturnType<typeof recordedAnswers>) => Promise<Result>,
): Promise<Result> {
  const session = (await (await gateway.fetch('/session')).json()).mark
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => ask(gateway.address + path, init))
  return await work(recordedAnswers(session, challenge)).finally(() => vi.unstubAllGlobals())
}

async function evidenceOf(name: string, challenge?: string) {
  const about = abouts[name]
  const given =
    name === 'valued statement' || name === 'pack'
      ? { prices: { ...prices, rows: [...prices.rows, unused] } }
      : {}
  if (!about) throw new Error(`nothing is named ${name}`)
  return await inSession(challenge, async (answers) => {
    const evidence = await makeEvidence(about, given, answers, control)
    const content = { about, inputs: evidence.inputs, entries: answers.entries, files: evidence.files }
    return { ...content, readme: evidenceReadme(content, evidence) }
  })
}

const zipOf = async ({ readme, ...content }: EvidenceContent & { readonly readme: string }) =>
  new Blob([await writeEvidence(content, readme)])
const verdictOf = async (zip: Blob, expected = {}, trusted = keys) =>
  (await checkEvidence(zip, trusted, expected, control.signal)).verdict

/** Evidence of whitelists that rests on these answers, as far as it can be made of them. */
async function zipWith(entries: EvidenceContent['entries']): Promise<Blob> {
  const { about, inputs } = contentOf('workbook')
  const made = await makeEvidence(about, inputs, replayedAnswers(entries), control).catch(() => null)
  const readme = made ? evidenceReadme({ about, inputs }, made) : ''
  return zipOf({ about, inputs, entries, files: made?.files ?? [], readme })
}

beforeAll(async () => {
  for (const name of Object.keys(abouts))
    contents.set(name, await evidenceOf(name, name === 'list' ? challenge : undefined))
}, 120_000)

const contentOf = (name: string) => {
  const content = contents.get(name)
  if (!content) throw new Error(`nothing is named ${name}`)
  return content
}

describe('evidence', () => {
  it.each(Object.keys(abouts))('of a %s is genuine, complete, and the same bytes again', async (name) => {
    const content = contentOf(name)
    const verdict = await verdictOf(await zipOf(content))
    expect(verdict).toMatchObject({ faults: [], missing: [], answers: content.entries.length })
    expect(verdict.statement).toMatchObject({ isAccountTyped: false, keyIds: [keys[0]?.kid] })
  })

  it.each([
    ['statement', 60],
    ['review', 80],
    ['pack', 100],
  ])('of a %s rests on no more than %i answers', (name, most) => {
    expect(contentOf(name).entries.length).toBeLessThanOrEqual(most)
  })

  it('is genuine and complete where a request among several was refused, waited for and asked again', async () => {
    refusals.set('/balances/cold', { status: 429, error_code: 'ERR-03' })
    const content = await evidenceOf('reconciliation')
    expect(content.entries.map(({ status }) => status)).toContain(429)
    expect(await verdictOf(await zipOf(content))).toMatchObject({ faults: [], missing: [] })
  })

  it('tells what its maker added, in the verdict, the README and the file', async () => {
    const content = contentOf('valued statement')
    const added = '1 price from prices.csv'
    expect(inputTexts((await verdictOf(await zipOf(content))).inputs)).toEqual([added])
    expect(content.readme).toContain(`What the maker added is the maker's word: ${added}.`)
    expect(new TextDecoder().decode(content.files[0]?.bytes)).toContain('EUR at the end of 2026-01-31')
    expect(contentOf('statement').readme).not.toContain('inputs.json')
  })

  it.each(['review', 'pack'])(
    'of a %s says which findings were accepted, but for those that are gone',
    async (name) => {
      const { about, entries } = contentOf(name)
      const review = new TextDecoder().decode(contentOf('review').files[0]?.bytes)
      const finding = /"finding_id": ?"([0-9a-f]{32})"/.exec(review)?.[1] ?? ''
      const others = { by: 'Ann', at: '2026-01-31T12:00:00.000Z', reason: 'Known.' }
      const inputs = {
        accepted: [
          { finding: 'gone', ...others },
          { finding, ...others },
        ],
      }
      const again = await makeEvidence(about, inputs, replayedAnswers(entries), control)
      expect(again.inputs).toEqual({ accepted: [{ finding, ...others }] })
      const content = { about, inputs: again.inputs, entries, files: again.files }
      const zip = await zipOf({ ...content, readme: evidenceReadme(content, again) })
      expect(await verdictOf(zip)).toMatchObject({
        faults: [],
        inputs: { accepted: [{ finding, ...others }] },
      })
    },
  )

  it('is not called complete where its reader typed the account', async () => {
    const signer = await newSigner()
    const answers = contentOf('workbook').entries.map(
      ({ target, body, status }) => [target, new TextDecoder().decode(body), status] as const,
    )
    const signed = (claims: Partial<AttestationClaims>) => signedJournal(signer, answers, { claims })
    const verdict = async (claims: Partial<AttestationClaims>) =>
      verdictOf(await zipWith(await signed(claims)), {}, [signer.publicKey])
    expect(await verdict({ account: 'acct-1' })).toMatchObject({ faults: [], missing: [] })
    expect(await verdict({ account: undefined, account_typed: 'acct-1' })).toMatchObject({
      faults: [],
      missing: [expect.stringContaining('acct-1 was typed at sign-in')],
    })
  })

  it('is checked by the program of its README, without any of ours', async () => {
    const folder = await newFolder()
    const content = contentOf('workbook')
    const [program, journal, jwks] = ['check.mjs', 'journal.jsonl.gz', 'jwks.json'].map((name) =>
      join(folder, name),
    )
    const lines = content.readme
      .split('\r\n')
      .flatMap((line) => (line.startsWith('    ') ? [line.slice(4)] : ['']))
    const first = lines.findIndex((line) => line.startsWith('import '))
    await writeFile(program ?? '', lines.slice(first).join('\n'))
    await symlink(fileURLToPath(new URL('../../node_modules', import.meta.url)), join(folder, 'node_modules'))
    await writeFile(jwks ?? '', JSON.stringify({ keys }))
    const run = async (entries: EvidenceContent['entries']) => {
      await writeFile(journal ?? '', gzipSync(Buffer.concat([...writeJournal(entries)])))
      return spawnSync(process.execPath, [program ?? '', journal ?? '', jwks ?? ''], { encoding: 'utf8' })
    }
    const good = await run(content.entries)
    expect([good.stderr, good.stdout]).toEqual([
      '',
      expect.stringMatching(/^\d+ answers are as they were signed\. \{\s+service: '[^']+'/),
    ])
    expect((await run(content.entries.toSpliced(2, 1))).stderr).toContain('Answer 3 is not as it was signed')
  })
})

describe('answers that somebody chose to ask for, all signed in one chain', () => {
  const empty = '/whitelist?limit=1000&offset=46'

  /** Evidence of whitelists by a program of their own. */
  const chosen = async (change: (targets: string[]) => readonly string[]) => {
    const { entries: honest } = contentOf('workbook')
    const entries = await inSession(undefined, async (answers) => {
      for (const target of change(honest.map(({ target }) => target)))
        await answers.answer(target, control.signal).catch(() => {})
      return answers.entries
    })
    return await verdictOf(await zipWith(entries))
  }

  it('are genuine and complete where they are those of the console', async () => {
    const before = contentOf('workbook').entries
    expect([before.at(-1)?.target, before.at(-1)?.status]).toEqual([empty, 400])
    expect(await chosen((targets) => targets)).toMatchObject({ faults: [], missing: [] })
  })

  const first = '/whitelist?limit=1000&offset=0'
  const instead = (other: string) => (targets: string[]) =>
    targets.map((target) => (target === first ? other : target))

  it.each<[string, (targets: string[]) => readonly string[], RegExp]>([
    ['a parameter that nobody asks', instead(`${first}&hidden=1`), /lacks the answer to/],
    ['a parameter twice', instead(`${first}&offset=0`), /lacks the answer to/],
    ['parameters in another order', instead('/whitelist?offset=0&limit=1000'), /lacks the answer to/],
    ['the empty one at the end left out', (targets) => targets.slice(0, -1), /lacks the answer to/],
    [
      'a later page before the first',
      ([begin = '', page = '', next = '', ...targets]) => [begin, next, page, ...targets],
      /out of order/,
    ],
    ['one asked twice', (targets) => [...targets, first], /has 1 answer that no file needs/],
    ['one more', (targets) => [...targets, '/balances'], /has 1 answer that no file needs/],
  ])('but not with %s', async (_what, change, sentence) => {
    expect((await chosen(change)).faults).toEqual([expect.stringMatching(sentence)])
  })

  it.each([
    [429, 'ERR-03'],
    [500, 'ERR-01'],
    [403, 'ERR-02'],
  ])(
    'but not with a refusal that was provoked (%i) in the place of “no more”',
    async (status, error_code) => {
      refusals.set(empty, { status, error_code })
      expect((await chosen((targets) => targets)).faults).toEqual([
        expect.stringMatching(/lacks the answer to/),
      ])
    },
  )

  it('with a refusal that was waited out', async () => {
    refusals.set(empty, { status: 429, error_code: 'ERR-03' })
    expect(await chosen((targets) => [...targets, empty])).toMatchObject({ faults: [], missing: [] })
  })
})

describe('the command', () => {
  it('says genuine and complete in two lines and a code, and what was expected', async () => {
    const folder = await newFolder()
    const content = contentOf('list')
    await writeFile(join(folder, 'good.zip'), await (await zipOf(content)).bytes())
    await writeFile(join(folder, 'bad.zip'), await (await zipOf({ ...content, files: [] })).bytes())
    await writeFile(join(folder, 'jwks.json'), JSON.stringify({ keys }))
    const run = async (...words: readonly string[]) => {
      const all = [...words, '--keys', 'jwks.json']
      const { lines, exitCode } = await runVerifyCommand(all, (name) => join(folder, name))
      return [exitCode, ...lines.slice(0, 2), ...lines.filter((line) => line.startsWith('Expected service'))]
    }
    expect(await run('good.zip')).toEqual([
      0,
      expect.stringMatching(/^Genuine: yes\./),
      expect.stringMatching(/^Complete: yes\./),
      'Expected service: not compared',
    ])
    expect(await run('good.zip', '--service', 'https://other.invalid')).toEqual([
      1,
      'Not what you expect. The answers are not of the service that you expect.',
      expect.stringMatching(/^Genuine: yes\./),
      'Expected service: https://other.invalid',
    ])
    expect((await run('good.zip', '--challenge', challenge))[0]).toBe(0)
    expect((await run('good.zip', '--challenge', 'another'))[1]).toContain('does not begin with')
    expect(await run('bad.zip')).toMatchObject([
      1,
      expect.stringMatching(/^Genuine: no\. .* is missing/),
      {},
      {},
    ])
  })
})

describe('a forgery is told', () => {
  const changed = (name: string, change: (content: Mutable) => void) => {
    const { entries, files, ...others } = contentOf(name)
    const content = { ...others, entries: [...entries], files: [...files] }
    change(content)
    return zipOf(content)
  }
  type Mutable = {
    about: EvidenceAbout
    inputs: EvidenceInputs
    entries: EvidenceContent['entries'][number][]
    files: EvidenceContent['files'][number][]
    readme: string
  }
  const other = new TextEncoder().encode('other')

  it.each<readonly [string, string, (content: Mutable) => void, RegExp]>([
    ['list', 'the last answer left out', ({ entries }) => entries.pop(), /lacks the answer to/],
    ['list', 'the first answer left out', ({ entries }) => entries.shift(), /began earlier|does not begin/],
    ['list', 'an answer left out in the middle', ({ entries }) => entries.splice(2, 1), /did not come after/],
    [
      'list',
      'an answer that nobody asks for',
      ({ entries }) => entries.push(...contentOf('workbook').entries.slice(-1)),
      /did not come after/,
    ],
    [
      'list',
      'a byte of a body',
      ({ entries }) => {
        const [entry] = entries
        if (entry) entries[0] = { ...entry, body: other }
      },
      /is not as it was signed: body/,
    ],
    [
      'list',
      'a changed file',
      ({ files }) => {
        const [file] = files
        if (file) files[0] = { ...file, bytes: other }
      },
      /does not follow from the answers/,
    ],
    [
      'list',
      'a renamed file',
      ({ files }) => {
        const [file] = files
        if (file) files[0] = { ...file, name: 'other.csv' }
      },
      /is missing/,
    ],
    [
      'pack',
      'a file more',
      ({ files }) => files.push({ name: 'more.csv', bytes: other }),
      /not part of this evidence/,
    ],
    [
      'pack',
      'the content of two files exchanged',
      ({ files }) => {
        const [one, other] = files
        if (one && other) files.splice(0, 2, { ...one, bytes: other.bytes }, { ...other, bytes: one.bytes })
      },
      /statement\.csv does not follow .* statement\.json does not follow/,
    ],
    [
      'list',
      'another filter',
      (content) => {
        content.about = { ...content.about, link: '/transactions?status=pending' }
      },
      /lacks the answer to/,
    ],
    [
      'pack',
      'another period',
      (content) => {
        if (content.about.of === 'pack')
          content.about = { ...content.about, period: { first: '2026-01-01', last: '2026-01-30', name: 'x' } }
      },
      /lacks the answer to|does not follow|no file needs/,
    ],
    [
      'pack',
      'other vaults',
      (content) => {
        if (content.about.of === 'pack') content.about = { ...content.about, vaults: 'warm' }
      },
      /does not follow/,
    ],
    [
      'statement',
      'a link to nothing',
      (content) => {
        content.about = { ...content.about, link: '/x' }
      },
      /leads to no/,
    ],
    [
      'valued statement',
      'another price',
      (content) => {
        const [row] = prices.rows
        if (row) content.inputs = { prices: { ...prices, rows: [{ ...row, price: '1' }] } }
      },
      /does not follow from the answers/,
    ],
    [
      'review',
      'something added that no file uses',
      (content) => {
        content.inputs = { names: [{ of: 'v1', name: 'Treasury' }] }
      },
      /inputs\.json holds more than the files use/,
    ],
    [
      'statement',
      'another README',
      (content) => {
        content.readme = 'All is well.'
      },
      /README/,
    ],
  ])('in a %s: %s', async (name, _what, change, sentence) => {
    const { verdict, books } = await checkEvidence(await changed(name, change), keys, {}, control.signal)
    expect(verdict.faults.join(' ')).toMatch(sentence)
    expect(books).toBeNull()
  })

  it('with an unknown key', async () => {
    const { faults } = await verdictOf(await zipOf(contentOf('list')), {}, [])
    expect(faults).toEqual([expect.stringContaining('not among the keys that you trust')])
  })

  const packed = (...more: readonly (readonly [name: string, bytes: Uint8Array])[]) => {
    const zip = new ZipWriter('pack')
    const { about, files } = contentOf('list')
    zip.file('about.json', new TextEncoder().encode(writeAbout(about)))
    for (const { name, bytes } of files) zip.file(name, bytes)
    for (const [name, bytes] of more) zip.file(name, bytes)
    zip.end()
    return new Uint8Array(zip.taken())
  }
  /** A journal that states another length. */
  const journal = (stated: (bytes: Uint8Array) => number) => {
    const bytes = Buffer.concat([...writeJournal(contentOf('workbook').entries)])
    const zipped = new Uint8Array(gzipSync(bytes))
    new DataView(zipped.buffer).setUint32(zipped.length - 4, stated(bytes), true)
    return ['journal.jsonl.gz', zipped] as const
  }
  /** The first part states this size: in the directory, and after its content. */
  const stating = (size: number) => {
    const bytes = packed()
    const view = new DataView(bytes.buffer)
    const directory = view.getUint32(bytes.length - 6, true)
    view.setUint32(directory + 24, size, true)
    view.setUint32(30 + 'about.json'.length + view.getUint32(directory + 20, true) + 12, size, true)
    return bytes
  }

  it.each<[string, () => Uint8Array<ArrayBuffer>, RegExp]>([
    ['two parts of one name', () => packed(['about.json', other]), /two parts named about\.json/],
    ['a path out of it', () => packed(['../about.csv', other]), /a name that no part has/],
    ['a folder', () => packed(['a/b.csv', other]), /a name that no part has/],
    ['a part that unpacks to far more', () => stating(2 ** 27), /unpacks to far more/],
    ['no journal', () => packed(), /has no journal\.jsonl\.gz/],
    // Programs differ in how much of these they read.
    [
      'a journal that states less than it has',
      () => packed(journal(({ length }) => length - 9)),
      /is damaged/,
    ],
    [
      'a journal that states more than fits in memory',
      () => packed(journal(() => 2 ** 31)),
      /unpacks to far more/,
    ],
    ['something after its end', () => new Uint8Array([...packed(), 1]), /not a ZIP file/],
    ['its end cut off', () => packed().slice(0, -9), /not a ZIP file/],
    ['a part that unpacks to more than it states', () => stating(7), /about\.json of the file is damaged/],
  ])('in a ZIP file with %s', async (_what, bytes, sentence) => {
    expect((await verdictOf(new Blob([bytes()]))).faults).toEqual([expect.stringMatching(sentence)])
  })
})
