/** CSV after RFC 4180: every line ends with CR LF, and what holds a separator, also of other countries, a quote or a line break is quoted. */

/**
 * Rows as one CSV text. Null is an empty cell. What a spreadsheet would take for a formula gets an apostrophe before it; a cell
 * that is a decimal, also a negative one, stays as it is.
 */
export function csvText(rows: readonly (readonly (string | null)[])[]): string {
  return rows.map((cells) => `${cells.map((text) => quotedForAll(csvGuarded(text))).join(',')}\r\n`).join('')
}

/**
 * A cell as CSV holds it, null as an empty text. An apostrophe stands before everything with which a spreadsheet would begin a
 * formula: at its beginning, and where a spreadsheet with other separators takes it apart.
 */
export function csvGuarded(text: string | null): string {
  if (text === null) return ''
  if (isDecimal(text)) return text
  const guarded = text.replace(furtherFormula, "$1'")
  return formula.test(text) ? `'${guarded}` : guarded
}

/** A cell between commas, after RFC 4180. */
export function csvQuoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A cell as our files hold it: some spreadsheets separate by semicolon or tab, as their country does, and a quote keeps them from it. */
export function quotedForAll(text: string): string {
  return /[;\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : csvQuoted(text)
}

/**
 * Spreadsheets begin a formula at these, some of them also in full width, behind space or a quote. That a tab or line break leads
 * is reason enough: some drop it and look at what follows.
 */
const formula = /^(?:[\t\r\n]|[\s"]*[=+\-@|%＝＋－＠])/

/** The same behind what ends a line or a cell. */
const furtherFormula =
  /(\r\n|[\r\n\v\f\x85\u2028\u2029;\t])(?=(?:"|[^\S\r\n\v\f\u2028\u2029\t])*[=+\-@|%＝＋－＠])/g

function isDecimal(text: string): boolean {
  return /^-?\d+(?:\.\d+)?$/.test(text) && !/[\r\n]/.test(text)
}
