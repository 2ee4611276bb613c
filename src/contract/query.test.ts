import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyCharacter } from '../testing/any-character.ts'
import { endpoints } from './endpoints.ts'
import { RequestFault, readQuery } from './query.ts'

function refusalOf(rawQuery: string): RequestFault {
  try {
    readQuery(endpoints.transactions, rawQuery)
  } catch (error) {
    if (error instanceof RequestFault) return error
    throw error
  }
  throw new Error(`${rawQuery} was accepted.`)
}

describe('readQuery', () => {
  it('has defaults', () => {
    expect(readQuery(endpoints.transactions, '')).toEqual({
      limit: 200,
      offset: 0,
      filter: new Map(),
      period: {},
    })
  })

  it('gives the same reading for the same filters in any order, so that they share what is remembered', () => {
    const one = readQuery(endpoints.transactions, 'status=pending&asset_id=ETH&transaction_type=changepool')
    const other = readQuery(
      endpoints.transactions,
      'transaction_type=change+pool&asset_id=%45TH&&status=pending',
    )
    expect([...one.filter]).toEqual([...other.filter])
  })

  it('says what is wrong, by name', () => {
    expect(refusalOf('limit=0').details).toBe('limit must be a whole number from 1 to 1000.')
    expect(refusalOf('offset=-1').details).toBe('offset must be a whole number from 0 to 999999999.')
    expect(refusalOf('asset_id=').details).toBe('asset_id is empty.')
    expect(refusalOf('asset_id=a&asset_id=b').details).toBe('asset_id is given more than once.')
    expect(refusalOf('asset_id=%C3').details).toBe('asset_id is not valid percent-encoded UTF-8.')
    expect(refusalOf('vault=1').details).toBe('vault is not a parameter of this endpoint.')
    expect(refusalOf('a=1&a=2').details).toBe('a is not a parameter of this endpoint.')
  })

  it('does not grow its answer with a hostile query', () => {
    const many = Array.from({ length: 1000 }, (_, index) => `${'x'.repeat(200)}${index}=1&p${index}=1`)
    expect(refusalOf(many.join('&')).details.length).toBeLessThan(1500)
  })

  it('either reads a query or refuses it, whatever it is', () => {
    const pieces = fc.array(
      fc.oneof(fc.string({ unit: anyCharacter }), fc.constantFrom('status', 'limit', '=', '&', '%', '+')),
    )
    fc.assert(
      fc.property(pieces, (parts) => {
        try {
          expect(readQuery(endpoints.transactions, parts.join('')).limit).toBeGreaterThan(0)
        } catch (error) {
          expect(error).toBeInstanceOf(RequestFault)
        }
      }),
    )
  })

  it('reads back every text that a form encodes', () => {
    const text = fc
      .string({ minLength: 1, maxLength: 200, unit: 'grapheme' })
      .filter((value) => value.length <= 512)
    fc.assert(
      fc.property(text, (value) => {
        fc.pre(!value.includes('\u0000'))
        const encoded = new URLSearchParams({ source_id: value }).toString()
        expect(readQuery(endpoints.transactions, encoded).filter.get('source_id')).toBe(value)
      }),
    )
  })
})
