/**
 * "This one is that one": while the pointer is on an address, or the keyboard on it or on its row, every appearance of the same address
 * on the page is marked. By attributes that no view owns, so that no view is drawn again for it.
 */
import type { AddressFacts } from '../../addresses/book.ts'

/** What makes an element an appearance of this address. */
export function sameAddress(facts: Pick<AddressFacts, 'key'> | null): { 'data-address'?: string } {
  return facts === null ? {} : { 'data-address': facts.key }
}

/** What makes a control belong to this address, such as the one that copies it: on it, the address is marked. */
export function ofAddress(facts: Pick<AddressFacts, 'key'> | null): { 'data-of-address'?: string } {
  return facts === null ? {} : { 'data-of-address': facts.key }
}

/** Marks what is the same from now on, until the signal is aborted. */
export function markSameAddresses(signal: AbortSignal): void {
  let marked: readonly Element[] = []
  // Looked for each time, since rows come and go under a pointer that rests.
  const mark = (addresses: readonly string[]) => {
    for (const element of marked) element.removeAttribute('data-same')
    const found = [...new Set(addresses)].map((key) => [
      ...document.querySelectorAll(`[data-address="${CSS.escape(key)}"]`),
    ])
    // One appearance alone is the same as nothing.
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
  signal.addEventListener(
    'abort',
    () => {
      clearTimeout(resting)
      mark([])
    },
    { once: true },
  )
}

/** Whoever only passes is not answered: moving through rows is quicker, and nothing flickers. Milliseconds. */
const restFor = 120

function addressesAt(target: EventTarget | null, byKeyboard = false): readonly string[] {
  if (!(target instanceof Element)) return []
  const one = target.closest<HTMLElement>('[data-address], [data-of-address]')
  if (one) return [one.dataset.address ?? one.dataset.ofAddress ?? '']
  if (!byKeyboard || !target.matches('a[data-row-id]:focus-visible')) return []
  const inRow = target.closest('tr')?.querySelectorAll<HTMLElement>('[data-address]') ?? []
  return [...inRow].map(({ dataset }) => dataset.address ?? '')
}
