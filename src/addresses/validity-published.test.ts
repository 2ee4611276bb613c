import { describe, expect, test } from 'vitest'
import { chainOf } from '../chains/index.ts'
import { validitiesOf, validityOf } from './validity.ts'

/** Published addresses: the network, where they stand, and they. */
const published: readonly (readonly [networkId: string, source: string, addresses: readonly string[]])[] = [
  [
    'ETH',
    'EIP-55, test cases',
    [
      '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
      '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
      '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
    ],
  ],
  [
    'RSK',
    'EIP-1191, test cases of chain 30',
    [
      '0x27b1FdB04752BBc536007A920D24ACB045561c26',
      '0x52908400098527886E0F7030069857D2E4169ee7',
      '0x5aaEB6053f3e94c9b9a09f33669435E7ef1bEAeD',
    ],
  ],
  [
    'BTC',
    'BIP-350 (BIP-173), valid addresses',
    [
      'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4',
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
      'BC1SW50QGDZ25J',
      'bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs',
      'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
    ],
  ],
  [
    'BTC',
    'bitcoinjs-lib, fixtures of Base58Check and of addresses (BIP-13 for those with 3)',
    [
      '1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SAMH',
      '1An8RkWzqVF9GvpQFVX5AM4jpFe43eoPfe',
      '1GrLCmVQXoyJXaPJQdqssNqwxvha1eUo2E',
      '3LRW7jeCvQCRdPF8S3yUCfRAx4eqXFmdcr',
    ],
  ],
  [
    'BTC_TEST',
    'BIP-350, valid addresses; trezor-suite, address-validator',
    [
      'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7',
      'tb1qqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesrxh6hy',
      'tb1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesf3hn0c',
      'bcrt1q8zx9dlztqz9apm7y5gtx8a0tlz57fhncycvun5',
      'mzBc4XEFSdzCDcTxAgf6EZXgsZWpztRhef',
      '2MxKEf2su6FGAUfCEAHreGFQvEYrfYNHvL7',
    ],
  ],
  [
    'LTC',
    'trezor-suite, address-validator',
    [
      'LVg2kJoFNg45Nbpy53h7Fe1wKyeXVRhMH9',
      'MUWheVyCBf3Fm3WNNXvotQ3Gj8NTSZCBVe',
      'ltc1qajkrze8gc5qdx2ehldsmd596a2gprnn50a53mj3xxvy0zgtdq6gqumv03a',
    ],
  ],
  [
    'DOGE',
    'trezor-suite, address-validator',
    ['DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU', 'A7JjzK9k9x5b2MkkQzqt91WZsuu7wTu6iS'],
  ],
  [
    'DASH',
    'trezor-suite, address-validator',
    ['Xx4dYKgz3Zcv6kheaqog3fynaKWjbahb6b', 'XcY4WJ6Z2Q8w7vcYER1JypC8s2oa3SQ1b1'],
  ],
  [
    'ZEC',
    'trezor-suite, address-validator',
    ['t1U9yhDa5XEjgfnTgZoKddeSiEN1aoLkQxq', 't3Vz22vK5z2LcKEdg16Yv4FFneEL1zg9ojd'],
  ],
  [
    'SOL',
    'solana.com: System Program, SPL Token program; blockchain_utils, test vectors',
    [
      '11111111111111111111111111111111',
      'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
      'Ho87cuS3aSRgUMCeMrV7uNCCWx6Fj2ytnufYQ1W7KCLr',
    ],
  ],
  [
    'XRP',
    'xrpl.org: special addresses; XRPLF/xrpl.js, ripple-address-codec',
    [
      'rrrrrrrrrrrrrrrrrrrrrhoLvTp',
      'rrrrrrrrrrrrrrrrrrrrBZbvji',
      'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh',
      'rGWrZyQqhTp9Xu7G5Pkayo7bXjH4k4QYpf',
      'XVLhHMPHU98es4dbozjVtdWzVrDjtV18pX8yuPT7y4xaEHi',
      'XVLhHMPHU98es4dbozjVtdWzVrDjtV5fdx1mHp98tDMoQXb',
      'X7AcgcsBL6XDcUb289X4mJ8djcdyKaB5hJDWMArnXr61cqZ',
    ],
  ],
  [
    'XLM',
    'SEP-23, valid test cases',
    [
      'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ',
      'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUQ',
      'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVAAAAAAAAAAAAAJLK',
      'CA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUWDA',
    ],
  ],
  ['TRX', 'tron.network: the contract of Tether USD', ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t']],
  [
    'ADA',
    'CIP-19, test vectors of the main net',
    [
      'addr1qx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer3n0d3vllmyqwsx5wktcd8cc3sq835lu7drv2xwl2wywfgse35a3x',
      'addr1z8phkx6acpnf78fuvxn0mkew3l0fd058hzquvz7w36x4gten0d3vllmyqwsx5wktcd8cc3sq835lu7drv2xwl2wywfgs9yc0hh',
      'addr1yx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzerkr0vd4msrxnuwnccdxlhdjar77j6lg0wypcc9uar5d2shs2z78ve',
      'addr1x8phkx6acpnf78fuvxn0mkew3l0fd058hzquvz7w36x4gt7r0vd4msrxnuwnccdxlhdjar77j6lg0wypcc9uar5d2shskhj42g',
      'addr1gx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer5pnz75xxcrzqf96k',
      'addr128phkx6acpnf78fuvxn0mkew3l0fd058hzquvz7w36x4gtupnz75xxcrtw79hu',
      'addr1vx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzers66hrl8',
      'addr1w8phkx6acpnf78fuvxn0mkew3l0fd058hzquvz7w36x4gtcyjy7wx',
      'stake1uyehkck0lajq8gr28t9uxnuvgcqrc6070x3k9r8048z8y5gh6ffgw',
      'stake178phkx6acpnf78fuvxn0mkew3l0fd058hzquvz7w36x4gtcccycj5',
    ],
  ],
  [
    'ADA',
    'trezor-suite, address-validator; pycardano and react-native-haskell-shelley, tests (Byron)',
    [
      'Ae2tdPwUPEYxYNJw1He1esdZYvjmr4NtPzUsGTiqL9zd8ohjZYQcwu6kom7',
      'Ae2tdPwUPEZHu3NZa6kCwet2msq4xrBXKHBDvogFKwMsF18Jca8JHLRBas7',
      'DdzFFzCqrhsxrgB6w6VhgfAqUZ69Va583murc21S4QFTJ6WUHAh4Gk8t1QHofpza5MZxG4dNVQWe8q78h4Utp9MGBQHBLD54rz6CTLsm',
      '4swhHtxKapQbj3TZEipgtp7NQzcRWDYqCxXYoPQWjGyHmhxS1w1TjUEszCQT1sQucGwmPQMYdv1FYs3d51KgoubviPBf',
    ],
  ],
  [
    'ADA',
    'Blockfrost, API reference: a stake pool',
    ['pool1pu5jlj4q9w9jlxeu370a3c9myx47md5j5m2str0naunn2q3lkdy'],
  ],
  ['DOT', 'Substrate: the account of Alice', ['15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5']],
  ['KSM', 'Substrate: the account of Alice', ['HNZata7iMYWmk5RvZRTiAsSDhV8366zq2YGb3tLH5Upf74F']],
  [
    'ALGO',
    'blockchain_utils, test vectors',
    [
      'VQD6TBRL6BH6NAGIPEUG6JZUCPJVXB3GPTHEU5WTKX5DDGSR3AXNKBN5FQ',
      'UZDRIHQ2Q4EVRKYW4DP2XE2W2GFFIHMY2O6VVQWXZ7LS4HILKLX45W3WGA',
    ],
  ],
  [
    'XTZ',
    'Octez, the accounts of its sandbox; anchorageoss/tezosprotocol, tests',
    [
      'tz1KqTpEZ7Yob7QbPE4Hy4Wo8fHG8LhKxZSx',
      'tz1gjaF81ZRRvdzjobyfVNsAeSC6PScjfQwN',
      'tz29nEixktH9p9XTFX7p8hATUyeLxXEz96KR',
      'tz3RDC3Jdn4j15J7bBHZd29EUee9gVB1CxD9',
    ],
  ],
  [
    'TON',
    'docs.ton.org, "TON cookbook" and "Smart contract addresses"',
    [
      'EQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPrHF',
      'UQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPuwA',
      'EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N',
    ],
  ],
  [
    'ATOM',
    'Cosmos Hub: the account of the distribution module, the operator of stake.fish',
    ['cosmos1jv65s3grqf6v6jl3dp4t6c9t9rk99cd88lyufl', 'cosmosvaloper1sjllsnramtg3ewxqwwrwjxfgc4n4ef9u2lcnj0'],
  ],
]

/** Published texts that are no addresses. */
const publishedInvalid: readonly (readonly [networkId: string, source: string, texts: readonly string[]])[] =
  [
    [
      'BTC',
      'BIP-350, invalid addresses, and those of BIP-173 that it repeats',
      [
        'tc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq5zuyut',
        'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd',
        'BC1S0XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ54WELL',
        'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh',
        'bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4',
        'BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R',
        'bc1pw5dgrnzv',
        'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v8n0nx0muaewav253zgeav',
        'BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P',
        'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v07qwwzcrf',
        'bc1gmk9yu',
      ],
    ],
    [
      'BTC_TEST',
      'BIP-350, invalid addresses',
      [
        'tb1z0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqglt7rf',
        'tb1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq24jc47',
        'tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq47Zagq',
        'tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vpggkg4j',
      ],
    ],
    [
      'XLM',
      'SEP-23, invalid test cases',
      [
        'GAAAAAAAACGC6',
        'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUR',
        'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZA',
        'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUACUSI',
        'G47QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVP2I',
        'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVAAAAAAAAAAAAAJLKA',
        'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVAAAAAAAAAAAAAAV75I',
        'M47QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUQ',
        'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUK===',
        'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUO',
      ],
    ],
    [
      'XRP',
      'xpring-js, tests of addresses',
      [
        '1EAG1MwmzkG6gRZcYqcRMfC17eMt8TDTit',
        'rU6K7V3Po4sBBBBBaU29sesqs2qTQJWDw1',
        'rU6K7V3Po4sBBBBBaU@#$%qs2qTQJWDw1',
        'rU6K7V3Po4snVhBBaU29sesqs2qTQJWDw1rU6K7V3Po4snVhBBaU29sesqs2qTQJWDw1',
        'rU6K7V3Po4s2qTQJWDw1',
        'T7oKJ3q7s94kDH6tpkBowhetT1JKfcfdSCmAXbS75iATyLD',
      ],
    ],
    [
      'ADA',
      'CIP-19, test vectors of a test network and its example of Byron there',
      [
        'addr_test1qz2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer3n0d3vllmyqwsx5wktcd8cc3sq835lu7drv2xwl2wywfgs68faae',
        'stake_test1uqehkck0lajq8gr28t9uxnuvgcqrc6070x3k9r8048z8y5gssrtvn',
        '37btjrVyb4KDXBNC4haBVPCrro8AQPHwvCMp3RFhhSVWwfFmZ6wwzSK6JK1hY6wHNmtrpTf1kdbva8TCneM2YsiXT7mrzT21EacHnPpz5YyUdj64na',
      ],
    ],
    [
      'DOT',
      'Substrate: the account of Alice, elsewhere',
      ['5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY'],
    ],
  ]

const validOn = (networkId: string) => ({
  chain: chainOf(networkId),
  validity: expect.objectContaining({ kind: 'valid' }),
})

describe('published addresses', () => {
  test.each(
    published.flatMap(([networkId, source, addresses]) =>
      addresses.map((address) => [networkId, source, address] as const),
    ),
  )('%s (%s): %s is valid', (networkId, _source, address) => {
    expect(validityOf(address, networkId)).toMatchObject({ kind: 'valid' })
    expect(validityOf(` ${address}\n`, networkId)).toMatchObject({ kind: 'valid' })
    expect(validitiesOf(address)).toContainEqual(validOn(networkId))
  })

  test.each(
    publishedInvalid.flatMap(([networkId, source, texts]) =>
      texts.map((text) => [networkId, source, text] as const),
    ),
  )('%s (%s): %s is none', (networkId, _source, text) => {
    expect(validityOf(text, networkId)).toMatchObject({ kind: 'failed' })
    expect(validitiesOf(text)).not.toContainEqual(validOn(networkId))
  })
})
