/** Amounts as people write them: `16,427.74`, `16.427,74 USDC`, `BTC 0.5`. */
import { readDecimal, writeDecimal } from '../../contract/decimal.ts'

export interface WrittenAmount {
  /** As the API writes them. Two where a mark may group thousands or begin the decimals. */
  readonly amounts: readonly string[]
  /** The asset beside it; null for none. */
  readonly asset: string | null
}

/** Null for a text that is no amount. */
export function readAmount(text: string): WrittenAmount | null {
  const [, before, number = '', after] =
    /^(?:([a-z][\w.-]{1,20}) )?[+-]?((?:\d[\d.,'’ ]{0,100})?\d) ?([a-z][\w.-]{1,20})?$/i.exec(text) ?? []
  if (number === '' || (before && after)) return null
  const bare = number.replace(/['’ ]/g, '')
  const amounts = [grouped(bare, ',', '.'), grouped(bare, '.', ',')].flatMap((plain) => {
    const decimal = plain === null ? null : readDecimal(plain)
    return decimal ? [writeDecimal(decimal)] : []
  })
  const asset = before ?? after ?? null
  if (amounts.length === 0) return null
  return { amounts: [...new Set(amounts)], asset }
}

/** Null where the marks stand elsewhere. */
function grouped(number: string, group: ',' | '.', point: ',' | '.'): string | null {
  const [whole = '', fraction, ...others] = number.split(point)
  const groups = whole.split(group)
  const isGrouped =
    groups.length === 1 || groups.every((each, at) => (at === 0 ? /^\d{1,3}$/ : /^\d{3}$/).test(each))
  if (others.length > 0 || !isGrouped || fraction?.includes(group) || fraction === '') return null
  return groups.join('') + (fraction === undefined ? '' : `.${fraction}`)
}
