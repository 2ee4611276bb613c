/** Audit packs of the real service: made, read back, and changed by somebody who knows how they are made. */
import { unzipSync, zipSync } from 'fflate'
import Papa from 'papaparse'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { verdictText } from '../bin/verify-command.ts'
import { apiPrefix } from '../contract/session.ts'
import { runPack } from '../features/pack/run-pack.ts'
import { checkFile, checkPack } from '../features/verify/pack-verdict.ts'
import type { PackRequest } from '../files/pack.ts'
import type { ExportControl } from '../files/run.ts'
import { ZipWriter } from '../files/zip-writer.ts'
import { generateBooks } from './demonstration/generate.ts'
import type { Database } from './service/database/database.ts'
import { openEither } from './service/testing/databases.ts'
import { fill, listen, requestTime, type TestService } from './service/testing/service.ts'

const askBrowserless = globalThis.fetch
const { signal } = new AbortController()

const request: PackRequest = {
  title: 'Audit pack',
  format: 'zip',
  period: { first: '2026-01-01', last: '2026-03-31', name: 'Q1 2026' },
  link: '/statements?period=2026-Q1',
  session: 'mark',
  service: { address: 'https://custody.invalid', account: 'acme' },
}

const names = (
  'statement.csv statement.json opening-balances.csv closing-balances.csv transactions.csv whitelists.csv ' +
  'whitelist-review.csv whitelist-review.json reconciliation.csv reconciliation.json'
).split(' ')

describe('audit packs from the service', () => {
  let database: Database
  let service: TestService
  /** As the first test makes it. */
  let pack: { readonly name: string; readonly blob: Blob }

  beforeAll(async () => {
    database = await openEither()
    await fill(database, generateBooks({ transactions: 400, seed: 7, until: new Date(requestTime) }))
    service = await listen(database)
  })

  afterEach(() => vi.unstubAllGlobals())

  afterAll(async () => {
    await service?.close()
    await database?.close()
  })

  /** The console asks its gateway by path alone; `asked` may change what it asks for, or answer itself. */
  function reach(asked: (path: string) => string | Response = (path) => path): void {
    vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
      const changed = asked(path)
      if (typeof changed !== 'string') return changed
      const address = changed.replace(apiPrefix, service.address)
      return askBrowserless(address, { ...init, headers: { 'x-api-key': 'demo-viewer-key' } })
    })
  }

  async function made(control: Partial<ExportControl> = {}, session = request.session) {
    const pieces: Uint8Array<ArrayBuffer>[] = []
    const write = (bytes: Uint8Array) => void pieces.push(new Uint8Array(bytes))
    const options = { signal, now: () => Date.parse(requestTime), sleep: async () => {}, ...control }
    const facts = await runPack({ ...request, session }, { write }, options)
    const blob = new Blob(pieces)
    return { facts, blob, name: facts.file.name.replace('.json', '.zip'), pieces: pieces.length }
  }

  const checkedBy = (file: { readonly name: string; readonly blob: Blob }) =>
    checkPack(file, { signal, keys: [] })

  const unpacked = async (blob: Blob) => unzipSync(new Uint8Array(await blob.arrayBuffer()))
  const textOf = (files: Readonly<Record<string, Uint8Array>>, name: string) =>
    new TextDecoder().decode(files[name])

  it('is refused for a period that has not begun, before anything is asked', async () => {
    const asked: string[] = []
    reach((path) => {
      asked.push(path)
      return path
    })
    const toCome = { ...request, period: { first: '2026-11-21', last: '2026-12-31', name: 'later' } }
    const now = () => Date.parse(requestTime)
    await expect(runPack(toCome, { write: () => {} }, { signal, now })).rejects.toThrow('has not begun')
    expect(asked).toEqual([])
  })

  it('has every part with its facts, grows as it is read, and is verified whole', async () => {
    let requests = 0
    reach((path) => (++requests % 9 === 0 ? new Response('{', { status: 502 }) : path))
    const parts = new Set<string>()
    const { facts, ...file } = await made({
      retries: 5,
      onProgress: ({ part }) => part && parts.add(`${part.number} of ${part.of}, ${part.name}`),
    })
    pack = file
    expect([...parts]).toEqual([
      '1 of 5, Statement',
      '2 of 5, Transactions',
      '3 of 5, Whitelists',
      '4 of 5, Whitelist review',
      '5 of 5, Reconciliation',
    ])
    expect(file.pieces).toBeGreaterThan(10)
    expect(facts).toMatchObject({ list: 'audit-pack', completeness: 'complete', reasons: [] })
    const files = await unpacked(pack.blob)
    expect(Object.keys(files).sort()).toEqual(
      [...names, 'manifest.json']
        .flatMap((name) => [name, `${name}.facts.json`])
        .concat('README.txt')
        .sort(),
    )
    const readme = textOf(files, 'README.txt')
    expect(readme).toContain('AUDIT PACK: Q1 2026')
    expect(readme).toMatch(/Statement: All \d+ holdings proved\. By date recorded, in UTC/)
    for (const name of names) expect(readme).toContain(name)
    expect(readme.split('\r\n').every((line) => line.length <= 80 || line.includes('jq -r'))).toBe(true)
    const [header, first = ''] = textOf(files, 'transactions.csv').split('\r\n')
    expect(header).toMatch(/^transaction_id,retrieved_at,recorded_on,/)
    expect(first.split(',')[2]).toMatch(/^2026-0[1-3]-\d\d$/)

    const held = (name: string, column: string) => {
      const { data } = Papa.parse<Record<string, string>>(textOf(files, name).replace('\ufeff', ''), {
        header: true,
        skipEmptyLines: true,
      })
      return data.flatMap(({ line, asset_id, vault_id, [column]: amount }) =>
        amount === '0' ? [] : [`${line} ${asset_id} ${vault_id} ${amount}`],
      )
    }
    for (const end of ['opening', 'closing']) {
      expect(held(`${end}-balances.csv`, 'balance').length).toBeGreaterThan(20)
      expect(held(`${end}-balances.csv`, 'balance')).toEqual(held('statement.csv', end))
    }
    const days = ['opening', 'closing'].map((end) => textOf(files, `${end}-balances.csv.facts.json`))
    expect(days.map((facts) => /"end_of_day": "([^"]*)"/.exec(facts)?.[1])).toEqual([
      '2025-12-31',
      '2026-03-31',
    ])
    expect(textOf(files, 'statement.csv.facts.json')).toMatch(/"proof": \{\s+"proved": (\d+),\s+"of": \1\s/)

    const renamed = await checkFile({ ...pack, name: 'renamed' }, null, { signal, keys: [] })
    expect(renamed).toMatchObject({ kind: 'pack', outcome: 'complete' })
    const checked = await checkedBy(pack)
    expect(checked.faults.concat(checked.parts.flatMap(({ faults }) => faults))).toEqual([])
    expect(checked.outcome).toBe('complete')
    expect(checked.headline).toMatch(
      /^audit pack · 2026-01-01 to 2026-03-31 · made on .* UTC · 21 files · complete · not signed/,
    )
    expect(verdictText(checked)).toContain('pass  reconciliation.json\n')
  })

  it('calls no transactions of a period complete where the service ignores dates', async () => {
    reach((path) => path.replace(/(?<=[?&])(?:start|end)_date=[^&]*&?/g, ''))
    const { facts, blob } = await made({}, 'session of a service that ignores dates')
    expect(facts).toMatchObject({ completeness: 'partial' })
    const files = await unpacked(blob)
    expect(JSON.parse(textOf(files, 'transactions.csv.facts.json')).file.name).toContain('PARTIAL')
    const [about] = /(?<=^transactions\.csv\r\n)(?: {2}.*\r\n)+/m.exec(textOf(files, 'README.txt')) ?? []
    expect(about).toContain('PARTIAL')
    expect(about).not.toContain('Complete')
  })

  /** The pack with other files in it, packed as ours are. */
  async function changed(
    change: (files: Record<string, Uint8Array>) => readonly (readonly [string, Uint8Array])[],
  ) {
    const zip = new ZipWriter('stored')
    for (const [name, bytes] of change(await unpacked(pack.blob))) zip.file(name, bytes)
    zip.end()
    return { name: pack.name, blob: new Blob([new Uint8Array(zip.taken())]) }
  }

  const bytesOf = (text: string) => new TextEncoder().encode(text)

  it('waits out rate limits and goes on after the session was over, with nothing missing or twice', async () => {
    let requests = 0
    const error = (code: string, status: number) =>
      Response.json({ error_code: code, code: String(status) }, { status })
    const isLost = (at: number) => at === 40 || at === 200 || at === 420
    reach((path) => {
      requests += 1
      return requests % 13 === 0 ? error('ERR-03', 429) : isLost(requests) ? error('GTW-04', 401) : path
    })
    let waits = 0
    let signIns = 0
    const { facts, ...file } = await made({
      onWait: (waiting) => {
        if (waiting) waits += 1
      },
      onSignInNeeded: async () => {
        signIns += 1
      },
    })
    expect([waits > 30, signIns]).toEqual([true, 3])
    expect(facts).toMatchObject({ completeness: 'complete', reasons: [] })
    expect((await checkedBy(file)).outcome).toBe('complete')
    const [whole, held] = [await unpacked(pack.blob), await unpacked(file.blob)]
    const rows = (files: typeof whole, name: string) => textOf(files, name).split('\r\n').length
    expect(names.map((name) => rows(held, name))).toEqual(names.map((name) => rows(whole, name)))
    for (const end of ['opening-balances.csv', 'closing-balances.csv', 'statement.csv'])
      expect(textOf(held, end)).toBe(textOf(whole, end))
  })

  it('is found out where a file is missing, changed, exchanged or not in the manifest', async () => {
    const wrongIn = async (...[change]: Parameters<typeof changed>) => {
      const { outcome, faults, parts } = await checkedBy(await changed(change))
      expect(outcome).toBe('wrong')
      return [...faults, ...parts.flatMap(({ name, faults }) => faults.map((fault) => `${name}: ${fault}`))]
    }
    expect(
      await wrongIn((files) => Object.entries(files).filter(([name]) => name !== 'statement.json')),
    ).toEqual(['statement.json: It is in the manifest, but not in the ZIP.'])
    expect(await wrongIn((files) => [...Object.entries(files), ['more.csv', bytesOf('x')]])).toEqual([
      'more.csv is in the ZIP, but not in the manifest.',
    ])
    const [amount = ''] = /\d+\.\d{9,}/.exec(textOf(await unpacked(pack.blob), 'transactions.csv')) ?? []
    const other = amount.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10))
    const [changedFile, changedFacts] = await wrongIn((files) =>
      Object.entries(files).map(([name, bytes]) => [
        name,
        name === 'transactions.csv' ? bytesOf(`\ufeff${textOf(files, name).replace(amount, other)}`) : bytes,
      ]),
    )
    expect(changedFile).toBe('transactions.csv: It is not the file that the manifest lists.')
    expect(changedFacts).toMatch(/^transactions.csv: .* · changed: (amount|fee) of .* adds up to /)
    // Whoever changes the manifest as well is found out by its facts.
    const [manifest] = await wrongIn((files) =>
      Object.entries(files).map(([name, bytes]) => [
        name,
        name === 'manifest.json' ? bytesOf(textOf(files, name).replace('2026-03-31', '2026-03-30')) : bytes,
      ]),
    )
    expect(manifest).toMatch(/^The manifest does not match its facts: audit-pack · /)
    expect((await checkedBy({ ...pack, name: pack.name.replace(/[0-9a-f]\.zip$/, 'x.zip') })).faults).toEqual(
      [`With this manifest the pack would be named ${pack.name}.`],
    )
  })

  it('is refused with a sentence where it is made to do harm, or is another ZIP', async () => {
    const refused = async (blob: Blob) =>
      checkedBy({ name: 'pack.zip', blob }).then(
        () => 'accepted',
        (error: Error) => error.message,
      )
    const files = await unpacked(pack.blob)
    const all = Object.entries(files)
    const withOne = async (name: string) =>
      refused((await changed((files) => [...Object.entries(files), [name, bytesOf('x')]])).blob)
    const name = (path: string) => `This ZIP has a file “${path}”. No audit pack has a file of that name.`
    for (const path of ['../statement.csv', '/etc/passwd', 'a\\b.csv', 'C:x', '.ssh', 'a b', 'x/'])
      expect(await withOne(path)).toBe(name(path))
    expect(await withOne('Statement.csv')).toBe('This ZIP has the file Statement.csv twice.')
    expect(await withOne('manifest.json')).toBe('This ZIP has the file manifest.json twice.')
    const notOurs = expect.stringMatching(/^This is not an audit pack as this console writes it/)
    // A bomb has to be packed, and what is packed is not read.
    expect(await refused(new Blob([new Uint8Array(zipSync(files))]))).toEqual(notOurs)
    const bytes = new Uint8Array(await pack.blob.arrayBuffer())
    expect(await refused(new Blob([bytes, 'x']))).toEqual(notOurs)
    expect(await refused(new Blob([bytes.slice(0, -100)]))).toEqual(notOurs)
    const many = Array.from({ length: 101 }, (_, index) => [`f${index}`, bytesOf('')] as const)
    expect(await refused((await changed(() => many)).blob)).toBe(
      'This ZIP has more than 100 files. No audit pack has.',
    )
    const bare = await changed(() => all.filter(([path]) => !path.startsWith('manifest')))
    expect(await refused(bare.blob)).toMatch(/^This ZIP is not an audit pack: it has no manifest/)
    const large = await changed(() =>
      all.map(([path, content]) => [path, path === 'manifest.json' ? new Uint8Array(2 ** 20 + 1) : content]),
    )
    expect(await refused(large.blob)).toMatch(/^The manifest is far larger/)
  })

  it('names the parts that a service without dates does not let it have', async () => {
    reach((path) => path.replace(/(start|end)_date=[^&]*/g, '$1_date=never'))
    const { facts, ...file } = await made({}, 'mark-without-dates')
    expect(facts).toMatchObject({
      completeness: 'partial',
      reasons: [
        expect.stringMatching(/^Missing: Statement\. The service does not filter by date/),
        expect.stringMatching(/^Missing: Transactions\. The service did not give it: .*\(TXN-03\)$/),
      ],
    })
    expect(file.name).toMatch(/\.PARTIAL\.zip$/)
    const files = await unpacked(file.blob)
    expect(Object.keys(files)).toHaveLength(13)
    expect(textOf(files, 'README.txt')).toContain('- Missing from this pack: Statement.')
    const checked = await checkedBy(file)
    expect([checked.outcome, checked.faults]).toEqual(['incomplete', []])
    expect(verdictText(checked)).toContain('says: Missing: Transactions.')
  })

  it('keeps what was read where the reader ends it, and nothing where it is cancelled', async () => {
    reach()
    const finish = new AbortController()
    const { facts, ...file } = await made({
      finish: finish.signal,
      onProgress: ({ part }) => part?.number === 4 && finish.abort('The user stopped it.'),
    })
    expect(facts.reasons).toEqual([
      'Missing: Whitelist review. The user stopped it.',
      'Missing: Reconciliation. The user stopped it.',
    ])
    expect((await checkedBy(file)).outcome).toBe('incomplete')
    const cancel = new AbortController()
    const cancelled = made({
      signal: cancel.signal,
      onProgress: ({ part }) => part?.number === 2 && cancel.abort(new Error('cancelled')),
    })
    await expect(cancelled).rejects.toThrow('cancelled')
    const early = new AbortController()
    early.abort('The user stopped it.')
    await expect(made({ finish: early.signal })).rejects.toThrow('The user stopped it.')
  })
})
