/** The signature does not cover the digest of the file, so the file has to be in our own form to the byte, whatever digest the facts state. */
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type ExportFormat, writeFacts } from '../../files/facts.ts'
import { signingKey } from '../../files/testing/signing.ts'
import { checked, exported, failed, foundBy } from './testing/checked.ts'

const { key, signAt } = signingKey()
const sign = signAt('2026-11-21T15:03:23.000Z')
const mark = '\ufeff'

test.each<[string, ExportFormat, (text: string) => string]>([
  ['LF', 'csv', (text) => mark + text.replaceAll('\r\n', '\n')],
  ['no byte order mark', 'csv', (text) => text],
  ['quotes that are not needed', 'csv', (text) => mark + text.replace('transaction_id', '"transaction_id"')],
  ['a last row without an end', 'csv', (text) => mark + text.trimEnd()],
  ['an empty line at the end', 'csv', (text) => `${mark}${text}\r\n`],
  ['CR LF', 'json', (text) => text.replaceAll('\n', '\r\n')],
  ['a byte order mark', 'json', (text) => mark + text],
  ['one line', 'json', (text) => JSON.stringify(JSON.parse(text))],
  ['other line breaks', 'json', (text) => JSON.stringify(JSON.parse(text), null, 2)],
  ['escapes', 'json', (text) => text.replaceAll('o', '\\u006f')],
  ['a missing comma', 'json', (text) => text.replace('},\n', '}\n')],
  ['a comma after the last record', 'json', (text) => text.replace('}\n]', '},\n]')],
  ['two ends', 'json', (text) => text.replace('\n]\n', '\n]\n]\n')],
  ['an end before the last record', 'json', (text) => text.replace(/,\n(?=[^\n]*\n\]\n$)/, '\n]\n')],
  ['a field twice', 'json', (text) => text.replace('"amount":', '"amount":"1000000","amount":')],
])('%s in %s is not unchanged, though facts that are signed state its digest', async (_, format, change) => {
  const made = await exported(format, { sign })
  const file = new Blob([change(await made.file.text())])
  const sha256 = createHash('sha256')
    .update(await file.bytes())
    .digest('hex')
  const stated = { ...made.facts.file, bytes: file.size, sha256 }
  const factsFile = new Blob([writeFacts({ ...made.facts, file: stated })])
  const { outcome, headline, comparisons } = await checked({ ...made, file, factsFile }, [key])
  expect(outcome).toBe('wrong')
  expect(headline).toMatch(/ · signed, and changed since$/)
  expect(failed(comparisons)).toContain('form')
})

test('a file that is not the one that its facts state is changed', async () => {
  const made = await exported('csv', { sign })
  const stated = { ...made.facts.file, sha256: '0'.repeat(64) }
  const { outcome, state } = await checked(
    { ...made, factsFile: new Blob([writeFacts({ ...made.facts, file: stated })]) },
    [key],
  )
  expect([outcome, state]).toEqual(['wrong', 'changed: another SHA-256'])
})

describe('a workbook cannot be verified', () => {
  const said = 'A workbook cannot be verified. Verify the CSV or JSON of the same export.'
  test.each([false, true])('whatever is beside it: %s', async (isBeside) => {
    const { file, name, facts } = await exported('xlsx', { sign })
    const factsFile = isBeside ? new Blob([writeFacts(facts)]) : null
    await expect(checked({ file, name, factsFile }, [key])).rejects.toThrow(said)
  })
})

test('of a file that is cut off nothing is claimed of the rest', async () => {
  const made = await exported()
  const { comparisons, headline } = await checked({
    ...made,
    file: made.file.slice(0, made.file.size - 40),
  })
  expect(failed(comparisons)).toEqual(['digest', 'form'])
  expect(foundBy(comparisons, 'rows')).toBe('24 before reading failed')
  expect(headline).toMatch(/· not readable to its end · not signed/)
})
