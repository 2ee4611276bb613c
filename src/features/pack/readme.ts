/** The README of an audit pack, as plain text. */
import { isUnfinished } from '../../api/dates/day.ts'
import { type Books, updateSentence } from '../../books/books.ts'
import { booksFolder } from '../../files/books-files.ts'
import type { PackManifest, PackPeriod } from '../../files/pack.ts'
import type { PackScope } from './pack-scope.ts'

type AboutPack = Pick<PackManifest, 'begun' | 'ended' | 'files' | 'results' | 'missing'>

/** For somebody who has never seen this console. */
export function readmeText(
  { period, books }: { readonly period: PackPeriod; readonly books: Books },
  scope: PackScope,
  { begun, ended, files, results, missing }: AboutPack,
): string {
  const { service, account } = books
  const update = updateSentence(books)
  const exports = files.flatMap(({ completeness, ...file }) =>
    completeness ? [{ completeness, ...file }] : [],
  )
  const incomplete = exports.filter(({ completeness }) => completeness !== 'complete')
  const paragraphs = [
    `AUDIT PACK: ${period.name}`,
    '',
    'This pack was made by Custody Console, a program that reads a digital-asset custody service and changes nothing in it. It says what the vaults of one organization held at the start and at the end of a period, what changed in between, and how far that is proved. All of its files are made from the same books.',
    ...(update === null ? [] : ['', update]),
    '',
    `Period:   from the beginning of ${period.first} to the end of ${period.last}`,
    `Service:  ${service}`,
    ...(account === null ? [] : [`Account:  ${account}`]),
    `Read:     from ${begun} to ${ended}`,
    `Scope:    ${scope.text}. Whitelists, their review and the reconciliation cover the whole account.`,
    ...(isUnfinished(period.last, books.transactions.days.whose, Date.parse(ended)) ? ['', notOver] : []),
    '',
    'WHAT WAS FOUND',
    '',
    ...results.map(({ part, result }) => `- ${part}: ${result}`),
    '',
    'WHAT IS NOT PROVED',
    '',
    ...missing.map(({ part, why }) => `- Missing from this pack: ${part}. ${why}`),
    ...incomplete.map(({ name, reasons }) => `- ${name} is not proved complete. ${reasons.join(' ')}`),
    '- Past balances are not stored anywhere. They are today’s balances less what completed transactions changed since. A holding is called proved where this leaves exactly zero before its first transaction: that proves sums, not days. statement.csv says so line by line.',
    '- Balances are available, processing and staking together. Staking rewards that were not claimed are left out, because they grow without a transaction.',
    '- Everything here is what the service reported. Whether it holds the assets on a blockchain was not checked.',
    '- Whitelists, their review and the reconciliation are as of the day on which they were read. The service does not say what they were before.',
    '',
    'FILES',
    '',
    ...exports.flatMap(({ name, what, completeness }) => [
      name,
      `  ${what} ${completenessTexts[completeness]}`,
      '',
    ]),
    'Each file NAME has a verification file, NAME.facts.json: what was asked for, from which service and when, exact totals, digests, and the console’s signature. manifest.json lists every file with its size and SHA-256, and has a verification file of its own.',
    '',
    'The folder books holds what these files are made from: everything the service listed for the account, whatever its date. Files named .jsonl.gz are gzip, with one record per line as JSON, under the field names of the service. Amounts are text, so that no digit is lost.',
    '',
    ...files.flatMap(({ name, what }) => (name.startsWith(booksFolder) ? [name, `  ${what}`, ''] : [])),
    'HOW TO OPEN IT',
    '',
    '- In a browser: open the page /verify of a Custody Console, drop the ZIP there and choose “Open these books”. The console then shows these books: every list and filter, statements of any period, review and reconciliation. Nothing is uploaded.',
    '- With a command, in a copy of Custody Console, without a custody service: npm run open -- PACK.zip.',
    '- With any program, such as: gzip -dc books/transactions.jsonl.gz | jq .record',
    '',
    'HOW TO CHECK IT',
    '',
    '- In a browser: open the page /verify of a Custody Console and drop the ZIP there, as it is. Nothing is uploaded.',
    '- With a command, in a copy of Custody Console: npm run verify -- PACK.zip --keys KEYS.json. KEYS.json holds the public keys of the console that made the pack, from its address /.well-known/jwks.json. Fetch it from there yourself.',
    '- Without either, in the folder where you unpacked it, with jq and sha256sum:',
    '',
    command,
    '',
    'This shows that the files are the ones in the manifest, not who wrote the manifest. The signature shows that, and the first two ways check it.',
  ]
  // Every system reads these line ends.
  return `\ufeff${paragraphs.flatMap(wrapped).join('\r\n')}\r\n`
}

const notOver =
  'The period was not over when this was read. The pack has what was recorded until then, and its closing balances are those of that time.'

const completenessTexts = {
  complete: 'Complete.',
  'read-once': 'READ ONCE: not proved complete.',
  partial: 'PARTIAL: something is or may be missing.',
} as const

const command = '  jq -r \'.[0].files[] | "\\(.sha256)  \\(.name)"\' manifest.json | sha256sum -c'

const width = 80

/** A paragraph in lines of a width that every window has, indented as the first. What services say is not trusted to lay it out. */
function wrapped(paragraph: string): readonly string[] {
  if (paragraph === command) return [paragraph]
  const text = paragraph.replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '\ufffd')
  const indent = /^(- | *)/.exec(text)?.[0].length ?? 0
  const lines: string[] = []
  let line = text.slice(0, indent)
  let isEmpty = true
  for (const word of text.slice(indent).split(' ')) {
    if (!isEmpty && line.length + word.length >= width) {
      lines.push(line)
      line = ' '.repeat(indent)
      isEmpty = true
    }
    line += isEmpty ? word : ` ${word}`
    isEmpty = false
  }
  return [...lines, line]
}
