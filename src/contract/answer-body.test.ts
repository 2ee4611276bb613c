import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import { parseBody, parseUntrustedBody, readErrorBody } from './answer-body.ts'

test('numbers arrive as their own digits', () => {
  expect(parseBody('{"amount":123456789012345678901234567890.000000000000000001,"n":[-1,2e10]}')).toEqual({
    amount: '123456789012345678901234567890.000000000000000001',
    n: ['-1', '20000000000'],
  })
})

test.each([
  ['5.7e-05', '0.000057'],
  ['-1.25E+1', '-12.5'],
  ['12.5e-1', '1.25'],
  ['12.5e-2', '0.125'],
  ['1.5e3', '1500'],
  ['0e0', '0'],
  ['1e101', '1e101'],
])('the number %s is %s', (sent, text) => {
  expect(parseBody(sent)).toBe(text)
  expect(parseBody(`"${sent}"`)).toBe(sent)
})

test('digits within strings and keys stay where they are', () => {
  const text = '{"a1 \\"2\\" \\\\":"x 3 \\u0034"}'
  expect(parseBody(text)).toEqual({ 'a1 "2" \\': 'x 3 4' })
})

test.each(['', '{', '{"a":1', '<html>', '{1:2}', '01', 'NaN'])('%j is refused', (text) => {
  expect(() => parseBody(text)).toThrow(SyntaxError)
})

test('what is nested deeper than anything is read through is refused, and brackets within strings are not counted', () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
  expect(() => parseBody(nested(100_000))).toThrow(RangeError)
  expect(() => parseBody(`{"a":${nested(100)}}`)).toThrow(RangeError)
  expect(parseBody(`{"a\\"${'['.repeat(200)}":${nested(99)}}`)).toHaveProperty(`a"${'['.repeat(200)}`)
  expect(parseBody(`[${nested(50)},${nested(50)}]`)).toHaveLength(2)
})

const manyFields = (count: number) => `{${Array.from({ length: count }, (_, index) => `"f${index}":"x"`)}}`

test.each([
  ['nesting without end', `{"x":${'['.repeat(5_000_000)}${']'.repeat(5_000_000)}}`, /100 deep/],
  ['nesting that nothing closes', '[{"a":'.repeat(1_000_000), /100 deep/],
  ['an object of many fields', `[{"a":${manyFields(10_001)}}]`, /10,000 fields/],
  ['the same field again and again', `{${'"":0,'.repeat(20_000)}"":0}`, /10,000 fields/],
  ['short items', `{"vaults":[{"assets":[${'"1e-99 1e-99",'.repeat(1_000_000)}0]}]}`, /more items in lists/],
  [
    'short objects',
    `{"vaults":[{"assets":[${'{"a":"bbbbbbbb"},'.repeat(1_000_000)}0]}]}`,
    /more items in lists/,
  ],
  [
    'short fields',
    `{${Array.from({ length: 300 }, (_, index) => `"${index}":{${'"":0,'.repeat(9_000)}"":0}`)}}`,
    /more values/,
  ],
  ['empty arrays', `[${'[],'.repeat(1_000_000)}[]]`, /more items in lists/],
  ['digits', `[${'0,'.repeat(1_000_000)}0]`, /more items in lists/],
  ['empty texts', `[${'"",'.repeat(1_000_000)}""]`, /more items in lists/],
])('what takes more memory and time than records do is refused before it is parsed: %s', (_, text, words) => {
  const parse = vi.spyOn(JSON, 'parse')
  onTestFinished(() => parse.mockRestore())
  expect(() => parseUntrustedBody(text)).toThrow(words)
  expect(parse).not.toHaveBeenCalled()
})

test('records of any number are read, and brackets and commas within strings are not counted', () => {
  const vault = {
    vault_id: 'v\\',
    assets: [{ asset_id: 'A', balances: { total_balance: '0', staking_balance: '0' } }],
  }
  const vaults = JSON.stringify({ vaults: Array(50_000).fill(vault) })
  expect(JSON.stringify(parseUntrustedBody(vaults))).toBe(vaults)
  const note = '[{,:\\"'.repeat(200_000)
  expect(parseUntrustedBody(JSON.stringify({ note }))).toEqual({ note })
  expect(parseUntrustedBody(`[${manyFields(10_000)},${manyFields(10_000)}]`)).toHaveLength(2)
  for (const broken of ['"', '"\\', '}:', '{"a', ']]]'])
    expect(() => parseUntrustedBody(broken)).toThrow(SyntaxError)
})

test('a text of many megabytes beside a number is read', () => {
  const note = 'x'.repeat(20_000_000)
  expect(parseBody(`{"n":7,"note":"${note}"}`)).toEqual({ n: '7', note })
})

test('everything but numbers is as JSON.parse reads it', () => {
  const isPlain = (part: unknown) => typeof part !== 'number' || !String(part).includes('e')
  const texts = fc
    .jsonValue()
    .map((value) => JSON.parse(JSON.stringify(value), (_, part) => (isPlain(part) ? part : 7)))
  fc.assert(
    fc.property(texts, (value) => {
      const expected = JSON.parse(JSON.stringify(value), (_key, part) =>
        typeof part === 'number' ? JSON.stringify(part) : part,
      )
      expect(parseBody(JSON.stringify(value))).toEqual(expected)
    }),
  )
})

test('an error body is read at the top of an answer or one level below it, and nowhere else', () => {
  const sent = { status: 'error', error_code: 'ERR-00', error_message: 'Invalid', details: 'limit', help: '' }
  const read = { code: 'ERR-00', message: 'Invalid', details: 'limit', help: '' }
  expect(readErrorBody(sent)).toEqual(read)
  expect(readErrorBody({ error: sent })).toEqual(read)
  expect(readErrorBody({ ...sent, details: { error_code: 'ERR-01' } })?.code).toBe('ERR-00')
  for (const body of [
    null,
    'ERR-00',
    [sent],
    { errors: [sent] },
    { error: { detail: sent } },
    { vaults: [] },
  ])
    expect(readErrorBody(body)).toBeNull()
})
