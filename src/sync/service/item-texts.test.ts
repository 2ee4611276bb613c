import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cases } from '../../testing/cases.ts'
import { itemTexts } from './item-texts.ts'
import { envelopeItems } from './normalise.ts'

const names = ['balance', 'balances'] as const
const marks = ['vault_id'] as const

/** JSON in any spelling: white space anywhere, and strings with escapes. */
const spaced = fc
  .tuple(fc.jsonValue({ maxDepth: 4 }), fc.constantFrom('', ' ', '\n\t', '\r\n'), fc.boolean())
  .map(([value, space, isEscaped]) => write(value, space, isEscaped))

function write(value: unknown, space: string, isEscaped: boolean): string {
  const inner = (each: unknown) => write(each, space, isEscaped)
  if (Array.isArray(value)) return `[${space}${value.map(inner).join(`${space},${space}`)}${space}]`
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(
      ([name, each]) => `${inner(name)}${space}:${space}${inner(each)}`,
    )
    return `{${space}${members.join(`,${space}`)}${space}}`
  }
  const text = JSON.stringify(value)
  if (typeof value !== 'string' || !isEscaped) return text
  const escaped = (code: string) => `\\u${code.charCodeAt(0).toString(16).padStart(4, '0')}`
  return `"${Array.from({ length: value.length }, (_, at) => escaped(value[at] ?? '')).join('')}"`
}

const member = fc.tuple(
  fc.constantFrom('balance', 'balances', 'bal\\u0061nce', 'vault_id', 'timestamp', '__proto__'),
  fc.oneof(
    spaced,
    fc.array(spaced).map((items) => `[ ${items.join(' , ')}\n]`),
  ),
)
const envelope = fc
  .tuple(fc.array(member, { maxLength: 4 }), fc.constantFrom('', ' ', '\n'))
  .map(([members, space]) => {
    const written = members.map(([name, value]) => `"${name}"${space}:${value}`)
    return `${space}{${written.join(`${space},`)}}${space}`
  })

test('every item is sliced as it stands, and is the one that parsing gives', () => {
  fc.assert(
    fc.property(fc.oneof(envelope, spaced), (text) => {
      const items = envelopeItems(JSON.parse(text), names, marks)
      const texts = itemTexts(text, names, marks)
      expect(texts?.map((each) => JSON.parse(each)) ?? null).toEqual(items)
      for (const each of texts ?? []) expect([text.includes(each), each.trim()]).toEqual([true, each])
    }),
    { numRuns: cases(5000) },
  )
})

test('numbers and escapes stay as they came', () => {
  const item = String.raw`{"amount": 1.50e0, "note" :"\u0000 ]}\" \ud800"}`
  expect(itemTexts(`{"transactions":[ ${item} ,${item}]}`, ['transactions'])).toEqual([item, item])
})

test.each(['', '{', '{"a":[', '{"a":"', '{"a" 1}', '{"a":[1}', '{"a":[[1]'])('%j is no JSON', (text) => {
  expect(() => itemTexts(text, ['a'])).toThrow(SyntaxError)
})
