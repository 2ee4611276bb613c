/** Two accounts of one store: what one of them is asked has nothing of the other, whatever it is asked. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import * as upstream from '../../../../e2e/support/scripted-service.ts'
import { acceptedEndpoint, acceptedPath } from '../../../contract/accepted-findings.ts'
import { addressEndpoints } from '../../../contract/addresses.ts'
import { changesEndpoint } from '../../../contract/changes.ts'
import { consoleEndpoints, fileFormats } from '../../../contract/console-api.ts'
import type { Endpoint } from '../../../contract/endpoints.ts'
import type { Report } from '../../../contract/report.ts'
import { revisionPath } from '../../../contract/revision.ts'
import { type SearchAnswer, searchEndpoint } from '../../../contract/search.ts'
import { sessionFingerprintHeader } from '../../../contract/session.ts'
import { syncPath } from '../../../contract/sync.ts'
import { fixtureBooks, fixtureTransactions } from '../../service/testing/books.ts'
import { startApi, startBooks } from '../../testing/console-api.ts'
import { newFolder } from '../../testing/folder.ts'
import { expectFailure, jsonBody } from '../testing/gateway.ts'

/** All that an account can be told from another by begins with its mark. */
const marks = ['mine-', 'other-'] as const
type Mark = (typeof marks)[number]

/** The same but for the mark, so that what belongs to nobody in particular matches rows of both; the second has fewer of everything. */
function booksOf(mark: Mark, rows: number) {
  const marked = <Row extends object>(row: Row, ...names: readonly (keyof Row)[]): Row => ({
    ...row,
    ...Object.fromEntries(names.map((name) => [name, `${mark}${row[name]}`])),
  })
  const asset = ['asset_id', 'network_id'] as const
  return {
    assets: fixtureBooks.assets.map((row) => marked(row, ...asset, 'asset_name', 'network_name')),
    vaults: fixtureBooks.vaults.map((row) => marked(row, 'vault_id', 'vault_name')),
    whitelists: fixtureBooks.whitelists.map((row) => marked(row, 'whitelist_id', 'whitelist_name')),
    whitelistAddresses: fixtureBooks.whitelistAddresses.map((row) =>
      marked(row, 'whitelist_id', ...asset, 'address', 'memo'),
    ),
    transactions: fixtureTransactions.slice(0, rows).map((row) => ({
      ...marked(row, ...asset, ...ofTransaction),
      blockexplorer_link: `https://explorer.example/tx/${mark}${row.txn_hash}`,
    })),
    holdings: () => [...fixtureBooks.holdings()].map((row) => marked(row, 'vault_id', ...asset)),
  }
}

const ofTransaction = [
  ...(['transaction_id', 'txn_hash', 'memo', 'note'] as const),
  ...(['source_id', 'source_name', 'source_address'] as const),
  ...(['destination_id', 'destination_name', 'destination_address'] as const),
]

const mine = await startBooks(booksOf('mine-', 63))
const others = await startBooks(booksOf('other-', 40))
/** One service, which tells its accounts apart by their keys. */
const service = await upstream.startScriptedService(mine.address)
const ofOther = await upstream.startScriptedService(others.address)
service.script('*', (request, response) => {
  const isOther = request.headers['x-api-key'] === 'other-key'
  request.headers['x-api-key'] = 'demo-viewer-key'
  ;(isOther ? ofOther : service).passOn(request, response)
})

const auditLog = join(await newFolder(), 'audit.log')

const { gateway, database, pass } = await startApi({
  ...{ CUSTODY_API_URL: service.address, AUDIT_LOG: auditLog },
  // Readings take hours of the clock of tests.
  ...{ SESSION_IDLE_MINUTES: '1000', SESSION_HOURS: '700' },
})

async function signIn(apiKey: string) {
  const cookie = await gateway.signIn(apiKey)
  for (const seconds of [0, 20, 40, 60]) await pass(seconds)
  return { cookie, fingerprint: (await gateway.state(cookie)).fingerprint ?? '' }
}
type Reader = Awaited<ReturnType<typeof signIn>>

type ParametersOf<E extends Endpoint> = E extends Endpoint ? keyof E['parameters'] & string : never
type AnyEndpoint =
  | (typeof consoleEndpoints)[keyof typeof consoleEndpoints]
  | (typeof addressEndpoints)[keyof typeof addressEndpoints]
  | typeof searchEndpoint
  | typeof changesEndpoint
/** A download has its cases below. */
type AskedParameter = Exclude<ParametersOf<AnyEndpoint>, 'as' | 'fingerprint' | 'signed'>

/** Values of an account for every parameter: its own names, and where values are anybody's, those that match rows of both accounts. */
function valuesOf(mark: Mark): Readonly<Record<AskedParameter, readonly string[]>> {
  const marked = (...texts: readonly string[]) => texts.map((text) => mark + text)
  const [{ transaction_id = '', txn_hash = '' } = {}] = fixtureTransactions.slice(1)
  return {
    limit: ['1000'],
    offset: ['1', '40'],
    transaction_id: marked(transaction_id),
    source_id: marked('vault-1'),
    source_address: marked('source-1'),
    asset_id: marked('BTC'),
    network_id: marked('ETH'),
    transaction_type: ['withdraw'],
    destination_id: marked('list-1'),
    destination_address: marked('destination-1'),
    status: ['completed', 'pending'],
    start_date: ['2026-11-01'],
    end_date: ['2026-11-01'],
    address: marked('source-1', 'address-list-1-1'),
    counterparty: marked('list-1', 'address-list-1-1', 'vault-1'),
    sent_to: marked('list-1', 'destination-1'),
    received_from: marked('source-1'),
    memo: marked('memo'),
    amount_from: ['38.5'],
    amount_over: ['38.5'],
    amount_to: ['1.5'],
    amount_under: ['1.5'],
    fee_over: ['0'],
    changed_since: ['2026-01-01T00:00:00Z'],
    changed_to: ['new', 'completed'],
    text: [
      ...marked(txn_hash, 'source-1', 'Treasury'),
      ...[`${mark}txn…${transaction_id.slice(-2)}`, '39.000000000000000001'],
      `https://explorer.example/tx/${mark}${txn_hash}`,
    ],
    sort: ['amount:desc', 'vault_name:desc', 'asset_id:desc', 'whitelist_name:desc'],
    by: ['asset_id', 'network_id', 'transaction_type', 'status', 'source_address', 'destination_address'],
    currency: ['EUR'],
    column: [`column of ${mark}`],
    vault_id: marked('vault-1'),
    vault_type: ['cold'],
    whitelist_id: marked('list-1'),
    whitelist_type: ['third_party'],
    after: ['0'],
    kind: ['transaction', 'whitelist', 'entry', 'vault', 'holding', 'balance'],
    id: marked(transaction_id, 'list-1', 'vault-1'),
    event: ['new', 'changed'],
  }
}

/** Of records and types, in the path. */
const pathValues: Readonly<Record<string, (mark: Mark) => string>> = {
  tx_id: (mark) => `${mark}${fixtureTransactions[1]?.transaction_id}`,
  vaults_id: (mark) => `${mark}vault-1`,
  vault_type: () => 'cold',
}

const allEndpoints: readonly Endpoint[] = [
  ...Object.values(consoleEndpoints),
  ...Object.values(addressEndpoints),
  searchEndpoint,
  changesEndpoint,
  acceptedEndpoint,
]

/** What is asked with the values of an account: each endpoint alone, and with each of its parameters, as JSON and as a file. */
function questionsWith(mark: Mark): readonly string[] {
  const values: Readonly<Partial<Record<string, readonly string[]>>> = valuesOf(mark)
  return allEndpoints.flatMap(({ path, pathParameter = '', parameters }) => {
    const place = path.replace(/\{.*\}/, pathValues[pathParameter]?.(mark) ?? 'no case')
    const queries = Object.keys(parameters)
      .filter((name) => !['as', 'fingerprint', 'signed'].includes(name))
      .map((name) => {
        const given = values[name]
        if (given === undefined) throw new Error(`${name} of ${path} has no case`)
        return given.map((value) => String(new URLSearchParams({ [name]: value })))
      })
    const targets = ['', ...queries.flat()].map((query) => `${place}${query && `?${query}`}`)
    const totalled = 'by' in parameters ? [`${place}?by=source_address&${queries.flat().join('&')}`] : []
    if (!('as' in parameters)) return targets
    const files = queries.flatMap(([query = '']) =>
      /^(limit|offset)/.test(query) ? [] : `${place}?${query}&as=csv`,
    )
    return [...targets, ...totalled, ...files, ...fileFormats.map((as) => `${place}?as=${as}`)]
  })
}

/** They differ from one reading to the next. */
const times = /\d{4}-\d\d-\d\dT\d\d[:-]\d\d[:-]\d\d(\.\d+)?Z/g
/** A cookie is renewed by its age. */
const changing: ReadonlySet<string> = new Set([
  ...['date', 'set-cookie', 'x-request-id', 'repr-digest', 'content-length'],
])

/** Status, headers and body. */
async function answerOf({ cookie, fingerprint }: Reader, target: string): Promise<string> {
  const path = target.includes('as=') ? `${target}&fingerprint=${fingerprint}` : target
  const answer = await gateway.fetch(`/api${path}`, { headers: { cookie } })
  const bytes = new Uint8Array(await answer.arrayBuffer())
  const isArchive = bytes[0] === 0x50 && bytes[1] === 0x4b
  const texts = isArchive ? Object.values(unzipSync(bytes)) : [bytes]
  const body = texts.map((text) => new TextDecoder().decode(text)).join('\n')
  // A count may come after the rows.
  if (body.includes('"total":null,')) return await answerOf({ cookie, fingerprint }, target)
  const headers = [...answer.headers].filter(([name]) => !changing.has(name))
  const whole = `${answer.status} ${JSON.stringify(headers)}\n\n${body}`
  return whole.replace(times, 'a time').replace(/"revision":"[^"]*"/g, '"revision":null')
}

/** The body, which repeats what was typed in a search alone. */
function foundIn(answer: string): string {
  const body = answer.slice(answer.indexOf('\n\n'))
  if (!body.includes('"looked_for"')) return body
  const { groups, offer }: SearchAnswer = JSON.parse(body)
  return JSON.stringify([groups.map(({ hits }) => hits), offer?.hits])
}

async function answersTo(reader: Reader, targets: readonly string[]): Promise<Record<string, string>> {
  const answers: Record<string, string> = {}
  for (const target of targets) answers[target] = await answerOf(reader, target)
  return answers
}

/** The first that the review has. Returns its id. */
async function acceptFinding({ cookie }: Reader, reason: string): Promise<string> {
  const answer = await gateway.fetch('/api/reports/whitelist-review', { headers: { cookie } })
  const { report }: { readonly report: Report } = await answer.json()
  const id = report.tables[0]?.rows[0]?.id ?? ''
  expect((await changeFinding({ cookie }, 'PUT', id, { reason })).status).toBe(200)
  return id
}

function changeFinding({ cookie }: Pick<Reader, 'cookie'>, method: string, id: string, body: object) {
  return gateway.fetch(`${acceptedPath}/${id}`, { ...jsonBody(body, { cookie }), method })
}

const ofGateway = [
  ...[revisionPath, syncPath].map((path) => path.slice('/api'.length)),
  '/reports/whitelist-review',
]
const askedWithOther = [...questionsWith('other-'), ...ofGateway]
const askedWithMine = [...questionsWith('mine-'), ...ofGateway]
const one = await signIn('mine-key')
const acceptedOfOne = await acceptFinding(one, 'mine-reason')
const alone = await answersTo(one, askedWithOther)
const two = await signIn('other-key')
await acceptFinding(two, 'other-reason')

describe('two accounts of one store', () => {
  it('have nothing of each other in what they are answered, by each other’s names either', async () => {
    // In turns: what one of them has asked is at hand when the other asks.
    const [beside, ofTheOther] = await Promise.all([
      answersTo(one, askedWithOther),
      answersTo(two, askedWithMine),
    ])
    const changed = askedWithOther.find((target) => beside[target] !== alone[target])
    expect(changed && [changed, alone[changed], beside[changed]]).toBeUndefined()
    for (const [own, foreign, answers] of [
      ['mine-', 'other-', beside],
      ['other-', 'mine-', ofTheOther],
    ] as const) {
      const told = Object.entries(answers)
      const unasked = told.filter(([target]) => !target.includes(foreign))
      expect(unasked.filter(([, answer]) => answer.includes(foreign))).toEqual([])
      expect(unasked.filter(([, answer]) => answer.includes(own)).length).toBeGreaterThan(50)
      expect(told.filter(([, answer]) => foundIn(answer).includes(foreign))).toEqual([])
    }
  })

  it('accept and withdraw nothing of each other', async () => {
    const reason = 'other-reason'
    await expectFailure(await changeFinding(two, 'PUT', acceptedOfOne, { reason }), 'GTW-07')
    await changeFinding(two, 'DELETE', acceptedOfOne, {})
    expect(await answerOf(one, '/accepted')).toBe(alone['/accepted'])
  })

  it('are refused each other’s fingerprints, in headers and in links', async () => {
    const targets = askedWithOther.filter((each) => !each.includes('?') || each.includes('?as='))
    for (const [{ cookie }, { fingerprint }] of [
      [one, two],
      [two, one],
    ] as const)
      for (const target of targets) {
        const path = `/api${target}`
        const headers = { cookie, [sessionFingerprintHeader]: fingerprint }
        await expectFailure(await gateway.fetch(path, { headers }), 'GTW-12')
        const link = `${path}&fingerprint=${fingerprint}`
        if (target.includes('?'))
          await expectFailure(await gateway.fetch(link, { headers: { cookie } }), 'GTW-12')
      }
    expect(await database.query('select 1 from custody_store.account')).toHaveLength(2)
  })

  it('leave no name in the audit log, and no line of one names the other', async () => {
    const lines = (await readFile(auditLog, 'utf8')).trimEnd().split('\n')
    expect(lines.length).toBeGreaterThan(2 * askedWithOther.length)
    expect(lines.filter((line) => /mine-|other-|demo-viewer-key/.test(line))).toEqual([])
    const entries = lines.map((line) => JSON.parse(line)).filter(({ session }) => session)
    expect(new Set(entries.map(({ key, session }) => `${key} ${session}`)).size).toBe(2)
  })
})
