/** The memo of an address in a text: joined to it, in its row of a table, or in words. */
import { asksForMemo } from './certainty.ts'
import { memoOf } from './links.ts'
import { addressMark, isMemoName, memoInWords, memoValue } from './memo-phrases.ts'
import type { Run } from './runs.ts'

export interface Span extends Run {
  readonly end: number
}

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

/** Undefined where it is in no row of a table with a column of memos. */
function memoInRow(text: string, { at, end }: Span): string | null | undefined {
  const before = text.slice(0, at).split('\n')
  const own = `${before.at(-1) ?? ''}${addressMark}${/^[^\n]*/.exec(text.slice(end))?.[0] ?? ''}`
  for (const separator of ['\t', ';', '|', ','])
    for (const head of before.slice(0, -1)) {
      const cells = head.split(separator)
      const column = cells.length > 1 ? cells.findIndex(isMemoName) : -1
      const row = own.split(separator)
      if (column >= 0 && row.length === cells.length) return memoValue(row[column] ?? '')
    }
  return undefined
}

/** As long as the text, and with no address in it. */
function marked(text: string, spans: readonly Span[]): string {
  let result = text
  for (const { at, end } of spans)
    result = result.slice(0, at) + addressMark.repeat(end - at) + result.slice(end)
  return result
}
