import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as chains from '../../chains/index.ts'
import { encoders } from '../../chains/testing/encoders.ts'
import { anyCharacter } from '../../testing/any-character.ts'
import { looksCaseless, readAddress } from './pasted.ts'

const evm = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const token = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
const xrp = 'rPEPPER7kfTD9w2To4CQk6UCfuHM9c6GDY'
const stellar = 'GBRPYHIL2CI3FNQ4BXLFMNDLFJUNPU2HY3ZMFSHONUCEOASW7QC7OX2H'
const bitcoin = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'

describe('an address in a pasted text', () => {
  test.each([
    ['as it is', evm, evm, null, []],
    ['with space around it', `\n\t ${evm} \u00a0`, evm, null, [/White space around/]],
    [
      'with hidden characters',
      `\u202e${evm.slice(0, 9)}\u200b${evm.slice(9)}\u0000`,
      evm,
      null,
      [/hidden characters U\+202E, U\+200B, U\+0000/],
    ],
    ['broken into lines', `${evm.slice(0, 20)}\r\n${evm.slice(20)}`, evm, null, [/White space within/]],
    ['in words', `Send to ${evm} please`, evm, null, [/longer text/]],
    ['in words with a memo', `Address: ${xrp}\nDestination tag: 12345`, xrp, '12345', [/with the memo/]],
    ['with parameters', `${xrp}?dt=12345`, xrp, '12345', [/read as its memo/]],
    ['with a memo parameter', `${stellar}?memo=ab%20c`, stellar, 'ab c', [/read as its memo/]],
    ['with a tag behind a colon', `${xrp}:777`, xrp, '777', [/read as its memo/]],
    ['with a parameter that is no memo', `${bitcoin}?amount=1`, bitcoin, null, [/“\?amount=1” after it/]],
    ['in a Bitcoin link (BIP-21)', `bitcoin:${bitcoin}?amount=0.1&label=x`, bitcoin, null, [/\(bitcoin:\)/]],
    [
      'in capitals as in a QR code',
      `BITCOIN:${bitcoin.toUpperCase()}`,
      bitcoin.toUpperCase(),
      null,
      [/payment/],
    ],
    ['in an Ethereum link (EIP-681)', `ethereum:${evm}@137?value=1e18`, evm, null, [/\(ethereum:\)/]],
    ['in one marked pay-', `ethereum:pay-${evm}`, evm, null, [/\(ethereum:\)/]],
    [
      'of a token transfer: who receives, and not the token',
      `ethereum:${token}@1/transfer?address=${evm}&uint256=1`,
      evm,
      null,
      [/\(ethereum:\)/, new RegExp(`calls ${token}`)],
    ],
    ['in a Stellar link (SEP-7)', `web+stellar:pay?destination=${stellar}&memo=9`, stellar, '9', [/payment/]],
    [
      'in a TON link',
      'ton://transfer/EQDtFpEwcFAEcRe5mLVh2N6C0x-_hJEM7W61_JLnSF74p4q2?text=5',
      'EQDtFpEwcFAEcRe5mLVh2N6C0x-_hJEM7W61_JLnSF74p4q2',
      '5',
      [/payment/],
    ],
    ['as an account id (CAIP-10)', `eip155:1:${evm}`, evm, null, [/payment link \(eip155:\)/]],
    ['in an explorer’s link', `https://etherscan.io/address/${evm}#code`, evm, null, [/from a link/]],
    ['in a link of this console', `https://console.example/check?address=${evm}&memo=4`, evm, '4', [/link/]],
    ['of a network that nobody knows', 'hbar-like.0.0_x', 'hbar-like.0.0_x', null, []],
    ['of Hedera', '0.0.123456', '0.0.123456', null, []],
    ['of NEAR', 'treasury.example.near', 'treasury.example.near', null, []],
    ['of TON, raw', `0:${'ab'.repeat(32)}`, `0:${'ab'.repeat(32)}`, null, []],
    ['that is a word of JavaScript', '__proto__', '__proto__', null, []],
    ['with another alphabet’s letter', `0x5\u0430${evm.slice(4)}`, `0x5\u0430${evm.slice(4)}`, null, []],
  ])('%s', (_what, pasted, address, memo, remarks) => {
    const read = readAddress(pasted)
    expect(read).toMatchObject({ kind: 'address', address, memo })
    expect(read?.kind === 'address' ? read.remarks : []).toEqual(
      remarks.map((remark) => expect.stringMatching(remark)),
    )
  })

  test.each([
    ['an ENS name', 'vitalik.eth', /a name, not an address/],
    ['a name of another such service', 'someone.crypto', /a name, not an address/],
    ['a name in other letters', 'пример.рф', /a name, not an address/],
    ['a link', 'https://example.com/', /This link contains no address/],
    ['a payment link to a name', 'ethereum:vitalik.eth', /a name, not an address/],
    ['an e-mail address', 'somebody@example.com', /email/],
    ['a sentence', 'please send it soon', /None of these words/],
    ['two addresses', `${evm} or ${token}`, /more than one address/],
    ['a megabyte', 'a'.repeat(1_000_000), /1000000 characters/],
    ['a line that is too long', 'a'.repeat(513), /513 characters/],
  ])('is not there in %s, and why is said', (_what, pasted, why) => {
    expect(readAddress(pasted)).toEqual({ kind: 'none', why: expect.stringMatching(why) })
  })

  test.each(['', '   ', '\u200b\n'])('is not asked for in an empty text', (pasted) => {
    expect(readAddress(pasted)).toBeNull()
  })

  test('whatever is pasted is read without an error, and an address is read as itself', () => {
    const pieces = fc.oneof(
      fc.string({ unit: anyCharacter }),
      fc.constantFrom(
        evm,
        xrp,
        'ethereum:',
        '?memo=',
        '%',
        '%zz',
        ':',
        '://',
        '@',
        ' ',
        '\ud800',
        'https://',
      ),
    )
    fc.assert(
      fc.property(fc.array(pieces), (parts) => {
        const read = readAddress(parts.join(''))
        if (read?.kind !== 'address') return
        expect(read.address.length).toBeLessThanOrEqual(512)
        expect(read.address).not.toMatch(/^\s|\s$|^$/)
        // What stands in the address bar is read again: nothing more may be taken from it, nor refused.
        const again = readAddress(read.address)
        expect(again).not.toBeNull()
      }),
    )
  })
})

const caselessKinds = encoders.filter(({ networkId, bytes, encode }) =>
  chains.isCaseless(encode(new Uint8Array(bytes)), chains.chainOf(networkId)),
)

describe('an address in which case means nothing on its network also looks so', () => {
  test.each(caselessKinds.map((encoder) => [`${encoder.networkId}, ${encoder.kind}`, encoder] as const))(
    '%s',
    (_name, { bytes, encode }) => {
      fc.assert(
        fc.property(fc.uint8Array({ minLength: bytes, maxLength: bytes }), (key) => {
          expect(looksCaseless(encode(key))).toBe(true)
        }),
      )
    },
  )

  // CashAddr, "Examples of address translation"; ZIP 316 and Avalanche's documents for how the others begin.
  test.each([
    ['BCH', 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a'],
    ['BCH', 'qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a'],
    [
      'ZEC',
      'u1l8xunezsvhq8fgzfl7404m450nwnd76zshscn6nfys7vyz2ywyh4cc5daaq0c7q2su5lqfh23sp7fkf3kt27ve5948mzpfdv',
    ],
    ['AVAX', 'X-avax1slt2dhfu6a6qezcn5sgtagumq8ag8we75f84sw'],
  ])('%s: %s', (networkId, address) => {
    expect(chains.isCaseless(address, chains.chainOf(networkId))).toBe(true)
    expect(looksCaseless(address)).toBe(true)
    expect(looksCaseless(address.toUpperCase())).toBe(true)
  })
})
