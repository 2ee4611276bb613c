const grouped = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })

/** "25,000": a count, which is no amount. */
export function countText(count: number): string {
  return grouped.format(count)
}
