import { expect, test } from 'vitest'
import { foreignTo } from './validity.ts'

test.each([
  ['0xb2C4\u0430', '“а” (U+0430)'],
  ['0xb2C4\u0430\u0435\u043e\u0440', '“а” (U+0430), “е” (U+0435), “о” (U+043E) and others'],
  ['a b', 'U+0020'],
  ['a\u200bb', 'U+200B'],
  ['a\ud800', 'U+D800'],
  ['\u{1f600}', '“😀” (U+1F600)'],
])('%j has characters that no address has, and they are named', (address, named) => {
  expect(foreignTo(address)).toMatchObject({
    kind: 'failed',
    reason: `it contains ${named}, which no address of any network has`,
  })
})

test.each(['', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', '-1:00', '__proto__', '!~'])(
  '%j has none',
  (address) => {
    expect(foreignTo(address)).toBeNull()
  },
)
