import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chainOf } from '../chains/index.ts'
import { encoders } from '../chains/testing/encoders.ts'
import { validitiesOf, validityOf } from './validity.ts'

describe('an address without a network', () => {
  const chainsOf = (address: string) =>
    validitiesOf(address).flatMap(({ chain, validity }) => (validity.kind === 'valid' ? [chain.name] : []))

  test.each([
    ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', ['EVM', 'Rootstock', 'Injective', 'Kava', 'Sei']],
    ['0x27b1FdB04752BBc536007A920D24ACB045561c26', ['Rootstock']],
    ['1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SAMH', ['Bitcoin', 'Bitcoin Cash']],
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', ['Bitcoin']],
    ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', ['TRON']],
    ['cosmos1jv65s3grqf6v6jl3dp4t6c9t9rk99cd88lyufl', ['Cosmos Hub']],
    ['hello', []],
    ['', []],
    ['\ud800', []],
  ])('%s is valid for %j', (address, names) => {
    expect(chainsOf(address)).toEqual(names)
  })

  test('is not taken for one of TON because it has as many characters', () => {
    // Substrate, "subkey inspect //Alice": the generic form, of no network that is known here.
    expect(validitiesOf('5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY')).toEqual([])
  })

  test('says where its checksum alone is wrong', () => {
    const [only, ...more] = validitiesOf('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u')
    expect(only).toMatchObject({ chain: chainOf('TRX'), validity: { kind: 'failed', checksum: true } })
    expect(more).toEqual([])
  })

  test('never throws and never takes long, whatever it is', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 300 }),
        fc.constantFrom(...encoders),
        (text, { networkId }) => {
          expect(['valid', 'failed', 'unchecked']).toContain(validityOf(text, networkId).kind)
          expect(() => validitiesOf(text)).not.toThrow()
        },
      ),
    )
    fc.assert(
      fc.property(
        fc.stringMatching(
          /^(0x|bc1|addr1|cosmos1|1|3|G|T|r|X|tz1|EQ|Ae2|DdzFF|stake1|pool1)[0-9a-zA-Z_-]{0,120}$/,
        ),
        (text) => {
          expect(() => validitiesOf(text)).not.toThrow()
        },
      ),
    )
  })
})
