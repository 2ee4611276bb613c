/** Packs that a key which somebody brings has signed, and no console has made: refused, and no more of the gateway's time and memory than theirs. */
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import * as upstream from '../../../../e2e/support/scripted-service.ts'
import { packKeysHeader, packsPath } from '../../../contract/packs.ts'
import { aboutTest, newTestKey, signedTestFiles, zipOf } from '../../../evidence/testing/signed-files.ts'
import { downloadsOf } from '../../testing/downloads.ts'
import { expectFailure, forTests } from '../testing/gateway.ts'
import { recordsFile } from './record-lines.ts'

const service = forTests(await upstream.startScriptedService())
const { startDownloads } = await downloadsOf(service)
const { gateway, signIn } = await startDownloads()
const { cookie } = await signIn('key b')
const key = await newTestKey()

const end = {
  ...{ begun: '2026-11-01T00:00:00.000Z', ended: '2026-11-01T00:00:01.000Z' },
  ...{ completeness: 'complete', doubts: [] },
}
const lists = {
  transactions: end,
  whitelists: end,
  vaults: end,
  balances: { all: end, cold: end, warm: end },
}
const stateOf = (more: object = {}) => ({ asOf: '2026-11-02T09:30:00.000Z', readWhole: end, lists, ...more })
const headOf = (state: unknown) => JSON.stringify({ format: 'records 1', state, prices: null })
const head = headOf(stateOf())
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const transaction = (record: string) =>
  JSON.stringify({ list: 'transactions', record, recorded_from: null, recorded_before: null })

async function openPack(
  records: Uint8Array,
  more: readonly { readonly name: string; readonly content: Uint8Array }[] = [],
  as = cookie,
) {
  const what = { ...aboutTest([]).what, kind: 'pack', name: 'audit-pack' } as const
  const files = await signedTestFiles([...more, { name: recordsFile, content: records }], key, { what })
  return gateway.fetch(packsPath, {
    method: 'POST',
    headers: {
      ...{ 'content-type': 'application/zip', cookie: as },
      [packKeysHeader]: Buffer.from(JSON.stringify({ keys: [key.jwk] })).toString('base64url'),
    },
    body: await zipOf(files),
  })
}

const linesOf = (...lines: readonly string[]) => gzipSync(lines.map((line) => `${line}\n`).join(''))

describe('records that no console writes', () => {
  it.each([
    [
      'a state that nests without end',
      linesOf(`{"format":"records 1","state":${nested(20_000)},"prices":null}`),
    ],
    ['text that is no UTF-8', gzipSync(Buffer.concat([Buffer.from(`${head}\n`), Buffer.of(0xff, 10)]))],
    ['a record that nests without end', linesOf(head, transaction(nested(20_000)))],
    ['a row without what it has to have', linesOf(head, '{"table":"accepted_finding","row":{}}')],
    [
      'a row that nests without end',
      linesOf(head, `{"table":"earlier_list","row":{"list":${nested(20_000)}}}`),
    ],
    [
      'a change with a value of another form',
      linesOf(head, `{"change":{"reading":"1'; select 1","place":1}}`),
    ],
    ['text that no database takes', linesOf(head, '{"change":{"reading":1,"place":1,"kind":"a\\u0000b"}}')],
    [
      'more than is written at once',
      linesOf(head, Array(260_000).fill('{"list":"vaults","record":"{}"}').join('\n')),
    ],
  ])('are refused: %s', async (_, records) => {
    const before = gateway.log.length
    await expectFailure(await openPack(records), 'GTW-33')
    // Not even in the words of the database.
    expect(gateway.log.slice(before).filter((line) => JSON.parse(line).level > 30)).toEqual([])
  })

  it('have times that are none: unknown', async () => {
    const changes = { since: 'then', until: 'now', gaps: [] }
    const answer = await openPack(linesOf(headOf(stateOf({ asOf: 'once', changes })), transaction('{}')))
    expect(answer.status).toBe(200)
    const { id } = await answer.json()
    const report = await gateway.fetch(`${packsPath}/${id}/reports/changes`, { headers: { cookie } })
    expect(report.status).toBeLessThan(500)
  })
})

describe('a file that unpacks to much more', () => {
  const records = linesOf(head)
  const large = { name: 'zeros.csv', content: new Uint8Array(20_000_000) }

  it('is read one at a time', async () => {
    const answers = await Promise.all([openPack(records, [large]), openPack(records, [large])])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 429])
  })

  it('has the packs of others wait for their turn, and refuses none of them', async () => {
    const { cookie: other } = await signIn('key c')
    const answers = await Promise.all([openPack(records, [large]), openPack(records, [], other)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
  })
})
