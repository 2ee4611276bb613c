/** Files over HTTP, read back by readers that know nothing of the writers, and held against the rows of the store. */
import { createHash } from 'node:crypto'
import { parse as csvParse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import * as upstream from '../../../../e2e/support/scripted-service.ts'
import { parseBody } from '../../../contract/answer-body.ts'
import { feeAssetOf } from '../../../contract/fee-asset.ts'
import { keptColumns } from '../../../files/kept-lists.ts'
import { transactionsExport } from '../../../files/list-export.ts'
import { csvGuarded } from '../../../files/writer.ts'
import { normaliseTransaction } from '../../../sync/service/normalise.ts'
import { downloadedItems, downloadsOf, spanOfItem } from '../../testing/downloads.ts'
import { expectFailure, forTests, startGateway } from '../testing/gateway.ts'

const service = forTests(await upstream.startScriptedService())
const { records, startDownloads } = await downloadsOf(service)

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

const rows = downloadedItems.map((text) => {
  const transaction = normaliseTransaction(parseBody(text))
  return { ...transactionsExport.rowsOf(transaction)[0], fee_asset: feeAssetOf(transaction.network_id) }
})

const dayOf = (index: number) => (index < 2 ? '' : instantAt(spanOfItem(index).from).slice(0, 10))
const instantAt = (milliseconds: number) => new Date(milliseconds).toISOString()

const columns = keptColumns('transactions')
const cellsOf = (index: number): readonly string[] => {
  const { from, before } = spanOfItem(index)
  const own = {
    ...rows[index],
    recorded_on: dayOf(index),
    recorded_from: instantAt(from),
    recorded_before: instantAt(before),
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

  it('has whole records in JSON, one a line, with their dates beside them unless no column has them', async () => {
    const dated = JSON.parse((await fileOf('/transactions?as=json')).text)
    expect(dated).toEqual(
      downloadedItems.map((text, index) => ({
        recorded_on: dayOf(index) || null,
        recorded_from: expect.any(String),
        recorded_before: expect.any(String),
        record: parseBody(text),
      })),
    )
    const { text } = await fileOf('/transactions?as=json&column=transaction_id')
    expect(JSON.parse(text)).toEqual(downloadedItems.map(parseBody))
    expect(text.split('\n')).toHaveLength(downloadedItems.length + 3)
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
    const within = downloadedItems.filter((_, index) => index >= 2 && index % 40 < 31)
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
    const { text, name } = await fileOf('/totals?as=csv&by=asset_id&by=network_id&by=status')
    expect(name).toMatch(/^count_[\dTZ-]+\.csv$/)
    const ofBitcoin = { asset_id: 'BTC', network_id: 'BTC', fee_asset: 'BTC', amountless: '0', feeless: '0' }
    expect(csvParse(text.slice(1), { columns: true })).toMatchObject([
      { ...ofBitcoin, status: 'completed', transactions: '1000', amount: '750000.000000000000001', fee: '1' },
      { ...ofBitcoin, status: 'failed', transactions: '500', amount: '374250.0000000000000005', fee: '0.5' },
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
    await expectFailure(await other.ask('/transactions?as=csv', reader.fingerprint ?? ''), 'GTW-12')
    await expectFailure(await reader.ask('/transactions?as=csv', other.fingerprint ?? ''), 'GTW-12')
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
    const head = await gateway.fetch(`/api/transactions?as=csv&fingerprint=${reader.fingerprint}`, {
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
    const { fingerprint } = await without.state(cookie)
    const answer = await without.fetch(`/api/vaults?as=csv&fingerprint=${fingerprint}`, {
      headers: { cookie },
    })
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
