import { describe, expect, test } from 'vitest'
import { validityOf } from './validity.ts'

describe('what fails', () => {
  test.each([
    [
      'ETH',
      '0x5aaeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      true,
      'its capital and small letters do not match its checksum',
    ],
    ['BTC', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5', true, 'its checksum does not match'],
    ['BTC', '1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SAMJ', true, 'its checksum does not match'],
    ['TRX', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u', true, 'its checksum does not match'],
    [
      'ETH',
      '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe',
      false,
      'it has 39 digits after 0x, and an address has 40',
    ],
    [
      'ETH',
      '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeg',
      false,
      'it contains characters that no address of this network has',
    ],
    [
      'ETH',
      '0x5\u0430Aeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      false,
      'it contains characters that no address of this network has',
    ],
    [
      'ETH',
      '0x5aAeb6053F3E94C9b9A09f\u200b33669435E7Ef1BeAed',
      false,
      'it contains characters that no address of this network has',
    ],
    ['ETH', '0x5aAeb6053F3E94C9b9A0 9f33669435E7Ef1BeAed', false, 'there is space within it'],
    ['ETH', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', false, 'it does not begin with 0x'],
    ['BTC', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3T4', false, 'it mixes capital and small letters'],
    [
      'BTC',
      'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7',
      false,
      'it is an address of a test network',
    ],
    ['BTC', '\ud800', false, 'it contains characters that no address of this network has'],
    ['SOL', '1'.repeat(1_000_000), false, 'it is longer than any address of this network'],
    [
      'XLM',
      'SBGWKM3CD4IL47QN6X54N6Y33T3JDNVI6AIJ6CD5IM47HG3IG4O36XCU',
      false,
      'it begins with S, as the secret key of an account does',
    ],
  ] as const)('on %s, %s: %s, %s', (networkId, address, checksum, reason) => {
    expect(validityOf(address, networkId)).toEqual({ kind: 'failed', checksum, reason })
  })

  test('is no checksum where the format has none', () => {
    expect(validityOf('0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed', 'ETH')).toEqual({
      kind: 'valid',
      checksum: false,
    })
    expect(validityOf('11111111111111111111111111111111', 'SOL')).toEqual({ kind: 'valid', checksum: false })
  })
})

describe('nothing is claimed', () => {
  test.each([
    ['of an unknown network', 'NEW', '0xzz'],
    ['of no network', null, '0xzz'],
    ['of a network whose format no library knows', 'HBAR', '0.0.1234'],
    ['of an empty address', 'ETH', ''],
    ['of space alone', 'ETH', ' \n'],
    ["of a validator's key", 'ETH', `0x${'ab'.repeat(48)}`],
    ['of a chain beside the EVM', 'AVAX', 'X-avax1tzdcgj4ehsvhhgpl7zylwpw0gl2rxcg4r5afk5'],
    [
      'of the newer addresses of Bitcoin Cash',
      'BCH',
      'bitcoincash:qp3wjpa3tjlj042z2wv7hahsldgwhwy0rq9sywjpyy',
    ],
    [
      'of shielded addresses',
      'ZEC',
      'zs1z7rejlpsa98s2rrrfkwmaxu53e4ue0ulcrw0h4x5g8jl04tak0d3mm47vdtahatqrlkngh9sly',
    ],
  ])('%s', (_what, networkId, address) => {
    expect(validityOf(address, networkId)).toEqual({ kind: 'unchecked' })
  })

  test('of hostile names of networks', () => {
    for (const networkId of ['__proto__', 'constructor', 'EVM\u0000', '\ud800'])
      expect(validityOf('0xzz', networkId)).toEqual({ kind: 'unchecked' })
  })
})
