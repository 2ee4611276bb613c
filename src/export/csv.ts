/** CSV after RFC 4180: every line ends with CR LF, and what holds a separator, a quote or a line break is quoted. */

/**
 * Rows as one CSV text. Null is an empty cell. A text that a spreadsheet would take for a formula gets an apostrophe before it;
 * a decimal, also a negative one, stays as it is.
 */
export function csvText(rows: readonly (readonly (string | null)[])[]): string {
  return rows.map((cells) => `${cells.map((text) => csvQuoted(csvGuarded(text))).join(',')}\r\n`).join('')
}

/** A cell as CSV holds it: what a spreadsheet would take for a formula with an apostrophe before it, null as an empty text. */
export function csvGuarded(text: string | null): string {
  return text === null ? '' : isFormula(text) ? `'${text}` : text
}

/** A cell between separators. */
export function csvQuoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * Spreadsheets begin a formula at these, some of them also in full width, behind space, or at the beginning of a further line of a
 * cell that they take apart. That a tab or line break leads is reason enough: some drop it and look at what follows.
 */
function isFormula(text: string): boolean {
  return !isDecimal(text) && (/^[\t\r\n]/.test(text) || /^\s*[=+\-@|%＝＋－＠]/m.test(text))
}

function isDecimal(text: string): boolean {
  return /^-?\d+(?:\.\d+)?$/.test(text) && !/[\r\n]/.test(text)
}
