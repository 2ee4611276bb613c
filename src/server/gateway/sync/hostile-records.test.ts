/** Records that no honest service sends, through a gateway: kept as they came, and found by their ids and words, none for another. */
import { expect, it } from 'vitest'
import * as upstream from '../../../../e2e/support/scripted-service.ts'
import { databaseKinds } from '../../../database/testing/databases.ts'
import { openStore } from '../../../store/store.ts'
import { isWholeSet } from '../../../testing/cases.ts'
import { startStepped } from '../../testing/console-api.ts'
import { forTests } from '../testing/gateway.ts'

const service = forTests(await upstream.startScriptedService())

const long = 'k'.repeat(100_000)
const digits = (count: number) => '9'.repeat(count)

/** `rest`: as it stands in the answer. The number is in the note of each. */
const record = (id: string, rest = '"status":"completed"', transaction = '') => ({
  id,
  text: (number: number) =>
    `{"transaction_id":${JSON.stringify(id)},${rest},"transaction":{"note":"note${number}."${transaction}}}`,
})

const records = [
  ...['nul\0', 'half\ud800', 'half\ud801', 'half\ufffd', '\ufdd0d800', '\ufdd2', 'CASE', 'case', '\u00e9'],
  ...['e\u0301', long, `${long}b`, '..', '../x?y#z%00%', ' ', 'a\nb\u001b[31m\u202e', '__proto__', '%', '_'],
  ...["'; drop table custody_store.transaction; --", '=1+1', '\\', '$1', 'NaN', '{}', '\u{1f600}'.repeat(90)],
]
  .flatMap((id) => [record(id), record(`${id} pending`, '"status":"pending"')])
  .concat(
    ['NaN', 'Infinity', '1e309', '-0', digits(78), digits(400), `-${digits(200)}.${digits(200)}`].map(
      (amount) =>
        record(`amount ${amount}`, '"status":"completed"', `,"amount":"${amount}","fee":"${amount}"`),
    ),
    record(
      'wide',
      `"status":"${long}","asset_id":"${long}a","network_id":"${long}n","transaction_type":"${long}"`,
    ),
    record(
      'arrays',
      '"status":["completed"],"asset_id":[[]],"network_id":{"a":1}',
      ',"source":[],"destination":"x"',
    ),
    record('own', '"__proto__":{"status":"x"},"constructor":1,"toString":[]', ',"__proto__":{"amount":"1"}'),
    record('twice', '"status":"completed","status":"failed"', ',"amount":"1","amount":"2"'),
    record('nested', '"status":"completed"', `,"x":${'['.repeat(95)}${']'.repeat(95)}`),
    record('many', Array.from({ length: 5000 }, (_, index) => `"field ${index}":"x"`).join()),
    record(
      'escaped',
      String.raw`"status":"\u0000","asset_id":"\ud800","network_id":"\ufdd0"`,
      String.raw`,"memo":"\udc00"`,
    ),
    record('large', '"status":"completed"', `,"x":"${'x'.repeat(10_000_000)}"`),
    ...Array.from({ length: 5 }, () => record('same')),
    // Filters are held against lists of a hundred and more.
    ...Array.from({ length: 50 }, (_, index) =>
      record(`plain ${index}`, '"status":"completed","asset_id":"btc"'),
    ),
  )
const texts = records.map(({ text }, number) => text(number))

it.runIf(isWholeSet).each(databaseKinds)(
  'are kept as they came ($name)',
  { timeout: 120_000 },
  async ({ open }) => {
    let listed = texts
    service.script('*', upstream.errorAnswer('TXN-04'))
    for (const path of ['/vaults', '/balances', '/balances/cold', '/balances/warm', '/whitelist'])
      service.script(path, upstream.json({ vaults: [], balances: [], whitelists: [] }))
    service.script('/transactions', (request, response) => {
      const { searchParams } = new URL(request.url ?? '', service.address)
      const [limit, offset] = [Number(searchParams.get('limit')), Number(searchParams.get('offset'))]
      // Those that are pending are asked for by their ids, which the service denies.
      const page = searchParams.has('status') ? [] : listed.slice(offset, offset + limit)
      upstream.textAnswer(`{"transactions":[${page.join()}]}`, 200, { 'content-type': 'application/json' })(
        request,
        response,
      )
    })
    const database = await open()
    const { gateway, pass } = await startStepped(
      { CUSTODY_API_URL: service.address, CUSTODY_API_KEY: 'a key' },
      database,
    )
    await pass(15)
    listed = listed.toReversed()
    await pass(600)
    expect(gateway.log.filter((line) => JSON.parse(line).level > 30)).toEqual([])
    const store = await openStore(database)
    const [summary] = await store.accounts()
    const account = store.of(summary?.account ?? '')
    const found = async (query: Parameters<typeof account.transactionPage>[0]) =>
      (await account.transactionPage(query, { limit: 1000, offset: 0 })).map((each) => each.record).sort()
    expect(await found({})).toEqual(texts.toSorted())
    for (const [number, { id }] of records.entries()) {
      const alike = texts.filter((_, other) => records[other]?.id === id)
      expect(await found({ transaction_id: [id] })).toEqual(alike.toSorted())
      expect(await found({ text: `note${number}.` })).toEqual([texts[number]])
      const word = id.split(/\s+/)[0]?.toLowerCase()
      if (word) expect(await found({ text: word })).toContain(texts[number])
    }
    await account.transactionTotals({}, ['status', 'asset_id'])
    await account.movementSums()
  },
)
