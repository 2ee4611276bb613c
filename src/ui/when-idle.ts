/**
 * Does something once the browser has nothing better to do: what is on its way to the screen goes first. Gives back how to call it off.
 * WebKit has no such signal: there a moment passes.
 */
export function whenIdle(work: () => unknown): () => void {
  if ('requestIdleCallback' in window) {
    const id = requestIdleCallback(work, { timeout: 2_000 })
    return () => cancelIdleCallback(id)
  }
  const timer = setTimeout(work, 500)
  return () => clearTimeout(timer)
}
