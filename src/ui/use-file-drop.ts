import { useEffect, useEffectEvent, useState } from 'react'

/** Takes files that are dropped anywhere on the page; without it the browser would leave the page and show them. Gives whether any are over it. */
export function useFileDrop(onDrop: (files: readonly File[]) => void): boolean {
  const [over, setOver] = useState(false)
  const accept = useEffectEvent((event: DragEvent) => {
    event.preventDefault()
    setOver(event.type === 'dragover')
    if (event.type === 'drop') onDrop([...(event.dataTransfer?.files ?? [])])
  })
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const listener = (event: DragEvent) => accept(event)
    for (const type of ['dragover', 'dragleave', 'drop'] as const)
      window.addEventListener(type, listener, { signal })
    return () => controller.abort()
  }, [])
  return over
}
