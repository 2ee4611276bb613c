import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { booksOf, madeBooks } from '../../books/testing/made-books.ts'
import {
  normaliseHolding,
  normaliseTransaction,
  normaliseVault,
  normaliseWhitelist,
} from '../../sync/service/normalise.ts'
import { anyCharacter } from '../../testing/properties.ts'
import type { FinderItem } from './items.ts'
import { meaningsOf, readInTab } from './meanings.ts'
import { namesIn } from './names.ts'
import { searchBooks } from './search-books.ts'

const hash = `0x${'a1'.repeat(32)}`
const unreadHash = 'c9185882421cb202532386eaf7d24eee8bb50e1aeffa6ddf5c126964fed9b3b0'
const evm = '0xb2C460997619D46B842902Eb248c64b81b41c280'
const listed = '0x0FF697a6Bc567103858F59ec3e888Bd9B570b511'
const bitcoin = 'bc1qxvkj40qpp02487sw960valr7lansszajkfdevw'

const now = new Date('2026-11-21T23:59:00Z')
const nothing = { vaults: [], whitelists: [], holdings: [] }

type Records = Parameters<typeof namesIn>[0]
type Sent = Parameters<typeof normaliseTransaction>[0]

function meaningsIn(text: string, records: Records, sent: readonly Sent[]): readonly FinderItem[] {
  const transactions = sent.map(normaliseTransaction)
  return meaningsOf(text, namesIn(records, transactions), readInTab(transactions), now)
}

const records = {
  vaults: [
    { vault_id: 'vlt_1', vault_name: 'Treasury Cold – 1', vault_type: 'cold', assets: [] },
    { vault_id: 'vlt_2', vault_name: 'Zürich Desk', vault_type: 'warm', assets: [] },
  ].map(normaliseVault),
  whitelists: [
    {
      whitelist_id: 'wls_1',
      whitelist_name: 'Kraken settlement',
      whitelist_type: 'third_party',
      assets: [{ asset_id: 'ETH', asset_name: 'Ether', network_id: 'ETH', address: listed }],
    },
    { whitelist_id: 'wls_2', whitelist_name: 'Treasury out', whitelist_type: 'third_party', assets: [] },
  ].map(normaliseWhitelist),
  holdings: [
    { asset_id: 'ETH', asset_name: 'Ether', network_id: 'ETH', network_name: 'Ethereum' },
    { asset_id: 'USDC_ETH', asset_name: 'USD Coin', network_id: 'ETH', network_name: 'Ethereum' },
    { asset_id: 'USDC_SOL', asset_name: 'USD Coin', network_id: 'SOL', network_name: 'Solana' },
    { asset_id: 'SOL', asset_name: 'Solana', network_id: 'SOL', network_name: 'Solana' },
  ].map(normaliseHolding),
}

const sent = [
  {
    transaction_id: 'txn_1',
    status: 'completed',
    transaction: {
      amount: '1.5',
      asset_id: 'ETH',
      txn_hash: hash,
      blockexplorer_link: `https://explorer.example/tx/${hash}`,
      source: { source_type: 'vault', source_id: 'vlt_1', source_name: 'x', source_address: evm },
      destination: {
        destination_type: 'validator',
        destination_id: 'vld_1',
        destination_name: 'Anchor One',
        destination_address: '',
      },
    },
  },
]

function inWords({ act }: FinderItem): string {
  if ('run' in act) return 'run'
  if (!act.patch) return decodeURIComponent(act.href).replace('/transactions?', '')
  const { params, filter = {} } = act.patch
  if (params) return `open ${params.tx}`
  const set = filterIn(act)
  return `${new URLSearchParams(set)}${Object.values(filter).includes(null) ? ' alone' : ''}`
}

function filterIn(act: FinderItem['act']): [string, string][] {
  const filter = 'patch' in act ? (act.patch?.filter ?? {}) : {}
  return Object.entries(filter).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))
}

const meanings = (text: string) => meaningsIn(text, records, sent)
const actions = (text: string) => meanings(text).map(inWords)

describe('a text that is something exactly', () => {
  it.each([
    ['a transaction id that was read', 'txn_1', ['open txn_1']],
    ['with gaps around it', ' \ttxn_1\n', ['open txn_1']],
    ['with a hidden character in it', 'txn\u200b_1', ['open txn_1']],
    ['a hash that was read', hash, ['open txn_1']],
    ['in capitals and without its 0x', hash.slice(2).toUpperCase(), ['open txn_1']],
    ['broken over two lines', `${hash.slice(0, 30)}\n${hash.slice(30)}`, ['open txn_1']],
    ['the explorer link that came with a transaction', `https://explorer.example/tx/${hash}`, ['open txn_1']],
    ['another explorer’s link to its hash', `https://other.example/x/tx/${hash}/?a=b#c`, ['open txn_1']],
    ['a vault id', 'vlt_1', ['source_id=vlt_1', 'destination_id=vlt_1']],
    ['a vault name in another case', 'treasury COLD – 1', ['source_id=vlt_1', 'destination_id=vlt_1']],
    ['a vault name with a plain dash', 'Treasury Cold - 1', ['source_id=vlt_1', 'destination_id=vlt_1']],
    ['a vault name without its accent', 'zurich desk', ['source_id=vlt_2', 'destination_id=vlt_2']],
    ['a whitelist name', 'kraken settlement', ['source_id=wls_1', 'destination_id=wls_1']],
    ['a whitelist id', 'wls_1', ['source_id=wls_1', 'destination_id=wls_1']],
    ['a validator, which is in no list, but was read', 'Anchor One', ['destination_id=vld_1']],

    ['an asset id', 'usdc_eth', ['asset_id=USDC_ETH']],
    ['a name that two assets have', 'USD coin', ['asset_id=USDC_ETH', 'asset_id=USDC_SOL']],
    ['what is an asset and a network', 'solana', ['asset_id=SOL', 'network_id=SOL']],
    ['a network name', 'Ethereum', ['network_id=ETH']],
    ['a status', 'Pending', ['status=pending']],
    ['a type', 'change pool', ['transaction_type=change+pool']],
    ['a type in its other spelling', 'ChangePool', ['transaction_type=change+pool']],
    ['a day', '2026-11-01', ['start_date=2026-11-01&end_date=2026-11-01']],
    ['two days', '2026-11-01 – 2026-11-05', ['start_date=2026-11-01&end_date=2026-11-05']],
    ['two days as a link has them', '2026-11-01..2026-11-05', ['start_date=2026-11-01&end_date=2026-11-05']],
    ['a month', '2024-02', ['start_date=2024-02-01&end_date=2024-02-29']],
    ['a range by its name', 'yesterday', ['start_date=2026-11-20&end_date=2026-11-20']],
    [
      'an instant',
      '2026-11-01T23:30:00-02:00',
      [
        'start_date=2026-11-02&end_date=2026-11-02',
        'start_date=2026-11-01T23%3A30%3A00-02%3A00',
        'end_date=2026-11-01T23%3A30%3A00-02%3A00',
      ],
    ],
    [
      'an address that was read, in another case',
      evm.toLowerCase(),
      [`source_address=${evm}`, `destination_address=${evm}`],
    ],
    ['the address of a whitelist', listed, [`source_address=${listed}`, `destination_address=${listed}`]],
    ['an address unheard of', bitcoin, [`source_address=${bitcoin}`, `destination_address=${bitcoin}`]],
    [
      'an explorer’s link to an address',
      `https://explorer.example/address/${bitcoin}`,
      [`source_address=${bitcoin}`, `destination_address=${bitcoin}`],
    ],
    ['a hash that was not read', unreadHash, []],
    ['a hash in quotes', `"${hash}"`, ['open txn_1']],
    ['a hash behind words', `Tx hash: ${hash}.`, ['open txn_1']],
    ['a link to its page behind a #', `https://tronscan.org/#/transaction/${hash.slice(2)}`, ['open txn_1']],
    ['a link of this console', 'https://console.example/transactions?tx=txn_1', ['open txn_1']],
    ['a link to a transaction that was not read', `https://etherscan.io/tx/${unreadHash}`, []],
    ['a name in quotes', '“Ethereum”', ['network_id=ETH']],
    [
      'two addresses, of which one may be meant',
      `${evm} or ${listed}`,
      [evm, listed].flatMap((each) => [`source_address=${each}`, `destination_address=${each}`]),
    ],
    ['a day with slashes', '2026/11/01', ['start_date=2026-11-01&end_date=2026-11-01']],
    ['a day with dots', '1.11.2026', ['start_date=2026-11-01&end_date=2026-11-01']],
    ['a day in words', 'Nov 1, 2026', ['start_date=2026-11-01&end_date=2026-11-01']],
    ['a month in words', 'November 2026', ['start_date=2026-11-01&end_date=2026-11-30']],
    ['two days with slashes', '2026/11/01 – 2026/11/05', ['start_date=2026-11-01&end_date=2026-11-05']],
    [
      'a day that may be either way round',
      '11/1/2026',
      ['start_date=2026-01-11&end_date=2026-01-11', 'start_date=2026-11-01&end_date=2026-11-01'],
    ],
    ['several of a type', 'deposits', ['transaction_type=deposit']],
    ['what begins the ids of two assets', 'USDC', ['asset_id=USDC_ETH&asset_id=USDC_SOL']],
    ['an amount that was read', '1.50', ['open txn_1']],
    ['an amount with its asset', '1,5 ETH', ['open txn_1']],
  ])('%s', (_what, text, expected) => {
    expect(actions(text)).toEqual(expected)
  })

  it('takes a whitelist that is in no list for either end, whichever it was read at', () => {
    const read = {
      transaction: {
        source: { source_type: 'whitelist', source_id: 'wls_8', source_name: 'Gone from' },
        destination: { destination_type: 'whitelist', destination_id: 'wls_9', destination_name: 'Gone to' },
      },
    }
    const actionsOf = (text: string) => meaningsIn(text, nothing, [read]).map(inWords)
    expect(actionsOf('gone from')).toEqual(['source_id=wls_8', 'destination_id=wls_8'])
    expect(actionsOf('gone to')).toEqual(['source_id=wls_9', 'destination_id=wls_9'])
  })

  it('says whose an address is', () => {
    expect(meanings(listed)[0]?.note).toBe('Kraken settlement · whitelist')
  })
})

describe('in the books', () => {
  const far = '0x52908400098527886E0F7030069857D2E4169EE7'
  const booked = booksOf([
    [{ transaction_id: 'txn_7', transaction: { txn_hash: unreadHash, amount: '2', asset_id: 'ETH' } }, null],
    [
      {
        transaction_id: 'txn_8',
        transaction: {
          note: 'Payroll of October',
          source: { source_type: 'network', source_address: far },
          destination: {
            destination_type: 'stake pool',
            destination_id: 'pool_1',
            destination_name: 'Lido pool',
            memo: '7700123',
          },
        },
      },
      null,
    ],
  ])
  const found = (text: string, books = booked) => searchBooks(books, { text, now: now.getTime() }).meanings

  it('finds names of lists that no transaction has, and gives plain data, which a worker can send', () => {
    const books = madeBooks({ whitelists: records.whitelists })
    const meanings = found('kraken settlement', books)
    expect(meanings.map(inWords)).toEqual(['source_id=wls_1', 'destination_id=wls_1'])
    expect(structuredClone(meanings)).toEqual(meanings)
  })

  it('shows of a long note the line around the words', () => {
    const note = `${'before '.repeat(30)}the settlement ${'after '.repeat(30)}`
    const books = booksOf([[{ transaction_id: 'txn_7', transaction: { note } }, null]])
    expect(found('settlement', books).map(({ label }) => label)).toEqual([
      '…e before before the settlement after after after after after after after after …',
    ])
  })

  it.each([
    ['a hash opens its transaction', unreadHash, ['open txn_7']],
    ['so it does with its 0x', `0x${unreadHash.toUpperCase()}`, ['open txn_7']],
    ['an id opens its transaction', 'txn_8', ['open txn_8']],
    [
      'an address is offered at the end at which it is, as it is spelled',
      far.toLowerCase(),
      [`source_address=${far}`],
    ],
    ['a name that is in no list is found', 'lido', ['destination_id=pool_1']],
    ['a hash that is not there is no filter', hash, []],
    ['nor is an address', bitcoin, []],
    ['nor is an id', 'txn_9', []],
    ['an amount opens its transactions', '2.00 ETH', ['open txn_7']],
    ['nor is an amount', '16,427.74', []],
    ['words of a note open its transaction', 'october payroll', ['open txn_8']],
    ['so does a memo', '7700123', ['open txn_8']],
    ['and a part of a hash', unreadHash.slice(0, 12), ['open txn_7']],
    ['what several have is a list, and each of them', 'txn', ['text=txn', 'open txn_7', 'open txn_8']],
    ['a part of an address is found', far.slice(0, 8), [`source_address=${far}`]],
    ['and one that was shortened', `${far.slice(0, 6)}…${far.slice(-4)}`, [`source_address=${far}`]],
  ])('%s', (_what, text, expected) => {
    expect(found(text).map(inWords)).toEqual(expected)
  })
})

describe('a text that is nothing exactly', () => {
  it.each([
    ['an id that was not read', 'txn_2', ['transaction_id=txn_2 alone']],
    ['a day that does not exist', '2026-02-30', []],
    ['a link to elsewhere', 'https://example.com/about', []],
    ['markup', '<img/src=x/onerror=alert(1)>', []],
    ['an e-mail address', 'anna@nordhavn.example', []],
    ['an amount that was not read', '16,427.74', []],
    ['an id in quotes', '"txn_2"', ['transaction_id=txn_2 alone']],
    ['an id with a slash', 'txn/2;a', ['transaction_id=txn%2F2%3Ba alone']],
    ['days in the wrong order', '2026-11-05 .. 2026-11-01', []],
    [
      'a part of two names',
      'treasury',
      [
        'source_id=vlt_1',
        'destination_id=vlt_1',
        'source_id=wls_2',
        'destination_id=wls_2',
        'transaction_id=treasury alone',
      ],
    ],
    ['a part of a name with a gap', 'kraken set', ['source_id=wls_1', 'destination_id=wls_1']],
    ['the beginning of a status', 'compl', ['status=completed', 'transaction_id=compl alone']],
    ['the beginning of a range', 'last 7', ['start_date=2026-11-15&end_date=2026-11-21']],
    ['words that nothing is called by', 'no such name', []],
    ['nothing', ' \u200b\n', []],
    ['more than the service accepts', 'x1'.repeat(300), []],
  ])('%s', (_what, text, expected) => {
    expect(actions(text)).toEqual(expected)
  })

  it('is sure of an id, and asks about a word that nothing is called by', () => {
    expect(meanings('txn_2').map(({ isGuess }) => Boolean(isGuess))).toEqual([false])
    expect(meanings('Treasry').map(({ isGuess }) => isGuess)).toEqual([true])
  })
})

it('without the books, what only they can tell is said to be early', () => {
  const areEarly = (text: string) => meaningsIn(text, nothing, []).map(({ isEarly }) => Boolean(isEarly))
  expect(areEarly('Treasry')).toEqual([true])
  expect(areEarly(bitcoin)).toEqual([true, true])
  // The service is asked for an id.
  expect(areEarly('txn_2')).toEqual([false])
})

describe('any text', () => {
  const fragments = fc.constantFrom(
    'txn_1',
    'vlt_1',
    'Ethereum',
    hash,
    evm,
    '2026-11-01',
    '..',
    '/',
    'https://',
    ' ',
  )
  const anyText = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc.string({ unit: 'grapheme' }),
    fc
      .array(fc.oneof(fragments, fc.string({ unit: anyCharacter, maxLength: 3 })))
      .map((parts) => parts.join('')),
  )

  it('means the same with spaces and hidden characters around it, each meaning once', () => {
    fc.assert(
      fc.property(
        anyText,
        fc.constantFrom(' ', '\n', '\u00a0', '\u200b', '\u202e', '\ufeff'),
        (text, around) => {
          const all = meanings(text)
          expect(meanings(around + text + around)).toEqual(all)
          expect(new Set(all.map(({ key }) => key)).size).toBe(all.length)
        },
      ),
    )
  })

  it('never puts an empty filter into the address', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const { act } of meanings(text)) {
          if (!('patch' in act) || !act.patch?.filter) continue
          const set = filterIn(act)
          expect(set.length).toBeGreaterThan(0)
          for (const [, value] of set) expect(value.trim()).toBe(value)
        }
      }),
    )
  })
})
