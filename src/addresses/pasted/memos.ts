/** The memo of an address in a text: joined to it, in its row of a table, or in words such as "Memo/Tag (required): 12345". */
import { asksForMemo } from './certainty.ts'
import { memoOf } from './links.ts'
import type { Span } from './runs.ts'

/** `from` and `to` bound the part of the text that is about this address alone. */
export function memoFor(
  text: string,
  address: Span,
  spans: readonly Span[],
  from: number,
  to: number,
): string | null {
  const rest = text.slice(address.end, to)
  const query = /^\?([^\s"'()[\]{}<>]*[^\s"'()[\]{}<>.,;:!?])/.exec(rest)?.[1]
  const row = memoInRow(text, address)
  if (row !== undefined) return row
  return (
    (query === undefined ? null : memoOf(query)) ??
    memoInWords(marked(text, spans).slice(from, to)) ??
    (asksForMemo(address.text) ? numberAfter(rest) : null)
  )
}

/** A bare number: joined to the address, the next cell of its row, or all that follows. */
function numberAfter(rest: string): string | null {
  const number =
    /^[:_/#+-](\d{1,20})(?![\p{L}\p{N}.])/u.exec(rest) ??
    /^["']?\s*[,;|\t]\s*["']?(\d{1,20})["']?\s*(?:[,;|\t\n\]})]|$)/.exec(rest) ??
    /^[\s([:_/#+=|–—-]*(\d{1,20})[)\].]?\s*$/.exec(rest)
  return number?.[1] ?? null
}

/** Undefined where no table with a column of memos has the address in a row. */
function memoInRow(text: string, { at, end }: Span): string | null | undefined {
  const before = text.slice(0, at).split('\n')
  const own = `${before.at(-1) ?? ''}${addressMark}${/^[^\n]*/.exec(text.slice(end))?.[0] ?? ''}`
  for (const separator of ['\t', ';', '|', ','])
    for (const head of before.slice(0, -1)) {
      const cells = head.split(separator)
      const column = cells.length > 1 ? cells.findIndex((cell) => memoHead.test(cell)) : -1
      const row = own.split(separator)
      if (column >= 0 && row.length === cells.length) return memoValue(row[column] ?? '')
    }
  return undefined
}

/** The text with a mark for each character of an address. */
function marked(text: string, spans: readonly Span[]): string {
  return spans.reduce(
    (marked, { at, end }) => marked.slice(0, at) + addressMark.repeat(end - at) + marked.slice(end),
    text,
  )
}

/** Stands for the addresses of a text, which are never a memo. */
const addressMark = '\ufffc'

const names =
  '(?:(?:destination|dest\\.?|address|deposit|withdraw(?:al)?|wallet|payment|extra|ziel)[ _-]*)?(?:memo|tag)|dt|' +
  '(?:payment|extra)[ _-]*id|mémo|comment|kommentar|commentaire|comentario|commento|étiquette|etiqueta|' +
  'мемо|тег|комментарий|メモ|タグ|备注|備註|标签|標籤|메모|태그'
/** Also what people write about a payment. */
const looseNames = 'message|note|reference|verwendungszweck|nachricht|留言'
const suffix = '(?:[ _-]*(?:id|text|value|code|number)| (?:de|di|du|des) \\p{L}+)?'
const name = `(?:${names}|${looseNames})s?${suffix}`
// Chinese and Japanese have no space between words.
const letter = '[\\p{sc=Latin}\\p{sc=Cyrillic}\\p{N}]'
const label = new RegExp(`(?<!${letter})${name}(?!${letter}|[ _-]*type)`, 'giu')
const looseLabel = new RegExp(`^(?:${looseNames})`, 'iu')

/** After a name, in any order: a remark in brackets, a second name, a word, a mark. */
const bracket = /\s*[([][^()[\]\d\ufffc]{0,120}[)\]]/y
const further = new RegExp(
  `\\s*(?:[/|&+]|\\b(?:or|and)\\b|[([])\\s*(?:the\\s+)?${name}(?!${letter})[)\\]]?`,
  'iuy',
)
const qualifier =
  /\s*\b(?:id|text|code|value|field|number|num|n[or]\.?(?=[\s:#]*\d)|required|mandatory|optional|needed|must be|should be|will be|equals|is|are)(?![\p{L}\p{N}])/iuy
const mark = /\s*["'`”’*_]*\s*(?:[:=#№→>|]|[-–—=]+>?(?=\s*["'#]?[\p{L}\p{N}])|\bis\b|\bare\b|\bbe\b)[*_]*/iuy

const nothing =
  /^\s*["'“‘`([<]*\s*(?:none|n\s?[./]?\s?a|null|nil|undefined|not|no|nothing|empty|blank|leave|without|unnecessary|optional|required|mandatory|see|if|as|please|the|your|this|keine?r?|nicht|aucune?|sans|ninguno|sin|нет|不要|无|無|なし|없음)(?![\p{sc=Latin}\p{sc=Cyrillic}\p{N}])/iu
const denied =
  /(?:\bno|\bwithout(?: an?)?|\bkeine?n?|\bsans|\bsin|\bohne|(?:\bnot|n['’]t)\s+(?:need|require|use)\w*(?: an?)?)\s*(?:xrp|xlm|a|the)?\s*$/iu

/** The memo that a text names; null for none. Addresses in it are marked. */
function memoInWords(text: string): string | null {
  for (const { 0: found, index } of text.matchAll(label)) {
    const memo = valueAfter(text, index, found) ?? valueBefore(text.slice(0, index))
    if (memo !== null) return memo
  }
  return null
}

/** The name of a memo alone, such as the head of a column. */
const memoHead = new RegExp(
  `^[^\\p{L}\\p{N}]*${name}(?:${further.source}|${bracket.source}|\\s*(?:id|text|number|no\\.?))*[^\\p{L}\\p{N}]*$`,
  'iu',
)

/** Null for a value that says that there is no memo. */
function memoValue(text: string): string | null {
  const value = text.replace(/^[\s"'“‘`#*]+|[\s"'”’`.:!?,;]+$/g, '')
  return nothing.test(value) ||
    !/[\p{L}\p{N}]/u.test(value) ||
    value.includes(addressMark) ||
    value.length > longestMemo
    ? null
    : value
}

const longestMemo = 128

function valueAfter(text: string, index: number, found: string): string | null {
  if (denied.test(text.slice(Math.max(0, index - 40), index))) return null
  let at = index + found.length
  let isMarked = false
  const take = (pattern: RegExp) => {
    pattern.lastIndex = at
    const taken = pattern.exec(text)?.[0] ?? ''
    at += taken.length
    return taken !== ''
  }
  for (let isTaken = true; isTaken; ) {
    isTaken = false
    if (take(mark)) [isTaken, isMarked] = [true, true]
    else if (take(bracket) || take(further)) isTaken = true
    else if (take(qualifier)) [isTaken, isMarked] = [true, /\b(?:is|are|be|equals)$/i.test(text.slice(0, at))]
  }
  const rest = text.slice(at)
  if (nothing.test(rest)) return null
  const isLoose = looseLabel.test(found)
  if (isLoose && !isMarked) return null
  const quoted = /^\s*(?:"([^"\n]*)"|'([^'\n]*)'|`([^`\n]*)`|“([^”\n]*)”|‘([^’\n]*)’|«([^»\n]*)»)/.exec(rest)
  if (quoted) {
    const inside = quoted.slice(1).find((one) => one !== undefined) ?? ''
    return isMarked || /^\S*\d\S*$/.test(inside) ? memoValue(inside) : null
  }
  // JSON: {"type": "id", "value": "12345"}
  const nested = /^\s*\{[^{}]*"(?:value|text|data|content)"\s*:\s*"?([^"{},]*)/i.exec(rest)
  if (nested) return memoValue(nested[1] ?? '')
  // "Address and memo:", with both below.
  const value = rest.replace(/^(?:\s*\ufffc+[\s/|,;:+-]*)/, '').replace(/^\s*[([](?=\S*\d)/, '')
  const line = /^\s*([^\n,;()[\]{}<>|"]*)/.exec(value)?.[1]?.trim() ?? ''
  const [first = ''] = line.split(/\s/)
  if (/\d/.test(first)) return isLoose && first !== line ? null : memoValue(first)
  // Words are a memo only after a mark, and at most as long as a memo of Stellar.
  const isPhrase = isMarked && !isLoose && value === rest && line.length <= 28 && !/[:=]/.test(line)
  return isPhrase ? memoValue(line) : null
}

/** "12345 is the memo", "with 12345 as tag" */
function valueBefore(text: string): string | null {
  const value = /(?:^|\s)(\S*\d\S*)\s+(?:is|as)\s+(?:the\s+|your\s+|an?\s+)?(?:\w+\s+)?$/i.exec(
    text.slice(-80),
  )?.[1]
  return value === undefined ? null : memoValue(value)
}
