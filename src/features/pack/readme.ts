/** The README of an audit pack, as plain text. */
import type { PackManifest, PackRequest } from '../export/index.ts'
import { readmeWords as words } from './words.ts'

/** What is known of a pack once its parts are read. */
export type AboutPack = Pick<PackManifest, 'begun' | 'ended' | 'files' | 'results' | 'missing'>

/** The text; lines end as every system reads them. */
export function readmeText(
  { period, service }: PackRequest,
  { begun, ended, files, results, missing }: AboutPack,
): string {
  const exports = files.flatMap(({ completeness, ...file }) =>
    completeness ? [{ completeness, ...file }] : [],
  )
  const incomplete = exports.filter(({ completeness }) => completeness !== 'complete')
  const paragraphs = [
    words.title(period.name),
    '',
    words.intro,
    '',
    words.period(period.first, period.last),
    words.service(service.address),
    ...(service.account === null ? [] : [words.account(service.account)]),
    words.read(begun, ended),
    words.scope,
    ...(period.last >= ended.slice(0, 10) ? ['', words.notOver] : []),
    '',
    words.resultsTitle,
    '',
    ...items(results.map(({ part, result }) => words.result(part, result))),
    '',
    words.limitsTitle,
    '',
    ...items([
      ...missing.map(({ part, why }) => words.isMissing(part, why)),
      ...incomplete.map(({ name, reasons }) => words.notComplete(name, reasons)),
      ...words.basis,
    ]),
    '',
    words.filesTitle,
    '',
    ...exports.flatMap(({ name, what, completeness }) => [
      name,
      `  ${what} ${words.isComplete[completeness]}`,
      '',
    ]),
    words.factsBeside,
    '',
    words.checkTitle,
    '',
    ...items(words.check),
    '',
    words.command,
    '',
    words.commandLimit,
  ]
  return `\ufeff${paragraphs.flatMap(wrapped).join('\r\n')}\r\n`
}

function items(sentences: readonly string[]): readonly string[] {
  return sentences.map((sentence) => `- ${sentence}`)
}

const width = 80

/** A paragraph in lines of a width that every window has, indented as the first. What services say is not trusted to lay it out. */
function wrapped(paragraph: string): readonly string[] {
  if (paragraph === words.command) return [paragraph]
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
