const grouped = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })

/** "25,000": a count, which is no amount. */
export function countText(count: number): string {
  return grouped.format(count)
}

/** So many of something: "1 address", "25,000 addresses". */
export function counted(count: number, one: string, several = `${one}s`): string {
  return `${countText(count)} ${count === 1 ? one : several}`
}
