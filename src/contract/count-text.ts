import { splitDecimal } from './decimal.ts'

/** "25,000": for counts, never amounts. No `Intl`: its first use takes a quarter of the time to draw a page. */
export function countText(count: number): string {
  return groupThousands(String(Math.round(count))).join(',')
}

/** '1234567' gives ['1', '234', '567']. */
export function groupThousands(integer: string): string[] {
  return integer.split(/\B(?=(?:\d{3})+$)/)
}

/** A decimal in a sentence: '1234.50' gives '1,234.50'. Other text stays as it is. */
export function groupedDecimal(text: string): string {
  const parts = splitDecimal(text)
  return parts ? text.replace(parts.integer, groupThousands(parts.integer).join(',')) : text
}

export function counted(count: number, one: string, several = `${one}s`): string {
  return `${countText(count)} ${count === 1 ? one : several}`
}

export function countOfAll(counts: readonly { readonly count: number }[]): number {
  return counts.reduce((sum, { count }) => sum + count, 0)
}

/** Those that are said. */
export function sentences(...texts: readonly (string | false | null | undefined)[]): readonly string[] {
  return texts.filter((text) => typeof text === 'string')
}
