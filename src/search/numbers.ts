/** Numbers as people write them: `16.427,74`, `1'000`, `1 000`, `−0.5`, `１００`. */
import { readDecimal, writeDecimal } from '../contract/decimal.ts'

export interface WrittenNumber {
  /** Decimal text, as the API writes it. A point begins the decimals, a comma groups thousands, unless that cannot be. */
  readonly value: string
  /** Where the mark may as well be the other one: `1.000` may be a thousand, and `1,000` may be one. Else null. */
  readonly other: string | null
}

/** Null for a text that is no number. */
export function readNumber(text: string): WrittenNumber | null {
  const [, sign, body = ''] = /^([+-]?) ?([\d.,' ]{1,160})$/.exec(withPlainMarks(text)) ?? []
  const readings = ways.flatMap(([group, point]) => {
    const decimal = readDecimal(ungrouped(body, group, point))
    if (decimal === null) return []
    return [writeDecimal({ ...decimal, digits: sign === '-' ? -decimal.digits : decimal.digits })]
  })
  const [value, other = null] = new Set(readings)
  return value === undefined ? null : { value, other }
}

/** How an ambiguous number was read, to show before it is used. Null if it is unambiguous. */
export function numberInWords({ value, other }: WrittenNumber): string | null {
  if (other === null) return null
  const [, fraction = ''] = other.split('.')
  // Three decimals could be thousands again.
  const spelling =
    fraction.length === 3
      ? `${other}0`
      : other.length < value.length && fraction === ''
        ? `${other}.0`
        : other
  return `Reads as ${inWords(value)}. For ${inWords(other)} write ${spelling}.`
}

/** In capitals and digits of this script, with one kind of each mark. */
export function withPlainMarks(text: string): string {
  return text
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/[\u2212\u2010-\u2013\ufe63]/g, '-')
    .replace(/[\u2019\u02bc\u2032]/g, "'")
    .replace(/[\s\u00a0\u2007-\u200a\u202f\u3000]+/g, ' ')
    .trim()
}

const ways = [
  [',', '.'],
  ['.', ','],
  [' ', '.'],
  [' ', ','],
  ["'", '.'],
  ["'", ','],
] as const

/** Null where the marks are not between groups of three. No number with groups begins with a zero. */
function ungrouped(number: string, group: string, point: string): string | null {
  const [whole = '', fraction, ...others] = number.split(point)
  if (others.length > 0 || fraction === '' || number === '') return null
  const [first = '', ...groups] = whole.split(group)
  const isGrouped = /^[1-9]\d{0,2}$/.test(first) && groups.every((each) => /^\d{3}$/.test(each))
  if (groups.length > 0 && !isGrouped) return null
  return `${first === '' ? '0' : first}${groups.join('')}${fraction === undefined ? '' : `.${fraction}`}`
}

/** "1 thousand": digits with a mark between them would be as ambiguous as what was typed. */
function inWords(value: string): string {
  const [, whole = '', unit = ''] = /^(-?[1-9]\d{0,2})((?:000){1,4})$/.exec(value) ?? []
  return whole === '' ? value : `${whole} ${units[unit.length / 3 - 1] ?? ''}`
}

const units = ['thousand', 'million', 'billion', 'trillion']
