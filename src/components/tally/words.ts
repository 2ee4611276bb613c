const grouped = new Intl.NumberFormat('en')

/** "25,000 transactions": a count of rows, which is no amount. */
export function countOf(rows: number): string {
  return `${grouped.format(rows)} ${rows === 1 ? 'transaction' : 'transactions'}`
}

/** A count of rows alone: "25,000". */
export function countText(rows: number): string {
  return grouped.format(rows)
}
