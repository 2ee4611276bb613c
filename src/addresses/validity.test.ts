import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fixedPrefix } from '../chains/chain.ts'
import { chainOf, splitMemo } from '../chains/index.ts'
import { encoders } from '../chains/testing/encoders.ts'
import { anyCharacter } from '../testing/properties.ts'
import {
  bounceable,
  muxed,
  notBounceable,
  ofMuxed,
  ofTagged,
  ofUntagged,
  tagged,
  untagged,
} from './testing/examples.ts'
import { foreignTo, validitiesOf, validityOf } from './validity.ts'

/** Published addresses, by network: the proof of the checks. */
const published: Readonly<Record<string, readonly string[]>> = {
  // EIP-55, test cases, and EIP-1191, test cases of chain 30.
  ETH: ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB'],
  RSK: ['0x27b1FdB04752BBc536007A920D24ACB045561c26', '0x5aaEB6053f3e94c9b9a09f33669435E7ef1bEAeD'],
  // BIP-350 (BIP-173), valid addresses; bitcoinjs-lib, fixtures; Bitcoin wiki, technical background of addresses.
  BTC: [
    'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4',
    'BC1SW50QGDZ25J',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
    '3LRW7jeCvQCRdPF8S3yUCfRAx4eqXFmdcr',
    '1PMycacnJaSqwwJqjawXBErnLsZ7RkXUAs',
  ],
  // BIP-350, valid addresses; trezor-suite, address-validator, also of those that follow.
  BTC_TEST: [
    'tb1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesf3hn0c',
    'bcrt1q8zx9dlztqz9apm7y5gtx8a0tlz57fhncycvun5',
    '2MxKEf2su6FGAUfCEAHreGFQvEYrfYNHvL7',
  ],
  LTC: [
    'MUWheVyCBf3Fm3WNNXvotQ3Gj8NTSZCBVe',
    'ltc1qajkrze8gc5qdx2ehldsmd596a2gprnn50a53mj3xxvy0zgtdq6gqumv03a',
  ],
  DOGE: ['A7JjzK9k9x5b2MkkQzqt91WZsuu7wTu6iS'],
  ZEC: ['t3Vz22vK5z2LcKEdg16Yv4FFneEL1zg9ojd'],
  // solana.com: System Program.
  SOL: ['11111111111111111111111111111111'],
  // xrpl.org: special addresses, genesis account; ripple-address-codec.
  XRP: [
    'rrrrrrrrrrrrrrrrrrrrrhoLvTp',
    'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh',
    'XVLhHMPHU98es4dbozjVtdWzVrDjtV18pX8yuPT7y4xaEHi',
    untagged,
  ],
  // SEP-23, valid test cases.
  XLM: ['CA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUWDA', muxed, ofMuxed],
  // The contract of Tether USD.
  TRX: ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
  // CIP-19, test vectors of the main net; trezor-suite (Byron); Blockfrost, API reference.
  ADA: [
    'addr1qx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer3n0d3vllmyqwsx5wktcd8cc3sq835lu7drv2xwl2wywfgse35a3x',
    'stake1uyehkck0lajq8gr28t9uxnuvgcqrc6070x3k9r8048z8y5gh6ffgw',
    'addr1gx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer5pnz75xxcrzqf96k',
    'addr1w8phkx6acpnf78fuvxn0mkew3l0fd058hzquvz7w36x4gtcyjy7wx',
    'stake178phkx6acpnf78fuvxn0mkew3l0fd058hzquvz7w36x4gtcccycj5',
    'Ae2tdPwUPEYxYNJw1He1esdZYvjmr4NtPzUsGTiqL9zd8ohjZYQcwu6kom7',
    'DdzFFzCqrhsxrgB6w6VhgfAqUZ69Va583murc21S4QFTJ6WUHAh4Gk8t1QHofpza5MZxG4dNVQWe8q78h4Utp9MGBQHBLD54rz6CTLsm',
    'pool1pu5jlj4q9w9jlxeu370a3c9myx47md5j5m2str0naunn2q3lkdy',
  ],
  // Octez, the accounts of its sandbox; anchorageoss/tezosprotocol, tests.
  XTZ: ['tz29nEixktH9p9XTFX7p8hATUyeLxXEz96KR', 'tz3RDC3Jdn4j15J7bBHZd29EUee9gVB1CxD9'],
  TON: [bounceable, notBounceable],
  // The distribution module; the operator of stake.fish.
  ATOM: [
    'cosmos1jv65s3grqf6v6jl3dp4t6c9t9rk99cd88lyufl',
    'cosmosvaloper1sjllsnramtg3ewxqwwrwjxfgc4n4ef9u2lcnj0',
  ],
  // Substrate: the account of Alice.
  DOT: ['15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5'],
  // CashAddr, examples of 160 and 256 bits.
  BCH: [
    'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a',
    'ppm2qsznhks23z7629mms6s4cwef74vcwvn0h829pq',
    'bitcoincash:qvch8mmxy0rtfrlarg7ucrxxfzds5pamg73h7370aa87d80gyhqxq5nlegake',
  ],
  // HIP-15.
  HBAR: ['0.0.123-vfmkw', '0.0.123'],
}

/** Published texts that are no addresses of the network. */
const publishedInvalid: Readonly<Record<string, readonly string[]>> = {
  // BIP-350, invalid addresses: prefix, checksum of the other kind, version, length, padding, mixed case, nothing.
  BTC: [
    'tc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq5zuyut',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh',
    'bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4',
    'BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R',
    'bc1pw5dgrnzv',
    'BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v07qwwzcrf',
    'bc1gmk9yu',
  ],
  BTC_TEST: ['tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq47Zagq'],
  // SEP-23, invalid test cases.
  XLM: [
    'GAAAAAAAACGC6',
    'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUACUSI',
    'G47QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVP2I',
    'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVAAAAAAAAAAAAAAAV75I',
    'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUK===',
    'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUO',
  ],
  // xpring-js, tests of addresses.
  XRP: [
    '1EAG1MwmzkG6gRZcYqcRMfC17eMt8TDTit',
    'rU6K7V3Po4sBBBBBaU29sesqs2qTQJWDw1',
    'rU6K7V3Po4s2qTQJWDw1',
    'T7oKJ3q7s94kDH6tpkBowhetT1JKfcfdSCmAXbS75iATyLD',
  ],
  // CIP-19, test vectors of a test network and its example of Byron there.
  ADA: [
    'stake_test1uqehkck0lajq8gr28t9uxnuvgcqrc6070x3k9r8048z8y5gssrtvn',
    '37btjrVyb4KDXBNC4haBVPCrro8AQPHwvCMp3RFhhSVWwfFmZ6wwzSK6JK1hY6wHNmtrpTf1kdbva8TCneM2YsiXT7mrzT21EacHnPpz5YyUdj64na',
  ],
  // HIP-15, its example with another letter, and on the test network.
  HBAR: ['0.0.123-vfmkx', '0.0.123-esxsf', '0.0.9124532-xrxlv'],
  // CashAddr, its examples: a character changed, without the last, with another's prefix.
  BCH: [
    'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6q',
    'qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6',
    'bchtest:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a',
  ],
}

const each = (all: typeof published) =>
  Object.entries(all).flatMap(([networkId, texts]) => texts.map((text) => [networkId, text] as const))
const validOn = (networkId: string) => ({
  chain: chainOf(networkId),
  validity: expect.objectContaining({ kind: 'valid' }),
})

test.each(each(published))('published on %s: %s is valid', (networkId, address) => {
  expect(validityOf(` ${address}\n`, networkId)).toMatchObject({ kind: 'valid' })
  expect(validitiesOf(address)).toContainEqual(validOn(networkId))
})

test.each(each(publishedInvalid))('published on %s: %s is none', (networkId, text) => {
  expect(validityOf(text, networkId)).toMatchObject({ kind: 'failed' })
  expect(validitiesOf(text)).not.toContainEqual(validOn(networkId))
})

describe.each(encoders.map((encoder) => [`${encoder.networkId}, ${encoder.kind}`, encoder] as const))(
  'addresses of %s',
  (_name, { networkId, bytes, encode, hasChecksum, alphabet }) => {
    const anyBytes = fc.uint8Array({ minLength: bytes, maxLength: bytes })

    test('are valid whatever bytes they are made of, and fail with one character changed', () => {
      const change = fc.record({ key: anyBytes, place: fc.double({ min: 0, max: 0.999, noNaN: true }) })
      fc.assert(
        fc.property(change, fc.constantFrom(...alphabet), ({ key, place }, character) => {
          const address = encode(key)
          expect(validityOf(address, networkId)).toMatchObject({ kind: 'valid' })
          if (!hasChecksum) return
          const start = fixedPrefix(address, chainOf(networkId)).length
          const at = start + Math.floor(place * (address.length - start))
          fc.pre(address.charAt(at) !== character)
          const changed = address.slice(0, at) + character + address.slice(at + 1)
          // Letters of one case are an address without a checksum.
          fc.pre(networkId !== 'ETH' || /[a-f]/.test(changed.slice(2)) === /[A-F]/.test(changed.slice(2)))
          expect(validityOf(changed, networkId)).toMatchObject({ kind: 'failed' })
        }),
        // Two bytes of a hash miss one change in 65,536: a fixed seed never fails by chance.
        { seed: 20_261_121 },
      )
    })
  },
)

/** From EIP-55, "Test Cases". */
const checksummed = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const foreign = 'it contains characters that no address of this network has'

test.each([
  ['ETH', checksummed.replace('5aA', '5aa'), 'its checksum does not match (upper or lower case is wrong)'],
  ['BTC', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5', 'its checksum does not match'],
  ['ETH', checksummed.slice(0, -1), 'it has 39 digits after 0x, and an address has 40'],
  ['ETH', checksummed.replace('d', 'g'), foreign],
  ['ETH', checksummed.replace('5a', '5\u0430'), foreign],
  ['ETH', checksummed.replace('9f', '9f\u200b'), foreign],
  ['ETH', checksummed.replace('9f', ' 9f'), 'there is space within it'],
  ['ETH', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'it does not begin with 0x'],
  ['BTC', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3T4', 'it mixes capital and small letters'],
  [
    'BTC',
    'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7',
    'it is an address of a test network',
  ],
  ['SOL', '1'.repeat(1_000_000), 'it is longer than any address of this network'],
  ['XLM', `S${'A'.repeat(55)}`, 'it begins with S, as the secret key of an account does'],
])('on %s, %s fails: %s', (networkId, address, reason) => {
  expect(validityOf(address, networkId)).toEqual({
    ...{ kind: 'failed', checksum: reason.includes('checksum'), reason },
  })
})

test.each([
  ['ETH', checksummed.toLowerCase()],
  ['SOL', '11111111111111111111111111111111'],
])('on %s, %s has no checksum', (networkId, address) => {
  expect(validityOf(address, networkId)).toEqual({ kind: 'valid', checksum: false })
})

test.each([
  [
    'DOT',
    '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY',
    'any Substrate network',
    '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5',
  ],
  [
    'KSM',
    '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5',
    'Polkadot',
    'HNZata7iMYWmk5RvZRTiAsSDhV8366zq2YGb3tLH5Upf74F',
  ],
])('on %s, %s is an address of %s with the key of %s', (networkId, address, network, here) => {
  expect(validityOf(address, networkId)).toEqual({
    kind: 'valid',
    checksum: true,
    sameKey: { network, here },
  })
})

test.each([
  ['an unknown network', 'NEW', '0xzz'],
  ['no network', null, '0xzz'],
  ['a hostile name of a network', '__proto__', '0xzz'],
  ['an alias of Hedera', 'HBAR', `0x${'ab'.repeat(20)}`],
  ['space alone', 'ETH', ' \n'],
  ["a validator's key", 'ETH', `0x${'ab'.repeat(48)}`],
  ['a chain beside the EVM', 'AVAX', 'X-avax1tzdcgj4ehsvhhgpl7zylwpw0gl2rxcg4r5afk5'],
  [
    'shielded addresses',
    'ZEC',
    'zs1z7rejlpsa98s2rrrfkwmaxu53e4ue0ulcrw0h4x5g8jl04tak0d3mm47vdtahatqrlkngh9sly',
  ],
])('nothing is claimed of %s', (_what, networkId, address) => {
  expect(validityOf(address, networkId)).toEqual({ kind: 'unchecked' })
})

describe('an address without a network', () => {
  test.each([
    [checksummed, ['EVM', 'Rootstock', 'XDC Network', 'Injective', 'Kava', 'Sei']],
    ['0x27b1FdB04752BBc536007A920D24ACB045561c26', ['Rootstock']],
    ['1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SAMH', ['Bitcoin', 'Bitcoin Cash']],
    ['hello', []],
    ['\ud800', []],
  ])('%s is valid for %j', (address, names) => {
    const found = validitiesOf(address).filter(({ validity }) => validity.kind === 'valid')
    expect(found.map(({ chain }) => chain.name)).toEqual(names)
  })

  test('is not taken for one of TON because it has as many characters', () => {
    expect(validitiesOf('5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY')).toEqual([])
  })

  test('says where its checksum alone is wrong', () => {
    const validity = expect.objectContaining({ kind: 'failed', checksum: true })
    expect(validitiesOf('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u')).toEqual([{ chain: chainOf('TRX'), validity }])
  })

  test('never throws, whatever it is', () => {
    const anyText = fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 300 }),
      fc.stringMatching(/^(0x|bc1|addr1|cosmos1|1|3|G|T|r|X|tz1|EQ|Ae2|DdzFF|stake1|pool1)[\w-]{0,120}$/),
    )
    fc.assert(
      fc.property(anyText, fc.constantFrom(...encoders), (text, { networkId }) => {
        expect(() => [validityOf(text, networkId), validitiesOf(text)]).not.toThrow()
      }),
    )
  })
})

test.each([
  ['0xb2C4\u0430', '“а” (U+0430)'],
  ['0xb2C4\u0430\u0435\u043e\u0440', '“а” (U+0430), “е” (U+0435), “о” (U+043E) and others'],
  ['a b', 'U+0020'],
  ['a\ud800', 'U+D800'],
  ['\u{1f600}', '“😀” (U+1F600)'],
])('%j has characters that no address has, and they are named', (address, named) => {
  const reason = `it contains ${named}, which no address of a known network has`
  expect(foreignTo(address)).toMatchObject({ kind: 'failed', reason })
})

test.each(['', checksummed, '-1:00', '!~'])('%j has none', (address) => {
  expect(foreignTo(address)).toBeNull()
})

test.each([
  ['XRP', untagged, ofUntagged, null],
  ['XRP', tagged, ofTagged, '4294967295'],
  ['XLM', muxed, ofMuxed, '0'],
  [
    'XLM',
    'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVAAAAAAAAAAAAAJLK',
    ofMuxed,
    '9223372036854775808',
  ],
])('on %s, %s is taken apart', (network, text, address, memo) => {
  expect(splitMemo(text, network)).toEqual({ address, memo })
  expect(splitMemo(` ${text}\n`, null)).toEqual({ address, memo })
  for (const [other, on] of [
    [address, network],
    [text, 'ETH'],
    [`${text.slice(0, -1)}A`, network],
    ['X'.repeat(100_000), network],
  ] as const)
    expect(splitMemo(other, on)).toBeNull()
})
