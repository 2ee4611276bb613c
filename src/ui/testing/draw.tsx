/** Draws a part of the screen alone. It goes with its test. */
import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router-dom'
import { onTestFinished } from 'vitest'
import { useLostFocus } from '../lost-focus.ts'

export function draw(part: ReactNode, address = '/') {
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place, { onCaughtError: () => {} })
  const rerender = (each: ReactNode) =>
    flushSync(() =>
      root.render(
        <MemoryRouter initialEntries={[address]}>
          {each}
          <LostFocus />
        </MemoryRouter>,
      ),
    )
  onTestFinished(() => {
    root.unmount()
    place.remove()
  })
  rerender(part)
  return { rerender }
}

function LostFocus() {
  useLostFocus()
  return null
}
