import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Button } from './buttons.tsx'
import { Sheet } from './dialogs.tsx'
import { announce, LiveRegion } from './inline.tsx'
import { draw } from './testing/draw.tsx'

const button = (name: string) => page.getByRole('button', { name })
const dialog = page.getByRole('dialog')

function Opened() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      <LiveRegion />
      {isOpen && (
        <Sheet label="Question" onClose={() => setOpen(false)}>
          <p>Some text</p>
          <Button onClick={() => announce('Done.')}>Do</Button>
        </Sheet>
      )}
    </>
  )
}

test.each([
  ['Escape', () => userEvent.keyboard('{Escape}')],
  ['its button', () => button('Close').click()],
  [
    'a press beside it',
    () => userEvent.click(document.documentElement, { position: { x: 4, y: 4 }, force: true }),
  ],
])('its name takes the focus, which goes back once it is closed by %s', async (_, close) => {
  draw(<Opened />)
  await button('Open').click()
  await expect.element(page.getByRole('heading', { name: 'Question' })).toHaveFocus()
  await close()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(button('Open')).toHaveFocus()
})

test('what happens in it is told in it, since the page behind it is mute', async () => {
  draw(<Opened />)
  await button('Open').click()
  await page.getByText('Some text').click()
  await button('Do').click()
  await expect.element(dialog.getByRole('status')).toHaveTextContent('Done.')
})

test('whoever insists closes it, though the first Escape only asks', async () => {
  const closed = vi.fn()
  draw(
    <Sheet label="Question" onClose={closed}>
      Some text
    </Sheet>,
  )
  await userEvent.keyboard('{Escape}')
  expect(closed).toHaveBeenCalledTimes(1)
  await expect.element(dialog).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => closed.mock.calls.length).toBe(2)
})
