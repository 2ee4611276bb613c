/** Search over HTTP, in the records of two small accounts that share a database. */

import { base64 } from '@scure/base'
import { describe, expect, it, vi } from 'vitest'
import * as upstream from '../../../../e2e/support/scripted-service.ts'
import type { SearchAnswer, SearchGroup } from '../../../contract/search.ts'
import { lookedForInWords } from '../../../contract/search.ts'
import { openEither } from '../../../database/testing/databases.ts'
import type { DemonstrationRecords, TransactionRow } from '../../service/tables.ts'
import { fixtureBooks, fixtureTransactions } from '../../service/testing/books.ts'
import { askingOf, startBooks, startStepped } from '../../testing/console-api.ts'
import { testClock } from '../testing/clock.ts'
import { forTests, startGateway } from '../testing/gateway.ts'
import { RevisionAnswers } from './revision-answers.ts'
import { tooManyWait } from './shared-answers.ts'

const evm = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const other = '0x52908400098527886E0F7030069857D2E4169EE7'
const ripple = 'rPEPPER7kfTD9w2To4CQk6UCfuHM9c6GDY'
const segwit = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const hash = `0xc325${'a7'.repeat(28)}00b110e6`
const inHex = 'fbff'.repeat(16)
const inBase64 = base64.encode(Uint8Array.from(Buffer.from(inHex, 'hex')))
const hedera = '0.0.9124531@1700000000.000000042'

function row(transaction_id: string, fields: Partial<TransactionRow>): TransactionRow {
  const [first] = fixtureTransactions
  if (first === undefined) throw new Error('no transactions')
  return {
    ...first,
    ...{
      transaction_id,
      transaction_type: 'deposit',
      status: 'completed',
      amount: '7',
      asset_id: 'ETH',
      network_id: 'ETH',
    },
    ...{ source_type: 'vault', source_id: 'vault-3', source_name: 'apex', source_address: '' },
    ...{
      destination_type: 'whitelist',
      destination_id: 'list-3',
      destination_name: 'desk',
      destination_address: '',
    },
    ...{ memo: '', note: '', txn_hash: '', blockexplorer_link: '', recorded_at: '2026-11-13T10:00:00.000Z' },
    ...fields,
  }
}

const ofAccount: DemonstrationRecords = {
  ...fixtureBooks,
  transactions: [
    row('of-evm', { txn_hash: hash, source_address: evm }),
    row('to-other', { destination_address: other, network_id: 'ARB', asset_id: 'USDC' }),
    row('of-xrp', { asset_id: 'XRP', network_id: 'XRP', destination_address: ripple, memo: '101033423' }),
    row('of-btc', {
      asset_id: 'BTC',
      network_id: 'BTC',
      source_address: segwit,
      amount: '0.5',
      transaction_type: 'withdraw',
    }),
    row('of-ton', { txn_hash: inBase64, note: 'Payroll of October' }),
    row('of-hedera', { txn_hash: hedera, status: 'failed' }),
    row('of-pool', {
      destination_type: 'stake pool',
      destination_id: 'pool-1',
      destination_name: 'Lido pool',
      transaction_type: 'stake',
    }),
    ...Array.from({ length: 123 }, (_, index) => row(`hundred-${index}`, { amount: '100' })),
    row('thousand', { amount: '1000' }),
    row('single', { amount: '1' }),
  ],
}

const secret = 'nobody-elses'
const ofAnother: DemonstrationRecords = {
  ...fixtureBooks,
  vaults: [{ vault_id: secret, vault_name: secret, vault_type: 'cold' }],
  whitelists: [{ whitelist_id: `${secret}-list`, whitelist_name: secret, whitelist_type: 'third_party' }],
  whitelistAddresses: [],
  holdings: () => [],
  transactions: [
    row(secret, {
      note: secret,
      amount: '4242',
      txn_hash: `0x${'beef'.repeat(16)}`,
      destination_name: secret,
    }),
  ],
}

const largestNeeds =
  'Name an asset, as in “ten largest ETH withdrawals”: without prices, amounts of two assets cannot be compared.'

const database = await openEither()

/** A gateway that keeps the records of a service in the one database. */
async function follow({ address }: { readonly address: string }) {
  const { gateway, pass } = await startStepped(
    { CUSTODY_API_URL: address, CUSTODY_API_KEY: 'demo-viewer-key' },
    database,
  )
  const ask = askingOf(gateway)
  return {
    ask,
    pass,
    async search(text: string): Promise<SearchAnswer> {
      const { status, body } = await ask(`/search?text=${encodeURIComponent(text)}`)
      expect([status, body.details]).toEqual([200, undefined])
      return body
    },
  }
}

const account = await follow(await startBooks(ofAccount))
const another = await follow(await startBooks(ofAnother))

it('waits while records are read, and says why', async () => {
  const silent = forTests(await upstream.startScriptedService())
  silent.script('*', upstream.errorAnswer('ERR-01'))
  const { ask } = await follow(silent)
  expect(await ask('/search?text=kraken')).toMatchObject({
    status: 503,
    body: { error_code: 'GTW-26', details: expect.stringContaining('has not answered since') },
  })
})

it('finds an id or a hash in what was read already, and waits with everything else', async () => {
  const real = await startBooks(ofAccount)
  const service = forTests(await upstream.startScriptedService(real.address))
  const held = upstream.held(service.passOn)
  service.script('/transactions', (request, response) => {
    const target = new URL(request.url ?? '', service.address)
    const { searchParams } = target
    searchParams.set('limit', String(Math.min(40, Number(searchParams.get('limit')))))
    request.url = target.pathname + target.search
    const script = Number(searchParams.get('offset')) > 80 ? held.script : service.passOn
    script(request, response)
  })
  const gateway = await startGateway(
    {
      ...{ CUSTODY_API_URL: service.address, CUSTODY_API_KEY: 'demo-viewer-key' },
      ...{ KEEP_RECORDS: 'configured', SYNC_PER_MINUTE: '30' },
    },
    { openRecords: openEither, clock: testClock() },
  )
  await held.arrived()
  const ask = askingOf(gateway)
  const first = await real.get('/transactions?limit=1')
  const id = JSON.parse(first.text).transactions[0].transaction_id
  const { status, body } = await ask(`/search?text=${id}`)
  expect([status, body.groups?.[0]?.hits]).toMatchObject([200, [{ transaction_id: id }]])
  expect(body).toMatchObject({ completeness: null, remarks: [expect.stringContaining('still being read')] })
  for (const text of ['nothing-of-it', 'Payroll of October'])
    expect((await ask(`/search?text=${encodeURIComponent(text)}`)).body.error_code).toBe('GTW-26')
  held.release()
  await gateway.close()
})

describe('once they are read', async () => {
  for (const { pass } of [account, another]) for (let step = 0; step < 4; step += 1) await pass(step * 20)

  const found = async (text: string) => {
    const { groups } = await account.search(text)
    return groups
      .filter(({ total }) => total !== 0)
      .map((group) => `${group.total} ${group.kind}: ${group.hits.map(nameOf).join(' ')}`)
  }

  it.each([
    ['an id', 'of-evm', ['1 transactions: of-evm']],
    ['a hash', hash, ['1 transactions: of-evm']],
    ['in capitals, without its 0x', hash.slice(2).toUpperCase(), ['1 transactions: of-evm']],
    ['broken over two lines', `${hash.slice(0, 30)}\n${hash.slice(30)}`, ['1 transactions: of-evm']],
    ['an explorer’s link to it', `https://etherscan.io/tx/${hash}`, ['1 transactions: of-evm']],
    ['a link of this console', 'https://console.example/transactions?tx=of-evm', ['1 transactions: of-evm']],
    [
      'a mail of five lines with one hash in it',
      `Dear all,\nwe have sent the amount that we agreed on this morning.\nThe transaction is ${hash},\nplease confirm when it is there.\nRegards, Anna`,
      ['1 transactions: of-evm'],
    ],
    ['a hash of TON in hexadecimal', inHex, ['1 transactions: of-ton']],
    ['in Base64', inBase64, ['1 transactions: of-ton']],
    ['in Base64url', inBase64.replaceAll('+', '-').replaceAll('/', '_'), ['1 transactions: of-ton']],
    ['an id of Hedera', hedera, ['1 transactions: of-hedera']],
    ['with dashes', '0.0.9124531-1700000000-000000042', ['1 transactions: of-hedera']],
    [
      'a link of hashscan',
      `https://hashscan.io/mainnet/transaction/${hedera}`,
      ['1 transactions: of-hedera'],
    ],
    [
      'a link of hashscan with dashes',
      'https://hashscan.io/mainnet/transaction/0.0.9124531-1700000000-000000042',
      ['1 transactions: of-hedera'],
    ],
    ['an address in another case', evm.toLowerCase(), ['1 transactions: of-evm']],
    ['with its short name', `eth:${other}`, ['1 transactions: to-other']],
    ['a memo', '101033423', ['1 transactions: of-xrp']],
    ['words of a note', 'october payroll', ['1 transactions: of-ton']],
    ['a vault, without its accent', 'zurich', ['1 vaults: vault-empty']],
    ['a party that is in no list', 'lido', ['1 parties: pool-1', '1 transactions: of-pool']],
    ...['…', '...', '..', '****', ' … ', ' ... ', ' '].map(
      (mark) => [`a hash shortened by “${mark}”`, `0xc325${mark}10e6`, ['1 transactions: of-evm']] as const,
    ),
    ['its beginning', '0xc325', ['1 transactions: of-evm']],
    ['its end', '10e6', ['1 transactions: of-evm']],
    ['a shortened address', '0x5aAe…eAed', ['1 transactions: of-evm']],
    ['in Base58', 'rPEP…6GDY', ['1 transactions: of-xrp']],
    ['in Bech32', 'bc1qw5...f3t4', ['1 transactions: of-btc']],
    ['its end as a list shows it', '…8f3t4', ['1 transactions: of-btc']],
    ['a shortened address beside a shortened hash', '0x5aAe…eAed 0xc325…10e6', ['1 transactions: of-evm']],
    [
      'those of two transactions',
      'rPEP…6GDY 0xc325…10e6',
      ['1 transactions: of-xrp', '1 transactions: of-evm'],
    ],
    ['an amount', '−0.5', ['1 transactions: of-btc']],
    ['in full-width digits', '０．５', ['1 transactions: of-btc']],
    ['with its thousands', "1'000", ['1 transactions: thousand']],
    ['apart', '1 000', ['1 transactions: thousand']],
    ['an amount that may be two', '1,000', ['1 transactions: thousand', '1 transactions: single']],
  ] as const)('finds %s', async (_what, text, expected) => {
    expect(await found(text)).toEqual(expected)
  })

  it('gives the true number, with the filter of the list that shows exactly these', async () => {
    const { groups, offer } = await account.search('100')
    const [group] = groups
    expect(group && lookedForInWords(group)).toBe('123 transactions of exactly 100')
    expect(group?.filter).toEqual({ amount_from: ['100'], amount_to: ['100'] })
    expect(offer).toEqual({ filter: group?.filter, hits: [] })
    expect(await listed(group)).toBe(123)
  })

  it('gives every group the list that shows as many', async () => {
    for (const text of [hash, evm, 'rPEP…6GDY', '0xc325 10e6', 'exchange', '100', 'payroll'])
      for (const group of (await account.search(text)).groups)
        if (group.filter)
          expect([text, group.looked_for, await listed(group)]).toEqual([text, group.looked_for, group.total])
  })

  it.each([
    ['failed', { status: ['failed'] }, 1],
    [
      'withdrawals 0.5 BTC',
      { transaction_type: ['withdraw'], amount_from: ['0.5'], amount_to: ['0.5'], asset_id: ['BTC'] },
      1,
    ],
    [
      '0.5 BTC 13 Nov 2026',
      {
        amount_from: ['0.5'],
        amount_to: ['0.5'],
        asset_id: ['BTC'],
        start_date: ['2026-11-13'],
        end_date: ['2026-11-13'],
      },
      1,
    ],
    ['over 100', { amount_over: ['100'] }, 1],
    ['at least 100', { amount_from: ['100'] }, 0],
    ['deposits to desk', { transaction_type: ['deposit'], destination_id: ['list-3'] }, 0],
  ])('offers %s with the few that it has', async (text, filter, few) => {
    const { offer } = await account.search(text)
    expect([offer?.filter, offer?.hits.length]).toEqual([filter, few])
  })

  it('names a word that is not understood, and offers nothing', async () => {
    expect(await account.search('failed foo')).toMatchObject({ offer: null, unknown: ['foo'] })
    expect(await account.search('staking')).toMatchObject({ offer: null, unknown: [] })
  })

  /** "title: about amount asset text apart → link" */
  const answered = async (text: string) => {
    const { answer, remarks } = await account.search(text)
    if (answer === null) return remarks
    const rows = answer.rows?.map(({ about, amount, asset, text: said, apart }) =>
      [about, amount, asset, said, ...apart].filter(Boolean).join(' '),
    )
    return [answer.title, ...(rows ?? ['waits']), ...answer.remarks, ...answer.doubts, answer.link.href]
  }

  it.each([
    [
      'deposits to desk',
      [
        'Deposits to desk',
        ...['13315 ETH in 127 1 did not complete (7)', '7 USDC · ARB in 1', '7 XRP in 1', 'Last 2026-11-13.'],
        '/transactions?transaction_type=deposit&destination_id=list-3',
      ],
    ],
    [
      'BTC paid to desk',
      [
        'BTC sent to desk',
        '0.5 BTC in 1 · last 2026-11-13',
        '/transactions?asset_id=BTC&destination_id=list-3',
      ],
    ],
    ['failed', ['Failed transactions', 'Deposit 7 ETH in 1 did not complete', '/transactions?status=failed']],
    ['BTC over 5', ['BTC transactions over 5', 'None.', '/transactions?asset_id=BTC&amount_over=5']],
    [
      'two largest deposits',
      [
        'Largest by value: Deposits',
        largestNeeds,
        '/transactions?transaction_type=deposit&sort=value%3Adesc',
      ],
    ],
    [
      'two largest ETH deposits',
      [
        'Largest: ETH deposits',
        ...['2026-11-13 1000 ETH Completed From apex', '2026-11-13 100 ETH Completed From apex'],
        '/transactions?asset_id=ETH&transaction_type=deposit&sort=amount%3Adesc',
      ],
    ],
    ['Lido pool', ['Lido pool', 'Sent 7 ETH in 1', '/counterparties/pool-1']],
    ['fees November 2026', ['Fees, November 2026', 'None listed.', '/fees?period=2026-11']],
    ['fees in 2026 by month', ['Fees by month, 2026', 'None listed.', '/fees?period=2026&rows=open']],
    [
      'apex end of October',
      [
        'apex, end of 2026-10-31',
        '0.5 BTC Not proved',
        '32 ETH Not proved',
        '0 of 2 holdings proved.',
        '/statements?vaults=vault-3&at=2026-10-31',
      ],
    ],
    [
      'which withdrawal belongs to bc1…f3t4 about 0.52 BTC, 13 Nov 2026',
      [
        'BTC withdrawals between 0.468 and 0.572 with bc1…f3t4, 2026-11-13',
        '0.5 BTC in 1 · last 2026-11-13',
        '/transactions?asset_id=BTC&transaction_type=withdraw&start_date=2026-11-13&end_date=2026-11-13&amount_from=0.468&amount_to=0.572&text=bc1%E2%80%A6f3t4',
      ],
    ],
    ['sent 13 Nov 2026 until 13 Nov 2026 at 9:00', ['Only one period can be set.']],
    [
      'deposits to Lido pool since 13 Nov 2026 9:00',
      [
        'Deposits to Lido pool, since 2026-11-13T09:00Z',
        'None.',
        '/transactions?transaction_type=deposit&destination_id=pool-1&start_date=2026-11-13T09%3A00Z',
      ],
    ],
    [
      'failed since 13 Nov 2026 9:00',
      [
        'Failed transactions, since 2026-11-13T09:00Z',
        ...['None known.', '1 more transaction may be in this period.'],
        '/transactions?status=failed&start_date=2026-11-13T09%3A00Z',
      ],
    ],
  ])('answers %s', async (text, expected) => {
    expect(await answered(text)).toEqual(expected)
  })

  it('says of a moment that has not come that nothing is known of it', async () => {
    expect((await answered('apex as of 2027-01-01'))[1]).toMatch(/^This moment has not come yet/)
  })

  it('leads to lists that count the same, and to a file', async () => {
    for (const text of ['deposits to desk', 'failed', 'ETH'])
      for (const { href, text: said } of (await account.search(text)).answer?.rows ?? [])
        if (href !== null) {
          const { body } = await account.ask(href.replace('/transactions', '/totals'))
          expect([text, said.split(' ')[1]]).toEqual([text, String(body.totals[0].count)])
        }
    for (const text of ['failed', 'two largest ETH deposits', 'fees November 2026', 'apex end of October']) {
      const { answer } = await account.search(text)
      expect([text, (await account.ask(answer?.file ?? '')).status, answer?.records]).toEqual([
        text,
        200,
        132,
      ])
    }
  })

  it('answers without figures while too many others wait for counts', async () => {
    const count = vi.spyOn(RevisionAnswers.prototype, 'count')
    count.mockRejectedValue(tooManyWait())
    try {
      expect((await account.search('completed deposits')).answer).toMatchObject({ rows: null, records: null })
    } finally {
      count.mockRestore()
    }
  })

  it('says what it looked for where it found nothing', async () => {
    const nothing = async (text: string) => {
      const { groups, answer } = await account.search(text)
      expect(groups.every(({ total, hits }) => total === 0 && hits.length === 0)).toBe(true)
      // A hash may look like an address.
      if (/^0x\w{64}$/.test(text)) expect(answer).toBeNull()
      return groups.map((group) => lookedForInWords(group))
    }
    expect(await nothing('0xc325ff')).toContain(
      'No transactions with an id, hash, address, name, note or memo that begins with or contains 0xc325ff',
    )
    expect(await nothing('0xc325…ffff')).toContain(
      'No transactions with an id, hash or address that begins with 0xc325 and ends with ffff',
    )
    expect(await nothing('5.25')).toContain('No transactions of exactly 5.25')
    expect(await nothing(`0x${'12'.repeat(20)}`)).toContain(
      `No whitelists with the address 0x${'12'.repeat(20)}`,
    )
    expect(await nothing(`0x${'12'.repeat(32)}`)).toContain(
      `No transactions with the id or hash 0x${'12'.repeat(32)}`,
    )
  })

  it('finds nothing of another account', async () => {
    expect((await another.search(secret)).groups.map(({ total }) => total)).toContain(1)
    for (const text of [secret, '4242', `0x${'beef'.repeat(16)}`, 'nobody', `from ${secret}`]) {
      const answer = await account.search(text)
      expect([text, answer.offer, answer.groups.flatMap(({ hits }) => hits)]).toEqual([
        text,
        text === '4242' ? expect.objectContaining({ hits: [] }) : null,
        [],
      ])
    }
  })

  it('refuses what is no search', async () => {
    expect((await account.ask('/search?text=')).status).toBe(400)
    expect((await account.ask('/search?text=a&limit=1')).status).toBe(400)
    for (const text of ['\u0000', '%', "'", '…', 'x'.repeat(4000), '0 '.repeat(2000)])
      expect((await account.search(text)).groups.every(({ hits }) => hits.length === 0)).toBe(true)
  })

  async function listed(group: SearchGroup | undefined): Promise<number> {
    const path = {
      transactions: 'transactions',
      vaults: 'vaults',
      whitelists: 'whitelist',
      parties: '',
      assets: '',
    }
    const pairs = Object.entries(group?.filter ?? {}).flatMap(([name, values]) =>
      (values ?? []).map((value) => [name, value]),
    )
    const { body } = await account.ask(`/${path[group?.kind ?? 'assets']}?${new URLSearchParams(pairs)}`)
    return body.total
  }
})

it('is refused where nothing is kept', async () => {
  const off = await startGateway({
    CUSTODY_API_URL: 'http://127.0.0.1:9',
    CUSTODY_API_KEY: 'demo-viewer-key',
    SYNC: 'off',
  })
  const answer = await off.fetch('/api/search?text=kraken')
  expect([answer.status, await answer.text()]).toEqual([501, expect.stringContaining('GTW-27')])
})

function nameOf(hit: SearchGroup['hits'][number]): string {
  return hit.kind === 'transaction' ? (hit.transaction_id ?? '') : hit.id
}
