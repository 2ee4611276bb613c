import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Button } from './buttons.tsx'
import { Sheet } from './dialogs.tsx'
import { announce, LiveRegion } from './inline.tsx'
import { draw } from './testing/draw.tsx'

const button = (name: string) => page.getByRole('button', { name })
const dialog = page.getByRole('dialog')

function Opened({ onClose }: { onClose: () => void }) {
  const [isOpen, setOpen] = useState(false)
  const close = () => {
    onClose()
    setOpen(false)
  }
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      <LiveRegion />
      {isOpen && (
        <Sheet label="Question" onClose={close}>
          <p style={{ height: '200px' }}>Some text</p>
          <Button onClick={() => announce('Done.')}>Do</Button>
        </Sheet>
      )}
    </>
  )
}

/** The pointer goes down here and up there. */
function pressFrom(target: Element): void {
  target.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, button: 0 }))
}

test('its name takes the focus, which goes back once it is closed by key, button or a press beside it', async () => {
  const closed = vi.fn()
  draw(<Opened onClose={closed} />)
  const ways = [
    () => userEvent.keyboard('{Escape}'),
    () => button('Close').click(),
    () => userEvent.click(document.documentElement, { position: { x: 4, y: 4 }, force: true }),
  ]
  for (const [index, close] of ways.entries()) {
    await button('Open').click()
    await expect.element(page.getByRole('heading', { name: 'Question' })).toHaveFocus()
    await close()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(button('Open')).toHaveFocus()
    expect(closed).toHaveBeenCalledTimes(index + 1)
  }
})

test('a press that begins within it closes nothing', async () => {
  const closed = vi.fn()
  draw(<Opened onClose={closed} />)
  await button('Open').click()
  pressFrom(page.getByText('Some text').element())
  await button('Do').click()
  await expect.element(dialog).toBeVisible()
  expect(closed).not.toHaveBeenCalled()
})

test('whoever insists closes it, though it was only asked', async () => {
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

test('what happens while it is open is told in it, since the page behind it is mute', async () => {
  draw(<Opened onClose={() => {}} />)
  await button('Open').click()
  await button('Do').click()
  await expect.element(dialog.getByRole('status')).toHaveTextContent('Done.')
})

test('the focus stays with what took it meanwhile', async () => {
  const { rerender } = draw(<Opened onClose={() => {}} />)
  const other = document.createElement('button')
  document.body.append(other)
  await button('Open').click()
  rerender(<Button>Another page</Button>)
  other.focus()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(document.activeElement).toBe(other)
  other.remove()
})
