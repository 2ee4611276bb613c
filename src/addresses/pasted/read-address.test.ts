import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { encoders } from '../../chains/testing/encoders.ts'
import { anyCharacter } from '../../testing/properties.ts'
import { accountTests, readAddress, readTransactions } from './read-address.ts'

const evm = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const other = '0x52908400098527886E0F7030069857D2E4169EE7'
const xrp = 'rPEPPER7kfTD9w2To4CQk6UCfuHM9c6GDY'
const stellar = 'GBRPYHIL2CI3FNQ4BXLFMNDLFJUNPU2HY3ZMFSHONUCEOASW7QC7OX2H'
const bitcoin = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const ton = 'EQDtFpEwcFAEcRe5mLVh2N6C0x-_hJEM7W61_JLnSF74p4q2'
const tron = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
const solana = 'CTNkbaML8hRezT48UFSNeYWy3Vese4kn2on6RZE7mhyH'
const sui = '0x05a9ca341b6dc160ce32505ec9dd3e1fd538dc3cd05e5db0b9455f69ffde96e9'
const hedera = '0.0.9124531'
const cash = 'qzs02v05l7qs5s24srqju498qu55dwuj0cx5ehjm2c'
const monero =
  '888tNkZrPN6JsEgekjMnABU4TBzc2Dt29EPAvkRxbANsAnjyPbb3iQ1YBRk1UXcdRsiKc9dhwMVgN5S9cQUiyoogDavup3H'
const near = '98793cd91a3f870fb126f66285808c7e094afcfc4eda8a970f6648cdf0dbd6de'
const hash = `0x${'b2'.repeat(32)}`

const words = (text: string) => text.split(' ')
const phrases = (text: string) => text.split(' | ')

/** "address · memo", "2 addresses", or why there is none. */
function read(text: string): string {
  const found = readAddress(text)
  if (found === null) return 'nothing'
  if (found.kind === 'several') return `${found.addresses.length} addresses`
  if (found.kind === 'none') return found.why
  return found.memo === null ? found.address : `${found.address} · ${found.memo}`
}

test.each([
  [`${evm}.`, evm],
  [`Please send to ${evm}, thanks`, evm],
  [`"${evm}"`, evm],
  [`\`${evm}\``, evm],
  [`<${evm}>`, evm],
  [`Address:${evm}`, evm],
  [`{"address":"${evm}"}`, evm],
  [`ETH desk,ETH,${evm},`, evm],
  [`${evm};`, evm],
  [`[${evm}](https://etherscan.io/address/${evm})`, evm],
  [`${bitcoin}.`, bitcoin],
  [`Address: ${xrp} Memo: 12345.`, `${xrp} · 12345`],
  [`${xrp} (tag 12345)`, `${xrp} · 12345`],
  [`${xrp}\nMEMO/Tag\n12345`, `${xrp} · 12345`],
  [`${xrp}\nDestination Tag (required)\n12345`, `${xrp} · 12345`],
  [`${xrp} memo is 12345`, `${xrp} · 12345`],
  [`${xrp} Tag No. 12345`, `${xrp} · 12345`],
  [`${xrp} Memo：12345`, `${xrp} · 12345`],
  [`Memo: 12345\nAddress: ${xrp}`, `${xrp} · 12345`],
  [`${xrp}\nMemo: none`, xrp],
  [`${xrp}\nMemo: N/A`, xrp],
  [`${xrp} tagged as Kraken`, xrp],
  [`${xrp}_12345`, `${xrp} · 12345`],
  [`${xrp}?DT=12345`, `${xrp} · 12345`],
  [`https://xrpl.to/?to=${xrp}&dt=12345`, `${xrp} · 12345`],
  [`Account: ${near}`, near],
  [`Account ID: ${hedera} Memo: 777`, `${hedera} · 777`],
  [`${hedera}-xrxlv`, `${hedera}-xrxlv`],
  [`Address: ${cash}`, cash],
  [`Address: ${monero}`, monero],
  ['Address: tz1VSUr8wwNhLAzempoch5d6hLRiTh8Cjcjb', 'tz1VSUr8wwNhLAzempoch5d6hLRiTh8Cjcjb'],
  [`https://suiscan.xyz/mainnet/account/${sui}`, sui],
  [`https://hashscan.io/mainnet/account/${hedera}`, hedera],
  [`https://solscan.io/account/${solana}#tokens`, solana],
  [`https://app.safe.global/home?safe=eth:${evm}`, evm],
  [`base:${evm}`, evm],
  [`https://blockchair.com/bitcoin-cash/address/${cash}`, cash],
  [`https://xrpscan.com/account/${xrp}`, xrp],
  [`https://debank.com/profile/${evm}`, evm],
  [`We have moved from ${evm} to ${other}.`, '2 addresses'],
  [`New wallet (${other}), the old one ${evm} is closed`, '2 addresses'],
])('what people paste: %s', (text, expected) => {
  expect(read(text)).toBe(expected)
})

describe('an address is read in', () => {
  test.each([
    ...words(
      "'*' “*” «*» (*) [*] {*} _*_ *! *, *… ETH:* 地址*请转账 ＂*＂ （*） *\u3002 \u200b*\u00ad &quot;*&quot;",
    ),
    ...words('eip155:137:*. ethereum:pay-*@1?value=1 www.etherscan.io/address/* https://opensea.io/*'),
    ...words('https://etherscan.io/address/*#code <https://etherscan.io/address/*>'),
    ...words('https%3A%2F%2Fetherscan.io%2Faddress%2F* https://example.com/?accounts=*'),
    ...words('{\\"address\\":\\"*\\"} {"data":{"Address":"*","id":7}}'),
    '- *',
    '> *',
    '1) *',
    'address = "*",',
    '"Kraken";"ETH";"*";"1"',
    'Kraken\tETH\t*\t',
    '| * | ETH |',
    '<b>Address:</b> <code>*</code>',
    '<a href="https://etherscan.io/address/*">*</a>',
    'treasury@nordhavn.example: *',
    'vitalik.eth (*)',
    '0x5aAe…eAed = *',
    'Invoice 2026-0001, EUR 1.500,00, *',
    `Tx hash: ${hash}\nAddress: *`,
    `* (tx ${hash})`,
    '*\\nNetwork: ERC20',
    'eth:*, thanks',
    // An id that could be an address, but has no checksum.
    'Order QKd3NBUAdUnhyzenEwVLy9pBKxSwXvE9FMPyR4UK, pay *',
    '* and https://debank.com/profile/*',
    'https://app.safe.global/eth:*/transactions/history',
    `https://app.safe.global/transactions/tx?safe=eth:*&id=multisig_${other}_${hash}`,
    'https://etherscan.io/token/0xdAC17F958D2ee523a2206206994597C13D831ec7?a=*',
    'ethereum:0xdAC17F958D2ee523a2206206994597C13D831ec7@1/transfer?address=*&uint256=1',
  ])('%s', (text) => {
    expect(read(text.replaceAll('*', evm))).toBe(evm)
  })

  test.each([
    [`https://tronscan.org/#/address/${tron}/transfers`, tron],
    [`https://tonviewer.com/${ton}?section=transactions`, ton],
    [`ton://transfer/${ton}?amount=1&text=hello%20there`, `${ton} · hello there`],
    [`web+stellar:pay?destination=${stellar}&memo=9&memo_type=MEMO_ID`, `${stellar} · 9`],
    [`https://xumm.app/detect/request:${xrp}?dt=777`, `${xrp} · 777`],
    [`BITCOIN:${bitcoin.toUpperCase()}?AMOUNT=1`, bitcoin.toUpperCase()],
    [`bitcoincash:${cash}?amount=1`, cash],
    [`solana:${solana}?reference=82ZJ7nbGpixjeDCmEhUcmwXYfvurzAgGdtSMuHnUgyny&memo=ab1`, `${solana} · ab1`],
    [`solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:${solana}`, solana],
    [`hedera:mainnet:${hedera}`, hedera],
    ['https://aptoscan.com/account/0x1', '0x1'],
    ['https://nearblocks.io/address/treasury.example.near', 'treasury.example.near'],
    [`0:${'ab'.repeat(32)}`, `0:${'ab'.repeat(32)}`],
    ['Address: hbar-like.0.0_x', 'hbar-like.0.0_x'],
    ['EOS account: binancecleos\nMemo: 1234', 'binancecleos · 1234'],
    ['EOS account: binancecleos, see https://bloks.io', 'binancecleos'],
    ['__proto__', '__proto__'],
    // One address of Solana in 1,700 has no digit.
    [
      'Send to DXKWHzMrQqtbFtbQnhMiHqNqiiNvrXgwJaPEtWGmirXA, thanks',
      'DXKWHzMrQqtbFtbQnhMiHqNqiiNvrXgwJaPEtWGmirXA',
    ],
    [`0x5\u0430${evm.slice(4)}`, `0x5\u0430${evm.slice(4)}`],
    [`Send to ${evm.slice(0, -1)} please`, evm.slice(0, -1)],
  ])('%s', (text, expected) => {
    expect(read(text)).toBe(expected)
  })

  test.each(encoders.map((encoder) => [`${encoder.networkId}, ${encoder.kind}`, encoder] as const))(
    'words, quotes and rows: %s',
    (_name, { bytes, encode }) => {
      fc.assert(
        fc.property(fc.uint8Array({ minLength: bytes, maxLength: bytes }), (key) => {
          const address = encode(key)
          for (const text of [
            `Send to ${address}, thanks`,
            `Address: ${address}.`,
            `{"to":"${address}"}`,
            `a;b;${address};c`,
          ])
            expect(read(text)).toBe(address)
          expect(accountTests(`(${address})`).map((isSame) => isSame(address))).toEqual([true])
        }),
      )
    },
  )

  test.each([
    ['in groups of four', evm.replace(/.{4}/g, '$& '), evm],
    ['by single characters', [...evm].join(' '), evm],
    ['in two lines of a sentence', `Send to ${evm.slice(0, 20)}\r\n${evm.slice(20)} please`, evm],
    ['in a quoted mail', `> ${bitcoin.slice(0, 20)}\n> ${bitcoin.slice(20)}`, bitcoin],
    ['with the mark of a broken line', `${evm.slice(0, 20)}=\n${evm.slice(20)}`, evm],
    ['where a part could be an address', `${monero.slice(0, 44)}\n${monero.slice(44)}`, monero],
    ['beside its memo', `Address: ${xrp.replace(/.{4}/g, '$& ')}\nTag: 55`, `${xrp} · 55`],
    // Nothing proves which is meant.
    ['where the first line is one already', `${sui.slice(0, 42)}\n${sui.slice(42)}`, '2 addresses'],
  ])('pieces: %s', (_how, text, expected) => {
    expect(read(text)).toBe(expected)
  })
})

describe('a memo', () => {
  test.each([
    ...phrases(
      'Memo: 12345. | MEMO 12345 | Memo=12345 | Memo: #12345 | Memo-12345 | Memo – 12345 | memo => 12345',
    ),
    ...phrases(
      'memo_id: 12345 | Tag/Memo: 12345 | Memo (Tag): 12345 | Memo [required]: 12345 | **Memo**: `12345`',
    ),
    ...phrases('Memo (Memo is required, or funds are lost): 12345 | The memo must be 12345 | memo “12345”'),
    ...phrases(
      'destinationTag: 12345 | Dest. tag 12345 | tag number 12345 | Tag № 12345 | Tag(12345) | DT 12345',
    ),
    ...phrases('with 12345 as the memo | Payment ID: 12345 | Message: 12345 | Memo\n\n12345 | "tag": 12345'),
    ...phrases('メモ：１２３４５ | 备注：12345 | Мемо: 12345 | Mémo : 12345 | Etiqueta de destino: 12345'),
    ...phrases('Verwendungszweck: 12345 | Memo type: text\nMemo: 12345 | <tag>12345</tag>'),
    'Tag | 12345',
    '"memo": {"type": "id", "value": "12345"}',
  ])('in %s', (memo) => {
    for (const text of [`${xrp}\n${memo}`, `${memo}\n${xrp}`, `Address: ${xrp}, ${memo}`])
      expect(read(text)).toBe(`${xrp} · 12345`)
  })

  test.each([
    ...phrases(
      'Memo: none | Memo: N/A | Memo: n.a. | Memo: – | Memo: | Memo not required | no memo needed | Memo …',
    ),
    ...phrases(
      'without memo | memo: null | no destination tag needed | Memo (optional) | Memo is required | Memo: ""',
    ),
    ...phrases(
      'Do not forget the memo! | Memo/Tag: / | Memo: [none] | You don’t need a memo. | Memo: keine | Memo：无',
    ),
    ...phrases(
      'does not require a memo | Please tag me. | memorandum 5 | stage 5 | Note: 3 confirmations needed',
    ),
    ...phrases('Message us at +47 22 33 44 55 | commented by Anna | Memo: not applicable for this wallet'),
  ])('is none in %s', (memo) => {
    for (const text of [`${xrp}\n${memo}`, `${memo}\n${xrp}`, `${xrp} (${memo})`])
      expect(read(text)).toBe(xrp)
  })

  test.each([
    [`${xrp}:12345`, '12345'],
    [`${xrp} - 12345`, '12345'],
    [`${xrp}\t0012345`, '0012345'],
    [`(${xrp}?dt=12345).`, '12345'],
    [`Kraken,XRP,${xrp},12345`, '12345'],
    [`[["XRP","${xrp}","12345"]]`, '12345'],
    [`Name,Memo,Address\nKraken,12345,${xrp}`, '12345'],
    [`| Address | Memo |\n|---|---|\n| ${xrp} | 12345 |`, '12345'],
    [`Address and memo:\n${xrp}\n12345`, '12345'],
    [`{"memo_type":"text","memo":"ab c1","address":"${xrp}"}`, 'ab c1'],
    [`${xrp} memo: KRK_12-345/6`, 'KRK_12-345/6'],
  ])('beside its address: %s', (text, memo) => {
    expect(read(text)).toBe(`${xrp} · ${memo}`)
  })

  test.each([
    `asset;tag;address\nXRP;;${xrp}`,
    `Name,Address,Memo\nKraken,${xrp},none`,
    `{"id":12345,"address":"${xrp}"}`,
    `${xrp}, amount 1500.50 XRP`,
    `${xrp} https://shop.example/?tag=12345`,
  ])('is no other number: %s', (text) => {
    expect(read(text)).toBe(xrp)
  })

  test('is not made of a number where no memo is used', () => {
    expect(read(`${evm},12345`)).toBe(evm)
    expect(read(`${evm} 1500`)).toBe(evm)
  })

  test('belongs to the address before it', () => {
    expect(readAddress(`1. ${xrp} tag 5\n2. ${stellar} memo 6`)).toMatchObject({
      kind: 'several',
      addresses: [
        { address: xrp, memo: '5' },
        { address: stellar, memo: '6' },
      ],
    })
  })
})

describe('two addresses are two', () => {
  test.each([
    `${evm},${other}`,
    `${evm}/${other}`,
    `${evm}_${other}`,
    `${evm}→${other}`,
    `${evm}${other}`,
    `{"from":"${evm}","to":"${other}"}`,
    `old: ${evm.toLowerCase()} new: ${other}`,
    `BTC ${bitcoin}\nETH ${evm}`,
    `${monero} and ${evm}`,
    `${hedera} 0.0.98`,
    `[${evm}](https://etherscan.io/address/${other})`,
    `https://etherscan.io/address/${evm} not ${other}`,
    `${evm.slice(0, -1)} became ${other}`,
    `${evm.replace('A', '\u0410')} or ${evm}`,
    `eth:${evm} base:${other}`,
    // Of a chain that the console does not know, with a checksum.
    `${evm} or RXissueAssetXXXXXXXXXXXXXXXXXhhZGt`,
    `${evm.replace(/.{4}/g, '$& ')} / ${other.replace(/.{4}/g, '$& ')}`,
    `${ton} ${solana}`,
  ])('%s', (text) => {
    expect(read(text)).toBe('2 addresses')
  })

  test('where one is shortened, it cannot be chosen', () => {
    expect(readAddress(`moved from 0x9Af4…DD5E to ${other}`)).toMatchObject({
      addresses: [{ address: other }],
      why: expect.stringContaining('0x9Af4…DD5E'),
    })
    expect(read(`0x5290…9EE7 (${other})`)).toBe(other)
  })

  test('and one in several spellings is one', () => {
    expect(read(`${evm}\n${evm.toLowerCase()}\n0x${evm.slice(2).toUpperCase()}`)).toBe(evm)
    expect(read(`bitcoincash:${cash} ${cash}`)).toBe(cash)
    expect(read(`${bitcoin} ${bitcoin.toUpperCase()}`)).toBe(bitcoin)
  })
})

test.each([
  ['vitalik.eth', /a name, not an address/],
  ['пример.рф', /a name, not an address/],
  ['ethereum:vitalik.eth', /a name, not an address/],
  ['somebody@example.com', /email/],
  ['please send it soon', /None of these words/],
  ['Kraken Treasury 12 Main Account 34', /None of these words/],
  ['https://example.com/', /This link contains no address/],
  [`https://etherscan.io/tx/${hash}`, /leads to a transaction/],
  ['0x5aAe...eAed', /shortened: 0x5aAe\.\.\.eAed/],
  ['a'.repeat(1_000_000), /1000000 characters/],
  ['a'.repeat(513), /513 characters/],
])('there is no address in %j, and why is said', (text, why) => {
  expect(readAddress(text)).toEqual({ kind: 'none', why: expect.stringMatching(why) })
})

test.each(['', '   ', '\u200b\n'])('an empty text is not judged', (text) => {
  expect(readAddress(text)).toBeNull()
})

test('what was left out is said', () => {
  const remarksOf = (text: string) => {
    const found = readAddress(text)
    return found?.kind === 'address' ? found.remarks : []
  }
  expect(remarksOf(evm)).toEqual([])
  expect(remarksOf(`\n ${evm}`)).toEqual(['White space around it was removed.'])
  expect(remarksOf(`"${evm}".`)).toEqual(['Punctuation around it was removed.'])
  expect(remarksOf(`${evm.slice(0, 20)}\n${evm.slice(20)}`)).toEqual(['White space within it was removed.'])
  expect(remarksOf(`\u202e${evm.slice(0, 9)}\u200b${evm.slice(9)}`)).toEqual([
    expect.stringContaining('hidden characters U+202E, U+200B'),
  ])
  expect(remarksOf(`Send to ${xrp}, tag 5`)).toEqual(['Taken from a longer text.', '5 was read as its memo.'])
  expect(remarksOf(`https://etherscan.io/address/${evm}`)).toEqual(['Taken from a link.'])
  expect(remarksOf(`bitcoincash:${cash}`)).toEqual(['Written with its network (bitcoincash:).'])
  expect(remarksOf(`bitcoincash:${cash}?amount=1`)).toEqual([
    'Taken from a payment link (bitcoincash:). Everything else in the link was ignored.',
  ])
  expect(remarksOf(`ethereum:${other}@1/transfer?address=${evm}`)).toEqual([
    expect.stringContaining(`The link calls ${other}`),
  ])
})

test('transactions are read in links and after words', () => {
  expect(readTransactions(`https://tronscan.org/#/transaction/${near}`)).toEqual([near])
  expect(readTransactions(`https://etherscan.io/tx/${hash}#eventlog`)).toEqual([hash])
  expect(readTransactions('https://console.example/transactions?tx=txn_1')).toEqual(['txn_1'])
  expect(readTransactions(`Hash: ${hash}.`)).toEqual([hash])
  expect(readTransactions(`Send to ${evm}`)).toEqual([])
})

test('whatever is pasted is read without an error, and an address is read as itself', () => {
  const pieces = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc.constantFrom(evm, xrp, ton, ' ', '\ud800', ...words('ethereum: ?memo= % %zz : :// @ https:// memo "')),
  )
  fc.assert(
    fc.property(fc.array(pieces), (parts) => {
      const found = readAddress(parts.join(''))
      if (found?.kind !== 'address') return
      expect(found.address.length).toBeLessThanOrEqual(512)
      // The address bar shows it, and it is read again from there.
      expect(readAddress(found.address)).toMatchObject({ kind: 'address', address: found.address })
    }),
    { examples: [[['ethereum:', 'ethereum:', 'A']]] },
  )
})
