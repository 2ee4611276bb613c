/** Files over HTTP, read back by readers that know nothing of the writers, and held against the rows of the store. */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { parse as csvParse } from 'csv-parse/sync'
import { readXlsx } from 'hucre'
import { readSheet } from 'read-excel-file/node'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import * as upstream from '../../../../e2e/support/scripted-service.ts'
import { parseBody } from '../../../contract/answer-body.ts'
import { type Database, DatabaseError } from '../../../database/database.ts'
import { openEither } from '../../../database/testing/databases.ts'
import { keptColumns } from '../../../files/kept-lists.ts'
import { type FileRow, transactionsExport } from '../../../files/list-export.ts'
import { csvGuarded } from '../../../files/writer.ts'
import type { AccountStore } from '../../../store/account-store.ts'
import type { DatesState } from '../../../store/state.ts'
import { openStore } from '../../../store/store.ts'
import {
  balancesOutcome,
  itemText,
  readWholeList,
  receivedList,
  vaultsOutcome,
  whitelistsOutcome,
} from '../../../store/testing/records.ts'
import { normaliseTransaction } from '../../../sync/service/normalise.ts'
import { newFolder } from '../../testing/folder.ts'
import { leastRead } from '../reading.ts'
import { testClock } from '../testing/clock.ts'
import { expectFailure, forTests, startGateway } from '../testing/gateway.ts'

const service = forTests(await upstream.startScriptedService())
/** A key is taken, and nothing can be read with it. */
const acceptKeys = () =>
  service.script('*', (request, response) =>
    request.url === leastRead
      ? upstream.json({ transactions: [] })(request, response)
      : upstream.errorBody('ERR-01')(request, response),
  )
acceptKeys()
beforeEach(acceptKeys)
const database = await openEither()
afterAll(() => database.close())
const store = await openStore(database)

const day = 86_400_000
const firstDay = Date.parse('2026-10-01T00:00:00Z')

const hostile = [
  '=1+1',
  '-5+3',
  '@x',
  'a\n=1',
  'say "so", he\r\nsaid',
  'a\u0000b',
  '\ud800',
  "'",
  'x;=1',
  '<c>',
]

/** More than two pieces of rows. */
const items = Array.from({ length: 1500 }, (_, index) =>
  itemText({
    id: `a-${String(index).padStart(4, '0')}`,
    status: index % 3 === 0 ? 'failed' : 'completed',
    details: { note: hostile[index] ?? '', amount: `${index}.000000000000000001`, risk: index },
  }),
)

const dates = {
  ...({ failure: null, form: 'day', days: 'utc', isComplete: true } as const),
  ...{ askedFrom: null, longestPage: 0, undated: 0, doubts: [] },
} satisfies DatesState

async function accountOf(apiKey: string): Promise<AccountStore> {
  const reader = { kind: 'typed' } as const
  const records = store.of(await store.account({ service: service.address, reader, apiKey, accountId: null }))
  // Otherwise it is forgotten.
  await records.attend('a session', 3600, true)
  return records
}

/** The first has two rows of which it is not known whether they are in October. */
async function fillAccount(apiKey: string, texts: readonly string[]): Promise<AccountStore> {
  const records = await accountOf(apiKey)
  await readWholeList(records, receivedList(texts), {
    lists: {
      vaults: vaultsOutcome({
        vault_id: `vault of ${apiKey}`,
        assets: [{ asset_id: 'BTC' }, { asset_id: 'ETH' }],
      }),
      whitelists: whitelistsOutcome({ whitelist_id: `list of ${apiKey}`, assets: [{ address: 'x' }] }),
      balances: {
        all: balancesOutcome({ asset_id: apiKey }),
        cold: balancesOutcome({ asset_id: `cold ${apiKey}` }),
      },
    },
    state: { dates },
  })
  const spans = texts.map((text, index) => {
    const from = firstDay + (index % 40) * day
    return { id: JSON.parse(text).transaction_id, from, before: from + (index < 2 ? 60 : 1) * day }
  })
  // Kept to the end, so that no gateway reads the account.
  await records.setDays((await records.takeLease('test', 3600)) ?? '', spans)
  return records
}

await (await accountOf('a new key')).takeLease('test', 3600)
const records = await fillAccount('key a', items)
await fillAccount(
  'key with much',
  // More than sockets take at once.
  Array.from({ length: 40 }, (_, index) =>
    itemText({ id: `m-${index}`, details: { note: 'x'.repeat(500_000) } }),
  ),
)
await fillAccount('key b', [itemText({ id: 'b-1' })])

async function startDownloads(settings: Record<string, string> = {}, given: Database = database) {
  const folder = await newFolder()
  const auditLog = join(folder, 'audit.log')
  const ticks: (() => void)[] = []
  const clock = {
    ...testClock(),
    every(_: number, call: () => void) {
      ticks.push(call)
      return () => void ticks.splice(ticks.indexOf(call), 1)
    },
  }
  const gateway = await startGateway(
    {
      ...{
        CUSTODY_API_URL: service.address,
        KEEP_RECORDS: 'configured',
        AUDIT_LOG: auditLog,
        DATA_DIR: folder,
      },
      ...settings,
    },
    { openRecords: async () => ({ ...given, close: async () => {} }), clock },
  )
  await gateway.sync.settled()
  const signIn = async (key: string) => {
    const cookie = await gateway.signIn(key)
    await gateway.sync.settled()
    const { mark } = await gateway.state(cookie)
    const ask = (path: string, fingerprint = mark ?? '') =>
      gateway.fetch(`/api${path}${path.includes('?') ? '&' : '?'}fingerprint=${fingerprint}`, {
        headers: { cookie },
      })
    return { cookie, mark, ask }
  }
  const lines = async () => {
    const text = await readFile(auditLog, 'utf8')
    return text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .filter(({ event }) => /^export-/.test(event))
  }
  return { gateway, signIn, lines, folder, tick: () => ticks.map((call) => call()) }
}

const { gateway, signIn, lines } = await startDownloads()
const reader = await signIn('key a')

async function fileOf(path: string, { ask } = reader) {
  const answer = await ask(path)
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect(answer.status, bytes.toString()).toBe(200)
  const digest = createHash('sha256').update(bytes)
  expect(answer.headers.get('content-length')).toBe(String(bytes.length))
  expect(answer.headers.get('repr-digest')).toBe(`sha-256=:${digest.digest('base64')}:`)
  const name = /^attachment; filename="([\w.-]+)"$/.exec(answer.headers.get('content-disposition') ?? '')?.[1]
  return { bytes, text: bytes.toString(), name, type: answer.headers.get('content-type') }
}

const rows = items.map((text) => transactionsExport.rowsOf(normaliseTransaction(parseBody(text)))[0] ?? {})

const dayOf = (index: number) =>
  index < 2 ? '' : new Date(firstDay + (index % 40) * day).toISOString().slice(0, 10)
const instantAt = (milliseconds: number) => new Date(milliseconds).toISOString()

const columns = keptColumns('transactions')
const cellsOf = (index: number): readonly string[] => {
  const from = firstDay + (index % 40) * day
  const own = {
    ...rows[index],
    recorded_on: dayOf(index),
    recorded_from: instantAt(from),
    recorded_before: instantAt(from + (index < 2 ? 60 : 1) * day),
  }
  return columns.map((name) => Reflect.get(own, name) ?? '')
}

describe('a file', () => {
  it('of transactions has each row of the list once, with guarded cells and dates, and says in its name as of when', async () => {
    const { bytes, name, type } = await fileOf('/transactions?as=csv')
    const { asOf } = await records.state()
    expect(name).toBe(`transactions_${asOf?.slice(0, 19).replaceAll(':', '-')}Z.csv`)
    expect(type).toBe('text/csv;charset=utf-8')
    const expected = rows.map((_, index) =>
      cellsOf(index).map((cell) => csvGuarded(cell).replace(/\p{Cs}/gu, '\ufffd')),
    )
    expect(csvParse(bytes, { bom: true })).toEqual([[...columns], ...expected])
  })

  it('has exact amounts as text in XLSX, with numbers beside them', async () => {
    const { bytes, name } = await fileOf('/transactions?as=xlsx&status=failed')
    expect(name).toMatch(/^transactions_failed_.*Z\.xlsx$/)
    const [header = [], ...read] = (await readXlsx(bytes)).sheets[0]?.rows ?? []
    const at = header.indexOf('Amount')
    expect(header[at + 1]).toBe('Amount (approx.)')
    expect(read.map((cells) => cells[at])).toEqual(
      rows.flatMap(({ amount = null }: FileRow, index) => (index % 3 === 0 ? [amount] : [])),
    )
    expect((await readSheet(bytes, 'Rows'))[2]?.[header.indexOf('Recorded on')]).toEqual(new Date(dayOf(3)))
  })

  it('has whole records in JSON, one a line, with their dates beside them unless no column has them', async () => {
    const dated = JSON.parse((await fileOf('/transactions?as=json')).text)
    expect(dated).toEqual(
      items.map((text, index) => ({
        recorded_on: dayOf(index) || null,
        recorded_from: expect.any(String),
        recorded_before: expect.any(String),
        record: parseBody(text),
      })),
    )
    const { text } = await fileOf('/transactions?as=json&column=transaction_id')
    expect(JSON.parse(text)).toEqual(items.map(parseBody))
    expect(text.split('\n')).toHaveLength(items.length + 3)
  })

  it('has the columns that were asked for, in their order, and the rows in that of the page', async () => {
    const { text } = await fileOf('/transactions?as=csv&column=amount&column=transaction_id&sort=amount:desc')
    const [header, first] = text.slice(1).split('\r\n')
    expect([header, first]).toEqual(['amount,transaction_id', '1499.000000000000000001,a-1499'])
    for (const path of [
      '/transactions?as=csv&column=no_such',
      '/transactions?as=csv&limit=5',
      '/vaults?as=csv&column=amount',
    ])
      expect((await (await reader.ask(path)).json()).error_code).toBe('ERR-00')
  })

  it('of a period is partial while it is not known whether rows are in it, and says of how many', async () => {
    const { text, name } = await fileOf('/transactions?as=csv&start_date=2026-10-01&end_date=2026-10-31')
    expect(name).toMatch(/^transactions_2026-10_.*Z\.WITHOUT-2-UNDECIDED\.PARTIAL\.csv$/)
    const within = items.filter((_, index) => index >= 2 && index % 40 < 31)
    expect(csvParse(text.slice(1))).toHaveLength(within.length + 1)
  })

  it.each([
    ['/vaults', 'vaults', ['vault of key a', 'vault of key a']],
    ['/whitelist', 'whitelists', ['list of key a']],
    ['/balances', 'balances', ['all']],
    ['/balances/cold', 'balances-cold', ['cold']],
  ])('of %s has its rows', async (path, kind, first) => {
    const { text, name } = await fileOf(`${path}?as=csv`)
    expect(name).toMatch(new RegExp(`^${kind}_[\\dTZ-]+\\.csv$`))
    expect(
      csvParse(text.slice(1))
        .slice(1)
        .map(([cell]: string[]) => cell),
    ).toEqual(first)
  })

  it('of totals has counts and exact sums, with the asset of fees', async () => {
    const { text, name } = await fileOf('/totals?as=csv&by=network_id&by=status')
    expect(name).toMatch(/^count_[\dTZ-]+\.csv$/)
    expect(csvParse(text.slice(1))).toEqual([
      [
        'network_id',
        'status',
        'transactions',
        'amount',
        'fee',
        'fee_asset',
        'amountless',
        'feeless',
        'recorded_from',
        'recorded_before',
      ],
      [
        'BTC',
        'completed',
        '1000',
        '750000.000000000000001',
        '1',
        'BTC',
        '0',
        '0',
        expect.any(String),
        expect.any(String),
      ],
      [
        'BTC',
        'failed',
        '500',
        '374250.0000000000000005',
        '0.5',
        'BTC',
        '0',
        '0',
        expect.any(String),
        expect.any(String),
      ],
    ])
  })

  it('of another account has nothing of this one', async () => {
    const other = await signIn('key b')
    const { text } = await fileOf('/transactions?as=csv&column=transaction_id', other)
    expect(text).toBe('\ufefftransaction_id\r\nb-1\r\n')
    for (const path of ['/vaults', '/whitelist', '/balances', '/balances/cold', '/totals?by=asset_id'])
      expect((await fileOf(`${path}${path.includes('?') ? '&' : '?'}as=csv`, other)).text).not.toContain(
        'key a',
      )
    // The link of the one, opened in the session of the other.
    await expectFailure(await other.ask('/transactions?as=csv', reader.mark ?? ''), 'GTW-12')
    await expectFailure(await reader.ask('/transactions?as=csv', other.mark ?? ''), 'GTW-12')
  })

  it('is told in the audit log before it begins and when it was sent', async () => {
    const { bytes } = await fileOf('/transactions?as=csv&status=failed&status=completed&text=@x')
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    await expect.poll(async () => (await lines()).at(-1)?.sha256).toBe(sha256)
    const [begun, ended] = (await lines()).slice(-2)
    const both = {
      id: begun.id,
      by: 'gateway',
      kind: 'transactions',
      format: 'csv',
      filters: ['status', 'text'],
    }
    expect(begun).toMatchObject({ event: 'export-begun', ...both })
    expect(ended).toMatchObject({
      event: 'export-ended',
      ...both,
      outcome: 'complete',
      completeness: 'complete',
      rows: 1,
    })
    expect(begun.session).toBe(ended.session)
  })
})

describe('no file', () => {
  it('is made without a session or the fingerprint of one, or for HEAD', async () => {
    await expectFailure(await gateway.fetch('/api/transactions?as=csv&fingerprint=x'), 'GTW-04')
    const { cookie } = reader
    const answer = await gateway.fetch('/api/transactions?as=csv', { headers: { cookie } })
    expect((await answer.json()).error_code).toBe('ERR-00')
    const head = await gateway.fetch(`/api/transactions?as=csv&fingerprint=${reader.mark}`, {
      headers: { cookie },
      method: 'HEAD',
    })
    expect(head.status).toBe(405)
  })

  it('is made before records are read, or where none are kept', async () => {
    const early = await signIn('a new key')
    await expectFailure(await early.ask('/transactions?as=csv'), 'GTW-26')
    const without = await startGateway({ CUSTODY_API_URL: service.address })
    const cookie = await without.signIn()
    const { mark } = await without.state(cookie)
    const answer = await without.fetch(`/api/vaults?as=csv&fingerprint=${mark}`, { headers: { cookie } })
    await expectFailure(answer, 'GTW-27')
  })

  it('is larger than the room for all of them', async () => {
    const small = await startDownloads({ DOWNLOADS_MEGABYTES: '1' })
    const { ask } = await small.signIn('key a')
    const { details } = await expectFailure(await ask('/transactions?as=json'), 'GTW-28')
    expect(details).toContain('1 MB')
    expect((await ask('/transactions?as=csv&status=failed')).status).toBe(200)
    await expect
      .poll(small.lines)
      .toMatchObject([{}, { outcome: 'failed', rows: null }, {}, { outcome: 'complete' }])
  })
})

function promised() {
  let [resolve, reject]: [() => void, (error: Error) => void] = [() => {}, () => {}]
  const promise = new Promise<void>((...settle) => {
    ;[resolve, reject] = settle
  })
  return { promise, resolve, reject }
}

async function* heldPieces<Row>(pieces: AsyncIterable<Row>, hold: () => Promise<void>): AsyncGenerator<Row> {
  for await (const rows of pieces) {
    yield rows
    await hold()
  }
}

describe('what is under way', () => {
  /** A gateway whose database waits before the second piece of rows, until it is told to go on, or to fail. */
  async function startHeld() {
    const isAsked = promised()
    const goOn = promised()
    const { read } = database
    const held: Database = {
      ...database,
      // Both databases are read as PostgreSQL is.
      isEmbedded: false,
      read: (work, options) =>
        read(
          (queries) =>
            work({
              ...queries,
              pieces: (...asked) =>
                heldPieces(queries.pieces(...asked), () => {
                  isAsked.resolve()
                  return goOn.promise
                }),
            }),
          options,
        ),
    }
    return { ...(await startDownloads({}, held)), isAsked: isAsked.promise, goOn }
  }

  const target = (mark: string | null) => `/api/transactions?as=csv&fingerprint=${mark}`

  it('ends with its reader, in the making', async () => {
    const { gateway, signIn, lines, isAsked, goOn, folder } = await startHeld()
    const { cookie, mark } = await signIn('key a')
    const leaving = new AbortController()
    const answer = gateway.fetch(target(mark), { headers: { cookie }, signal: leaving.signal })
    await isAsked
    leaving.abort()
    await expect(answer).rejects.toThrow()
    goOn.resolve()
    await expect
      .poll(async () => (await lines()).at(-1))
      .toMatchObject({
        ...{ event: 'export-ended', outcome: 'cancelled', completeness: null, rows: null, sha256: null },
      })
    expect(await readdir(join(folder, 'downloads'))).toEqual([])
  })

  it('ends with its reader, between the two', async () => {
    const isMade = promised()
    const goOn = promised()
    const held: Database = {
      ...database,
      isEmbedded: false,
      async read(work, options) {
        const made = await database.read(work, options)
        isMade.resolve()
        await goOn.promise
        return made
      },
    }
    const { gateway, signIn, lines } = await startDownloads({}, held)
    const { cookie, mark } = await signIn('key a')
    const leaving = new AbortController()
    const answer = gateway.fetch(target(mark), { headers: { cookie }, signal: leaving.signal })
    await isMade.promise
    leaving.abort()
    await expect(answer).rejects.toThrow()
    await expect.poll(() => gateway.log.some((line) => line.includes('"aborted":true'))).toBe(true)
    goOn.resolve()
    await expect
      .poll(async () => (await lines()).at(-1))
      .toMatchObject({ event: 'export-ended', outcome: 'cancelled', completeness: 'complete', rows: 1500 })
  })

  it('ends with its reader, on the way', async () => {
    const { gateway, signIn, lines } = await startDownloads()
    const { cookie, mark } = await signIn('key with much')
    const { hostname, port } = new URL(gateway.address)
    const path = `/api/transactions?as=json&fingerprint=${mark}`
    await new Promise<void>((resolve, reject) => {
      const asked = httpRequest({ hostname, port, path, headers: { cookie } }, (answer) => {
        answer.once('data', () => answer.destroy()).once('close', resolve)
      })
      asked.once('error', reject).end()
    })
    await expect
      .poll(async () => (await lines()).at(-1))
      .toMatchObject({
        ...{ event: 'export-ended', outcome: 'cancelled', completeness: 'complete', rows: 40 },
      })
  })

  it('is not begun for a request behind another on its connection, which may end before', async () => {
    const { gateway, signIn, lines } = await startDownloads()
    const { cookie, mark } = await signIn('key with much')
    const { hostname, port } = new URL(gateway.address)
    const head = `GET /api/transactions?as=json&fingerprint=${mark} HTTP/1.1\r\nhost: ${hostname}:${port}\r\ncookie: ${cookie}\r\n\r\n`
    const socket = connect(Number(port), hostname)
    // Nothing more is taken of the answer.
    await new Promise((resolve) => socket.once('readable', resolve).write(head + head))
    socket.destroy()
    await expect
      .poll(lines)
      .toMatchObject([{ event: 'export-begun' }, { event: 'export-ended', outcome: 'cancelled' }])
  })

  it('ends with its session, and what was made by then is sent to nobody', async () => {
    const { gateway, signIn, lines, isAsked, goOn, tick } = await startHeld()
    const { cookie, mark } = await signIn('key a')
    const answer = gateway.fetch(target(mark), { headers: { cookie } })
    await isAsked
    await gateway.signOut(cookie)
    tick()
    goOn.resolve()
    await expectFailure(await answer, 'GTW-04')
    expect((await lines()).at(-1)).toMatchObject({ event: 'export-ended', outcome: 'cancelled' })
  })

  it('fails with the database, as an error and not as a shorter file', async () => {
    const { gateway, signIn, lines, isAsked, goOn } = await startHeld()
    const { cookie, mark } = await signIn('key a')
    const answer = gateway.fetch(target(mark), { headers: { cookie } })
    await isAsked
    goOn.reject(new DatabaseError('The database went away.', '57P01'))
    await expectFailure(await answer, 'GTW-08')
    expect((await lines()).at(-1)).toMatchObject({ event: 'export-ended', outcome: 'failed', rows: null })
  })

  it('is not more than three files for one session, and others have room', async () => {
    const { signIn, isAsked, goOn } = await startHeld()
    const [one, other] = [await signIn('key a'), await signIn('key b')]
    const asked = Array.from({ length: 7 }, () => one.ask('/transactions?as=csv'))
    await isAsked
    const refused = await Promise.race(asked)
    expect(refused.headers.get('retry-after')).toBe('5')
    await expectFailure(refused, 'GTW-23')
    expect((await other.ask('/vaults?as=csv')).status).toBe(200)
    goOn.resolve()
    const statuses = (await Promise.all(asked)).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 200, 200, 429, 429, 429, 429])
  })
})
