/** Files that are made to fill a reader's memory or to take its time get a sentence, or a verdict. Those that do not would not come to an end here. */
import { describe, expect, test } from 'vitest'
import { normaliseTransaction } from '../../api/normalise.ts'
import { writeFacts } from '../../files/facts.ts'
import type { MadeExport } from '../../files/testing/made-export.ts'
import { checked, exported, foundBy } from './testing/checked.ts'

const megabyte = 2 ** 20

/** The sentence with which a file is refused, or why it could not be read to its end. */
async function sentence(made: Pick<MadeExport, 'file' | 'name' | 'factsFile'>): Promise<string> {
  return checked(made).then(
    ({ comparisons }) => foundBy(comparisons, 'form') ?? '',
    (error: Error) => error.message,
  )
}

describe('text', () => {
  test.each([
    ['csv', '"', 'Row 1 has no end.'],
    ['json', '[\n{},\n"', 'Row 2 has no end.'],
  ] as const)('of one string without an end, as %s', async (format, start, told) => {
    const made = await exported(format)
    const file = new Blob([start, 'x'.repeat(17 * megabyte)])
    expect(await sentence({ ...made, file })).toBe(told)
  })

  test('of more columns than any export', async () => {
    const made = await exported()
    const file = new Blob(['\ufeff', 'a,'.repeat(megabyte), 'a\r\n'])
    expect(await sentence({ ...made, file })).toBe('The file has far more columns than any export.')
  })

  test('with records within records', async () => {
    const made = await exported('json')
    const deep = `${'['.repeat(1e5)}${']'.repeat(1e5)}`
    const file = new Blob(['[\n', deep, '\n]\n'])
    expect(await sentence({ ...made, file })).toMatch(/^(The file has far more|The file is not a list)/)
  })

  test('with markup and control characters is shown as it is, and commands no terminal', async () => {
    const { verdictLines } = await import('../../bin/verify-command.ts')
    const { printLines } = await import('../../server/program.ts')
    const record = normaliseTransaction({ transaction_id: '<img src=x onerror=alert(1)>' })
    const made = await exported('csv', {
      records: [record],
      parameters: { note: '\u001b[2J\u202e<b>' },
    })
    let printed = ''
    printLines(verdictLines(await checked(made)), { write: (text) => (printed += text) })
    expect(printed).toContain('<b>')
    expect(printed.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u)
  })

  test.each([
    [
      'more columns than any export',
      (text: string) => text.replace('"by": []', `"by": [${'"a",'.repeat(50)}"a"]`),
    ],
    ['more text than any export', (text: string) => text.replace('{', `{${' '.repeat(17 * megabyte)}`)],
  ])('of facts with totals by %s', async (_, change) => {
    const made = await exported('csv', { records: [] })
    const facts = { ...made.facts, totals: { by: [], sums: [], groups: [] } }
    const factsFile = new Blob([change(writeFacts(facts))])
    expect(await sentence({ ...made, factsFile })).toMatch(/totals\.by is missing or not valid|is too large/)
  })

  test('of facts that are records within records', async () => {
    const made = await exported()
    const deep = `${'['.repeat(1e5)}${']'.repeat(1e5)}`
    const factsFile = new Blob([writeFacts(made.facts).replace('"reasons": []', `"reasons": ${deep}`)])
    expect(await sentence({ ...made, factsFile })).toMatch(/not a verification file|not readable JSON/)
  })
})
