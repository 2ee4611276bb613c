import { expect, it } from 'vitest'
import { type JournalEntry, JournalError, readJournal, writeJournal } from './journal.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const written = (entries: readonly JournalEntry[]) =>
  new Uint8Array(Buffer.concat([...writeJournal(entries)]))
const entry = (body: Uint8Array<ArrayBuffer>): JournalEntry => ({
  target: '/vaults?vault_type=cold',
  status: 200,
  attestation: 'a.b.c',
  body,
})

it.each([
  ['text', bytesOf('{"amount": 1.10,\n "name": "Zürich \u2028 👛"}')],
  ['nothing', bytesOf('')],
  ['a byte order mark', bytesOf('\ufeff{}')],
  ['a replacement character', bytesOf('\ufffd')],
  ['an escape of half a character, which is text', bytesOf('\\ud800 \\\\ud800')],
  ['bytes that are no UTF-8', new Uint8Array([0xff, 0x00, 0x7b])],
  ['half a character', new Uint8Array([0xe2, 0x82])],
])('a body of %s comes back byte for byte, on one line', (_what, body) => {
  const entries = [entry(body), { ...entry(body), attestation: null, status: 404 }]
  const bytes = written(entries)
  expect(Buffer.from(bytes).toString().split('\n')).toHaveLength(3)
  expect(readJournal(bytes)).toEqual(entries)
})

const line = '{"target":"/vaults","status":200,"attestation":null,"body":"{}"}\n'

const second = (bytes: string | Uint8Array) => Buffer.concat([Buffer.from(line), Buffer.from(bytes)])

it.each([
  ['cut short', line.slice(0, -1), 'is cut short'],
  ['no JSON', 'nonsense\n', 'is not JSON'],
  ['empty', '\n', 'is not JSON'],
  ['too deep', `${'['.repeat(100_000)}\n`, 'is not JSON'],
  ['a list', '[]\n', ''],
  ['without status', line.replace('"status":200,', ''), ''],
  ['with a status in other digits', line.replace('200', '2e2'), ''],
  ['with a member too many', line.replace('"body"', '"note":"","body"'), ''],
  ['with a member twice', line.replace('"body"', '"body":"shown","body"'), ''],
  ['with two bodies', line.replace('"body"', '"body_base64url":"e30","body"'), ''],
  ['with half a character', line.replace('{}', '\\ud800'), ''],
  ['with spaces', line.replaceAll(',', ', '), ''],
  ['with the end of lines of another system', line.replace('\n', '\r\n'), ''],
])('a line that is %s is refused by its number', (_what, text, why) => {
  const sentence = `Line 2 of the journal ${why || 'is not written as an answer is'}.`
  expect(() => readJournal(second(text))).toThrow(new JournalError(sentence))
})

it('a line that is not UTF-8 is refused by its number', () => {
  expect(() => readJournal(second(new Uint8Array([0x22, 0xff, 0x22, 0x0a])))).toThrow(
    new JournalError('Line 2 of the journal is not JSON.'),
  )
})
