import { useLayoutEffect, useMemo, useRef } from 'react'

/**
 * Where each row leads. To spell a hundred addresses takes longer than to draw an opened record, and opening one changes none of them: they
 * are spelled anew when the first of them has changed, or the rows. Rows that are `outdated` keep theirs: others are on their way, and to
 * draw these once more for them would only hold them up.
 */
export function useRowHrefs<R>(
  rows: readonly R[],
  outdated: boolean,
  hrefOf: (row: R) => string | null,
): (row: R) => string | null {
  const kept = useRef<string>(null)
  const firstHref = outdated ? kept.current : firstOf(rows, hrefOf)
  useLayoutEffect(() => {
    kept.current = firstHref
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: all addresses say the same page, so the first stands for what they depend on
  const hrefs = useMemo(() => new Map(rows.map((row) => [row, hrefOf(row)])), [rows, firstHref])
  return (row) => hrefs.get(row) ?? null
}

/** Rows without an id lead nowhere, and say nothing about the others. */
function firstOf<R>(rows: readonly R[], hrefOf: (row: R) => string | null): string | null {
  for (const row of rows) {
    const href = hrefOf(row)
    if (href !== null) return href
  }
  return null
}
