type Bounds = Readonly<
  Partial<Record<'amount_from' | 'amount_over' | 'amount_to' | 'amount_under', string | readonly string[]>>
>

/** "exactly 100", "1 – 5", "over 1000, at most 5000". Null without a bound. */
export function amountsInWords(filter: Bounds): string | null {
  const boundOf = (name: keyof Bounds) => {
    const value = filter[name]
    return typeof value === 'string' ? value : value?.[0]
  }
  const [from, over, to, under] = (['amount_from', 'amount_over', 'amount_to', 'amount_under'] as const).map(
    boundOf,
  )
  if (from !== undefined && from === to && over === undefined && under === undefined) return `exactly ${from}`
  const isRange = from !== undefined && to !== undefined
  const parts = [
    isRange ? `${from} – ${to}` : from !== undefined && `at least ${from}`,
    over !== undefined && `over ${over}`,
    !isRange && to !== undefined && `at most ${to}`,
    under !== undefined && `under ${under}`,
  ].filter((part) => part !== false)
  return parts.length === 0 ? null : parts.join(', ')
}
