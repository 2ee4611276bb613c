/**
 * "25,000": a count, never an amount; a rate is rounded to one. (The first use of `Intl` costs a browser as much as drawing a quarter of
 * a page.)
 */
export function countText(count: number): string {
  return String(Math.round(count)).replace(/\B(?=(\d{3})+$)/g, ',')
}

/** "1 address", "25,000 addresses". */
export function counted(count: number, one: string, several = `${one}s`): string {
  return `${countText(count)} ${count === 1 ? one : several}`
}
