/** Signed files over HTTP, checked with the keys that the same gateway publishes. */
import { generateKeyPairSync } from 'node:crypto'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import * as upstream from '../../../../e2e/support/scripted-service.ts'
import { publicKeys, publicKeysPath } from '../../../contract/public-keys.ts'
import { checkEvidence } from '../../../evidence/check.ts'
import { blobSource } from '../../../evidence/zip.ts'
import { downloadsOf } from '../../testing/downloads.ts'
import { expectFailure, forTests } from '../testing/gateway.ts'

const service = forTests(await upstream.startScriptedService())
const { records, startDownloads } = await downloadsOf(service)
const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' })

const { gateway, signIn, lines } = await startDownloads({ SIGNING_KEY: String(pem) })
const reader = await signIn('key a')

async function signedFile(path: string) {
  const answer = await reader.ask(`${path}&signed=true`)
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect(answer.status, bytes.toString()).toBe(200)
  expect(answer.headers.get('content-type')).toBe('application/zip')
  expect(answer.headers.get('content-length')).toBe(String(bytes.length))
  const { keys } = publicKeys.parse(await (await gateway.fetch(publicKeysPath)).json())
  const { verdict, files } = await checkEvidence(blobSource(new Blob([bytes])), keys)
  const [[name = '', content] = []] = files
  return {
    ...{ verdict, name, about: verdict.about },
    content: content && (await text(Readable.from(content.read()))),
    zipName: /filename="([\w.-]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1],
  }
}

it('a signed list is the plain file, and says what it is as it was understood', async () => {
  const path =
    '/transactions?as=csv&status=failed&sort=amount:desc&column=amount&column=status&text=he%0D%0Asaid'
  const { verdict, about, name, content, zipName } = await signedFile(path)
  expect(content).toBe(await (await reader.ask(path)).text())
  expect(zipName).toBe(`${name}.zip`)
  expect(verdict.kind).toBe('complete')
  const { asOf } = await records.state()
  expect(about).toMatchObject({
    ...{ service: service.address, account: null, account_typed: null, as_of: asOf, stated: {} },
    made_by: { key: expect.stringMatching(/^[0-9a-f]{16}$/) },
    what: {
      ...{ kind: 'list', name: 'transactions', period: null, vaults: null, sort: 'amount:desc' },
      ...{ columns: ['amount', 'status'], parameters: { status: ['failed'], text: ['he\r\nsaid'] } },
    },
    files: [{ name }, { name: 'README.txt' }],
  })
  // How a file ended is written once its connection is done with, which may be after the next one began.
  await expect
    .poll(async () => (await lines()).filter(({ signed }) => signed))
    .toMatchObject([
      { event: 'export-begun', kind: 'transactions', format: 'csv' },
      { event: 'export-ended', outcome: 'complete' },
    ])
})

it('every format and list is signed', async () => {
  for (const path of ['/vaults?as=json', '/balances?as=xlsx', '/totals?as=csv&by=status'])
    expect((await signedFile(path)).verdict.kind).toBe('complete')
})

it('a list that leaves out what is undecided, or whose period is not over, is not complete', async () => {
  const october = await signedFile('/transactions?as=csv&start_date=2026-10-01&end_date=2026-10-31')
  expect(october.name).toMatch(/WITHOUT-2-UNDECIDED/)
  expect(october.verdict).toMatchObject({
    kind: 'incomplete',
    about: { what: { period: { from: '2026-10-01T00:00:00.000Z', before: '2026-11-01T00:00:00.000Z' } } },
  })
  expect(october.verdict.sentences.join('\n')).toContain(
    'It is not known whether 2 records are in the period',
  )
  const future = await signedFile('/transactions?as=csv&start_date=2026-10-05&end_date=2030-01-01')
  expect(future.name).toMatch(/\.SO-FAR/)
  expect(future.verdict.sentences).toContain('The period is not over: it is complete so far.')
})

it('what means nothing is refused, and so is signing without a key', async () => {
  for (const wrong of ['signed=false', 'signed=true&column=amount&column=amount'])
    expect(await (await reader.ask(`/transactions?as=csv&${wrong}`)).json()).toMatchObject({
      error_code: 'ERR-00',
    })
  const without = await startDownloads()
  const { ask } = await without.signIn('key a')
  await expectFailure(await ask('/vaults?as=csv&signed=true'), 'GTW-31')
})

/**
 * The ways to a false pack that verified while a reader's own answers were signed: whoever made it chose which questions were asked, in which
 * order and when. That is the sync's now. Its maker would have to reach the service itself, the database of the gateway, or its key.
 */
describe('what the maker of a signed file chooses', () => {
  it('is no request to the service, so that nothing can change, be refused or be repeated between two of them', async () => {
    const before = service.received.length
    const statement = await signedFile('/reports/statement?as=json&period=2026-10')
    const list = await signedFile('/transactions?as=csv')
    expect(service.received.slice(before)).toEqual([])
    const { asOf } = await records.state()
    for (const { about } of [statement, list]) expect(about?.as_of).toBe(asOf)
  })

  it('is what the gateway understood, and vaults that the account has', async () => {
    const { about, content } = await signedFile(
      '/reports/statement?as=csv&period=2026-10&vaults=vault%20of%20key%20a',
    )
    expect(about?.what).toEqual({
      ...{ kind: 'report', name: 'statement', sort: null, columns: null },
      period: { from: '2026-10-01T00:00:00.000Z', before: '2026-11-01T00:00:00.000Z', zone: 'UTC' },
      vaults: [{ id: 'vault of key a', name: '' }],
      parameters: { period: ['2026-10'] },
    })
    expect(content).toContain('vault of key a')
    const unknown = await reader.ask('/reports/statement?as=csv&signed=true&period=2026-10&vaults=all')
    expect(await unknown.json()).toMatchObject({ error_code: 'ERR-00' })
  })

  it('is its own word where it is typed, on one line', async () => {
    const link =
      '/reports/balance-confirmation?as=csv&at=2026-10-31&reference=PBC%2012&addressee=Lee%20%26%20Co'
    const { about } = await signedFile(link)
    expect(about).toMatchObject({
      what: { period: { from: null, before: '2026-11-01T00:00:00.000Z', zone: 'UTC' } },
      stated: { reference: 'PBC 12', addressee: 'Lee & Co' },
    })
    const broken = `${link.replace('PBC', 'PBC%0A%0AAll%20is%20well')}&signed=true`
    expect(await (await reader.ask(broken)).json()).toMatchObject({ error_code: 'ERR-00' })
  })
})
