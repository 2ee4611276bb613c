/** A pack over HTTP: made of kept records, opened by its session alone, and the same as the account that it was made of. */
import { generateKeyPairSync } from 'node:crypto'
import { appendFile, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it, vi } from 'vitest'
import * as upstream from '../../../../e2e/support/scripted-service.ts'
import {
  type MadePack,
  madePacksPath,
  type OpenPack,
  packNameHeader,
  packsPath,
} from '../../../contract/packs.ts'
import type { Database } from '../../../database/database.ts'
import { checkEvidence } from '../../../evidence/check.ts'
import { blobSource, readZip } from '../../../evidence/zip.ts'
import { receivedAt, updateOutcome } from '../../../store/testing/records.ts'
import { downloadsOf } from '../../testing/downloads.ts'
import { jsonLines } from '../../testing/json-lines.ts'
import { expectFailure, forTests, type TestGateway } from '../testing/gateway.ts'
import { recordsFile } from './record-lines.ts'

const service = forTests(await upstream.startScriptedService())
const { startDownloads, records, database } = await downloadsOf(service)
const { privateKey } = generateKeyPairSync('ed25519')
const SIGNING_KEY = privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64')
const { gateway, signIn } = await startDownloads({ SIGNING_KEY, HOST: '0.0.0.0' })
const reader = await signIn('key a')
const other = await signIn('key b')

const october = { period: '2026-10', vaults: null, reference: 'Audit 7' }

/** Milliseconds. */
const patience = { timeout: 60_000, interval: 100 }

async function madePack(asked: object = october, { cookie, fingerprint } = reader) {
  const begun: MadePack = await (await gateway.post(madePacksPath, asked, { cookie })).json()
  await vi.waitUntil(async () => {
    const packs: readonly MadePack[] = await (
      await gateway.fetch(madePacksPath, { headers: { cookie } })
    ).json()
    return packs.find(({ id }) => id === begun.id)?.state === 'ready'
  }, patience)
  const answer = await gateway.fetch(`${madePacksPath}/${begun.id}?fingerprint=${fingerprint}`, {
    headers: { cookie },
  })
  expect(answer.status).toBe(200)
  return new File([await answer.arrayBuffer()], 'october.zip')
}

function open(file: Blob, cookie: string, from: TestGateway = gateway) {
  return from.fetch(packsPath, {
    method: 'POST',
    headers: {
      'content-type': 'application/zip',
      cookie,
      [packNameHeader]: encodeURIComponent('Bücher.zip'),
    },
    body: file,
  })
}

async function opened(file: Blob, { cookie } = reader): Promise<OpenPack> {
  const answer = await open(file, cookie)
  const text = await answer.text()
  expect(answer.status, text).toBe(200)
  return JSON.parse(text)
}

async function answerOf(path: string, { cookie } = reader) {
  for (;;) {
    const answer = await gateway.fetch(`/api${path}`, { headers: { cookie } })
    const body = await answer.json()
    // A count may come after the rows.
    if (body?.total !== null) return { status: answer.status, body }
  }
}

const pack = await madePack()
const { keys } = await (await gateway.fetch('/.well-known/jwks.json')).json()

describe('a pack', () => {
  it('has every record as the service gave it, and says what it is of', async () => {
    const { verdict, files } = await checkEvidence(blobSource(pack), keys)
    expect(verdict.headline).toBe('Genuine, but not complete')
    expect(verdict.about).toMatchObject({
      what: {
        ...{ kind: 'pack', name: 'audit-pack', vaults: null },
        period: { from: '2026-10-01T00:00:00.000Z', before: '2026-11-01T00:00:00.000Z', zone: 'UTC' },
      },
      stated: { reference: 'Audit 7' },
    })
    const names = ['statement.csv', 'statement.json', 'postings.csv', 'transactions.csv', recordsFile]
    expect([...files.keys()]).toEqual(expect.arrayContaining(names))
    expect(files.has('postings.json')).toBe(false)
    const lines = jsonLines(gunzipSync(await bytesIn(pack, recordsFile)).toString())
    expect(lines.filter(({ list }) => list === 'transactions')).toHaveLength(1500)
  })

  it('of a vault that is not there, of no period, or of one to come is not made', async () => {
    for (const [asked, part] of [
      [{ ...october, period: 'May' }, 'period must be'],
      [{ ...october, period: '2999' }, 'has not begun'],
      [{ ...october, reference: 'two\nlines' }, 'one line'],
    ] as const) {
      const answer = await gateway.post(madePacksPath, asked, { cookie: reader.cookie })
      expect((await answer.json()).details).toContain(part)
    }
    const begun: MadePack = await (
      await gateway.post(madePacksPath, { ...october, vaults: 'nowhere' }, { cookie: reader.cookie })
    ).json()
    await expect
      .poll(async () => {
        const packs: readonly MadePack[] = (await answerOf('/audit-packs')).body
        return packs.find(({ id }) => id === begun.id)?.failure
      })
      .toContain('a vault that the account does not have')
  })

  it('is fetched by the session that made it alone', async () => {
    const [{ id }] = (await answerOf('/audit-packs')).body
    const answer = await gateway.fetch(`${madePacksPath}/${id}?fingerprint=${other.fingerprint}`, {
      headers: { cookie: other.cookie },
    })
    await expectFailure(answer, 'GTW-05')
    expect((await answerOf('/audit-packs', other)).body).toEqual([])
  })
})

describe('packs that are made beside each other', () => {
  const begin = (from: TestGateway, { cookie }: { readonly cookie: string }, asked: object = october) =>
    from.post(madePacksPath, asked, { cookie })
  const packsOf = async (from: TestGateway, { cookie }: { readonly cookie: string }) => {
    const packs: readonly MadePack[] = await (await from.fetch(madePacksPath, { headers: { cookie } })).json()
    return packs.map(({ state }) => state)
  }

  it('wait for their turn, one of each key at a time, and none is refused', async () => {
    const begun: (() => void)[] = []
    const held: Database = {
      ...database,
      lock: null,
      async read(work, options) {
        await new Promise<void>((resolve) => void begun.push(resolve))
        return await database.read(work, options)
      },
    }
    const own = await startDownloads({ SIGNING_KEY }, held)
    const readers = [await own.signIn('key a'), await own.signIn('key a'), await own.signIn('key b')]
    for (const each of readers) expect((await begin(own.gateway, each)).status).toBe(202)
    // The second of the first key would have come before that of the other.
    await expect.poll(() => begun.length, patience).toBe(2)
    begun[0]?.()
    await expect.poll(() => begun.length, patience).toBe(3)
    for (const goOn of begun) goOn()
    await vi.waitUntil(async () => {
      const states = await Promise.all(readers.map((each) => packsOf(own.gateway, each)))
      return states.flat().every((state) => state === 'ready')
    }, patience)
  })

  it('that failed go when another is begun', async () => {
    const own = await startDownloads({ SIGNING_KEY })
    const one = await own.signIn('key b')
    for (const _ of [1, 2]) {
      expect((await begin(own.gateway, one, { ...october, vaults: 'nowhere' })).status).toBe(202)
      await expect.poll(() => packsOf(own.gateway, one), patience).toEqual(['failed'])
    }
  })

  it('leave no place taken where the audit log cannot hold that they begin', async () => {
    const own = await startDownloads({ SIGNING_KEY })
    const one = await own.signIn('key b')
    // After the lines about the sign-in.
    expect(await packsOf(own.gateway, one)).toEqual([])
    const log = join(own.folder, 'audit.log')
    const { size } = await stat(log)
    await appendFile(log, 'another program')
    await expectFailure(await begin(own.gateway, one), 'GTW-30')
    await truncate(log, size)
    await expect.poll(async () => (await begin(own.gateway, one)).status, patience).toBe(202)
  })
})

describe('an open pack', () => {
  it('answers what the account answers, and says of itself what was signed', async () => {
    const { id, ...about } = await opened(pack)
    expect(about).toMatchObject({ name: 'Bücher.zip', service: service.address, key: keys[0].kid })
    for (const path of [
      '/transactions?limit=50&offset=100&sort=amount:desc',
      '/transactions?start_date=2026-10-05&end_date=2026-10-07',
      '/transactions?text=a-0007',
      '/totals?by=status',
      '/vaults',
      '/balances',
      '/balances/cold',
      '/whitelist',
      '/search?text=a-0007',
      '/addresses/own',
    ]) {
      const [account, packed] = [await answerOf(path), await answerOf(`/packs/${id}${path}`)]
      expect([path, packed.status, packed.body]).toEqual([
        path,
        200,
        { ...account.body, revision: expect.any(String) },
      ])
    }
    expect((await answerOf(`/packs/${id}/balances/warm`)).body).toMatchObject({
      error_code: 'GTW-32',
      details: 'The pack does not have this list.',
    })
    const record = await answerOf(`/packs/${id}/transactions/a-0007`)
    expect(record.body).toMatchObject({ from: 'store', silence: null, record: { transaction_id: 'a-0007' } })
    expect((await answerOf(`/packs/${id}/transactions/nowhere`)).body.error_code).toBe('TXN-04')
    const csv = (base: string) => reader.ask(`${base}/transactions?as=csv`).then((answer) => answer.text())
    expect(await csv(`/packs/${id}`)).toBe(await csv(''))
  })

  it('is of the session that opened it alone, and nothing of it is signed or read anew', async () => {
    const { id } = await opened(pack)
    expect((await answerOf(`/packs/${id}/vaults`, other)).body.error_code).toBe('GTW-34')
    expect((await gateway.fetch(`/api/packs/${id}/vaults`)).status).toBe(401)
    expect((await answerOf('/packs', other)).body).toEqual([])
    await expectFailure(await reader.ask(`/packs/${id}/transactions?as=csv&signed=true`), 'GTW-32')
    const sync = await gateway.post(`/api/packs/${id}/sync`, {}, { cookie: reader.cookie })
    expect(sync.status).toBe(405)
  })

  it('is compared with the present, and with another pack', async () => {
    const { id } = await opened(pack)
    for (const path of [`/reports/changes?with=${id}`, `/packs/${id}/reports/changes?with=present`]) {
      const { body } = await answerOf(path)
      expect(body.report?.headline, path).toMatchObject({
        text: expect.stringMatching(/^(Nothing changed|No change was found) since/),
      })
      expect(body.report.remarks.join()).toContain('Bücher.zip, read from')
    }
    expect((await answerOf(`/reports/changes?with=${id}`, other)).body.error_code).toBe('GTW-34')
    // Nobody watched in its period.
    const { report } = (await answerOf(`/packs/${id}/reports/changes`)).body
    expect(report.headline).toEqual({ text: 'What changed in this time is not known.', tone: 'warning' })
    expect(report.remarks[0]).toMatch(/^The pack has no changes/)
  })

  it('goes when it is closed, and with its session', async () => {
    const leaving = await signIn('key a')
    const [{ id }, { id: second }] = [await opened(pack, leaving), await opened(pack, leaving)]
    const closed = await gateway.fetch(`/api/packs/${id}`, {
      method: 'DELETE',
      headers: { cookie: leaving.cookie },
    })
    expect(closed.status).toBe(204)
    expect((await answerOf(`/packs/${id}/vaults`, leaving)).body.error_code).toBe('GTW-34')
    expect((await answerOf(`/packs/${second}/vaults`, leaving)).status).toBe(200)
    await gateway.signOut(leaving.cookie)
    await gateway.sync.settled()
    await expect.poll(async () => (await gateway.sync.store?.packs(''))?.length).toBe(3)
  })

  it('must be genuine, a pack, and small enough', async () => {
    const bytes = new Uint8Array(await pack.arrayBuffer())
    // In the middle, another bit of compressed data may still stand for the same text.
    const crc32 = 14
    bytes[crc32] = (bytes[crc32] ?? 0) ^ 1
    const changed = await open(new Blob([bytes]), other.cookie)
    expect((await expectFailure(changed, 'GTW-33')).details).toContain(
      'Not genuine: it is not in the form that a console saves',
    )
    const list = await reader.ask('/vaults?as=csv&signed=true')
    const signed = await open(await list.blob(), other.cookie)
    expect((await expectFailure(signed, 'GTW-33')).details).toContain('no records to open')
    const small = await startDownloads({ SIGNING_KEY, PACKS_MEGABYTES: '0' })
    const stranger = await small.signIn('key b')
    expect(
      (await expectFailure(await open(pack, stranger.cookie, small.gateway), 'GTW-33')).details,
    ).toContain('larger')
  })
})

describe('of a period in which something changed', () => {
  it('has the changes of that time, says that it has no others, and shows them with their records', async () => {
    const fence = (await records.takeLease('test', 3600)) ?? ''
    for (const [day, status] of [
      ['2026-11-10', 'pending'],
      ['2026-11-20', 'completed'],
    ] as const) {
      const row = receivedAt(0, { id: 'a-changed', status })
      const found = status === 'pending' ? { first: [row] } : { changed: [row] }
      const times = { begun: `${day}T10:00:00.000Z`, ended: `${day}T10:00:01.000Z` }
      await records.applyUpdate(fence, updateOutcome({ ...times, ...found }))
    }
    const changed = await madePack({ ...october, period: '2026-11-02..2026-11-15' })
    expect((await bytesIn(changed, 'changes.csv')).toString()).toContain('New: Pending')
    const { id } = await opened(changed)
    const history = await answerOf(`/packs/${id}/changes?kind=transaction&id=a-changed`)
    expect(history.body.changes).toMatchObject([{ event: 'new', after: 'pending' }])
    const { body } = await answerOf(`/packs/${id}/reports/changes`)
    expect(body.report.headline.text).toContain('1 new transaction.')
    expect(body.report.remarks[0]).toBe(
      'The pack has changes from 2026-11-02 00:00 UTC to 2026-11-16 00:00 UTC, and no others.',
    )
    const before = await answerOf(`/packs/${id}/reports/changes?from=2026-11-01`)
    const { rows } = before.body.report.tables.at(-1)
    const spans = rows.map(({ cells }: { cells: object }) => Object.values(cells))
    expect(spans).toEqual([
      ['The pack has no changes of this time.', '2026-11-01T00:00:00.000Z', '2026-11-02T00:00:00.000Z'],
      [
        'Nothing was read. Changes that lasted were seen afterwards.',
        '2026-11-02T00:00:00.000Z',
        '2026-11-10T10:00:00.000Z',
      ],
      [
        'Nothing was read. Changes that lasted were seen afterwards.',
        '2026-11-10T10:00:01.000Z',
        '2026-11-16T00:00:00.000Z',
      ],
    ])
  })
})

describe('without a session', () => {
  it('a pack is opened on this machine alone, and only by the browser that brought it', async () => {
    const alone = await startDownloads({ SIGNING_KEY })
    const begun = await open(pack, '', alone.gateway)
    expect(begun.status).toBe(200)
    const { id }: OpenPack = await begun.json()
    const cookie = begun.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const ask = (headers: Record<string, string>) =>
      alone.gateway.fetch(`/api/packs/${id}/vaults`, { headers })
    expect((await ask({ cookie })).status).toBe(200)
    expect((await ask({})).status).toBe(401)
    expect((await ask({ cookie, 'x-forwarded-for': '10.0.0.1' })).status).toBe(401)
    const state = await (await alone.gateway.fetch(`/session?pack=${id}`, { headers: { cookie } })).json()
    expect(state).toMatchObject({ signedIn: true, fixedKey: true, pack: { id } })
    const present = await alone.gateway.fetch(`/api/packs/${id}/reports/changes?with=present`, {
      headers: { cookie },
    })
    await expectFailure(present, 'GTW-04')
    expect((await gateway.fetch('/session?pack=x')).status).toBe(401)
    await expectFailure(await open(pack, ''), 'GTW-04')
    // A page whose own name leads to this machine.
    const named = await alone.gateway.raw(`/api/packs/${id}/vaults`, { cookie, host: 'evil.example' })
    expect(named.status).toBe(401)
  })

  it('a browser is known over HTTPS by a cookie that no other host of its domain can set', async () => {
    const fixed = await startDownloads({ SIGNING_KEY, CUSTODY_API_KEY: 'key a' })
    const https = { origin: fixed.gateway.address.replace('http:', 'https:') }
    const begun = await fixed.gateway.fetch(packsPath, {
      method: 'POST',
      headers: { ...https, 'sec-fetch-site': 'same-origin', 'content-type': 'application/zip' },
      body: pack,
    })
    expect(begun.status).toBe(200)
    const { id }: OpenPack = await begun.json()
    const [set = ''] = begun.headers.getSetCookie()
    expect(set).toMatch(/^__Host-custody_packs=[\w-]{32}; Path=\/; HttpOnly; Secure; SameSite=Strict$/)
    const [cookie = ''] = set.split(';')
    const statusWith = async (given: string) => {
      const headers = { ...https, 'sec-fetch-site': 'same-origin', cookie: given }
      return (await fixed.gateway.fetch(`/api/packs/${id}/vaults`, { headers })).status
    }
    expect(await statusWith(cookie)).toBe(200)
    expect(await statusWith(`custody_packs=${'a'.repeat(32)}; ${cookie}`)).toBe(200)
    expect(await statusWith(cookie.replace('__Host-', ''))).toBe(401)
  })
})

async function bytesIn(file: Blob, name: string): Promise<Buffer> {
  const content = (await readZip(blobSource(file))).find((each) => each.name === name)
  const pieces: Uint8Array[] = []
  for await (const piece of content?.read() ?? []) pieces.push(piece)
  return Buffer.concat(pieces)
}
