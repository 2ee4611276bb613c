import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { draw } from './testing/draw.tsx'

const button = (name: string) => page.getByRole('button', { name })

test('while the focus stays, no change of the page makes the browser lay it out', async () => {
  const list = document.createElement('ul')
  draw(
    <>
      <button type="button">Stays</button>
      <div ref={(at) => at?.append(list)} />
    </>,
  )
  await button('Stays').click()
  const asked = vi.spyOn(Element.prototype, 'checkVisibility')
  const changed = new Promise((resolve) => new MutationObserver(resolve).observe(list, { childList: true }))
  list.append(document.createElement('li'))
  await changed
  expect(asked).not.toHaveBeenCalled()
  asked.mockRestore()
  await expect.element(button('Stays')).toHaveFocus()
})
