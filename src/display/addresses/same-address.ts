/** Marks every appearance of an address while the pointer or the focus is on one. It sets attributes, so nothing renders again. */
import type { AddressFacts } from '../../addresses/book.ts'

export function sameAddress(facts: Pick<AddressFacts, 'key'> | null): { 'data-address'?: string } {
  return facts === null ? {} : { 'data-address': facts.key }
}

/** For a control of this address, such as its copy button. */
export function ofAddress(facts: Pick<AddressFacts, 'key'> | null): { 'data-of-address'?: string } {
  return facts === null ? {} : { 'data-of-address': facts.key }
}

export function markSameAddresses(signal: AbortSignal): void {
  let marked: readonly Element[] = []
  // Rows come and go under a resting pointer, so look again each time.
  const mark = (addresses: readonly string[]) => {
    for (const element of marked) element.removeAttribute('data-same')
    const found = [...new Set(addresses)].map((key) => [
      ...document.querySelectorAll(`[data-address="${CSS.escape(key)}"]`),
    ])
    // A single appearance needs no mark.
    marked = found.filter((elements) => elements.length > 1).flat()
    for (const element of marked) element.setAttribute('data-same', '')
  }
  let resting: ReturnType<typeof setTimeout> | undefined
  const markSoon = (target: EventTarget | null, byKeyboard = false) => {
    clearTimeout(resting)
    resting = setTimeout(() => mark(addressesAt(target, byKeyboard)), restFor)
  }
  document.addEventListener('pointerover', ({ target }) => markSoon(target), { signal })
  document.addEventListener('focusin', ({ target }) => markSoon(target, true), { signal })
  document.addEventListener('focusout', () => markSoon(null), { signal })
  document.documentElement.addEventListener('pointerleave', () => markSoon(null), { signal })
  signal.addEventListener('abort', () => clearTimeout(resting))
}

/** A pointer that only passes marks nothing. Milliseconds. */
const restFor = 120

function addressesAt(target: EventTarget | null, byKeyboard = false): readonly string[] {
  if (!(target instanceof Element)) return []
  const one = target.closest<HTMLElement>('[data-address], [data-of-address]')
  if (one) return [one.dataset.address ?? one.dataset.ofAddress ?? '']
  if (!byKeyboard || !target.matches('a[data-row-id]:focus-visible')) return []
  const inRow = target.closest('tr')?.querySelectorAll<HTMLElement>('[data-address]') ?? []
  return [...inRow].map(({ dataset }) => dataset.address ?? '')
}
