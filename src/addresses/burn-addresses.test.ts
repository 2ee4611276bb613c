import { expect, test } from 'vitest'
import { validityOf } from './validity.ts'
import { isBurnAddress } from './verdict.ts'

test.each([
  ['ETH', `0x${'0'.repeat(40)}`],
  ['ETH', ` 0X${'0'.repeat(40)} `],
  ['POL', '0x000000000000000000000000000000000000dEaD'],
  ['APT', `0x${'0'.repeat(64)}`],
  ['TON', `0:${'0'.repeat(64)}`],
  ['BTC', '1111111111111111111114oLvT2'],
  ['BTC', '1BitcoinEaterAddressDontSendf59kuE'],
  ['SOL', '11111111111111111111111111111111'],
  ['SOL', '1nc1nerator11111111111111111111111111111111'],
  ['XRP', 'rrrrrrrrrrrrrrrrrrrrrhoLvTp'],
  ['XRP', 'rrrrrrrrrrrrrrrrrrrrBZbvji'],
  ['XRP', 'rrrrrrrrrrrrrrrrrNAMEtxvNvQ'],
  ['XRP', 'rrrrrrrrrrrrrrrrrrrn5RM1rHd'],
  ['XLM', 'GAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAWHF'],
  ['TRX', 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb'],
  ['ALGO', 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAY5HFKQ'],
  ['DOT', '111111111111111111111111111111111HC1'],
  ['ATOM', 'cosmos1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqnrql8a'],
  ['TON', 'EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9c'],
  ['TON', 'UQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAJKZ'],
  ['XTZ', 'tz1burnburnburnburnburnburnburjAYjjX'],
])('on %s nobody has %s, which could be paid', (network, address) => {
  expect(isBurnAddress(address)).toBe(true)
  // As mistyped here it would be found nowhere.
  expect(validityOf(address.replace('0X', '0x'), network).kind).not.toBe('failed')
})

test.each(['', '0x', `0x${'0'.repeat(39)}1`, '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', '1'])(
  'nothing is said of %j',
  (address) => expect(isBurnAddress(address)).toBe(false),
)
