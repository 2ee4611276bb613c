import { type ReactNode, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Button } from './buttons.tsx'
import { Drawer } from './Drawer.tsx'
import { FetchedDrawer } from './FetchedDrawer.tsx'
import { lazyComponent } from './lazy.tsx'
import { comboboxProps } from './options.tsx'
import { Popover } from './popovers.tsx'
import { draw } from './testing/draw.tsx'

const button = (name: string) => page.getByRole('button', { name, exact: true })
const drawer = page.getByRole('dialog', { name: 'Record' })
const heading = page.getByRole('heading', { name: 'Record' })

/** A list with a drawer that its first button opens. */
function List({ children }: { children?: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <main>
      <Button onClick={() => setOpen(true)}>Row</Button>
      {children}
      {isOpen && (
        <Drawer label="Record" heading="Record" onClose={() => setOpen(false)}>
          What there is of it
        </Drawer>
      )}
    </main>
  )
}

test('beside a list it takes the focus, leaves the list usable, and gives the focus back', async () => {
  const pressed = vi.fn()
  draw(
    <List>
      <Button onClick={pressed}>Other row</Button>
    </List>,
  )
  await button('Row').click()
  await expect.element(heading).toHaveFocus()
  await button('Other row').click()
  expect(pressed).toHaveBeenCalled()
  await button('Close').click()
  await expect.element(drawer).not.toBeInTheDocument()
  await expect.element(button('Row')).toHaveFocus()
})

test('Escape closes it from anywhere, unless something nearer needs the key', async () => {
  draw(
    <List>
      <input type="search" defaultValue="text" />
      <input {...comboboxProps('list', undefined)} />
      <Popover label="Layer" button={(props) => <Button {...props}>Layer</Button>}>
        {() => 'Some text'}
      </Popover>
    </List>,
  )
  await button('Row').click()
  for (const nearer of [page.getByRole('searchbox'), page.getByRole('combobox'), button('Layer')]) {
    await nearer.click()
    await userEvent.keyboard('{Escape}')
    await expect.element(drawer).toBeVisible()
  }
  await expect.element(button('Layer')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(drawer).not.toBeInTheDocument()
})

test('Tab passes what lies under it, in both directions', async () => {
  draw(
    <List>
      {['left', 'right'].map((side) => (
        <Button key={side} style={{ position: 'absolute', top: '300px', [side]: '20px' }}>
          {side}
        </Button>
      ))}
    </List>,
  )
  await button('Row').click()
  await button('left').click()
  await userEvent.tab()
  await expect.element(button('Close')).toHaveFocus()
  await userEvent.tab({ shift: true })
  await expect.element(button('left')).toHaveFocus()
})

test('in a narrow window it is over the list, and goes on beside it in a wide one', async () => {
  await page.viewport(600, 700)
  draw(<List />)
  await button('Row').click()
  await expect.element(heading).toHaveFocus()
  // What is behind a modal takes no focus.
  document.querySelector('button')?.focus()
  await expect.element(heading).toHaveFocus()
  await page.viewport(1280, 720)
  await expect.poll(() => document.querySelector('dialog:modal')).toBeNull()
  await userEvent.keyboard('{Escape}')
  await expect.element(button('Row')).toHaveFocus()
})

test('one that cannot be fetched has its place from the beginning, says so, and closes', async () => {
  let fail = () => {}
  const chunk = new Promise<never>((_, reject) => {
    fail = () => reject(new Error('gone'))
  })
  const load = vi.fn(() => chunk)
  const closed = vi.fn()
  const view = lazyComponent(load)
  draw(
    <FetchedDrawer view={view} onClose={closed}>
      <view.View />
    </FetchedDrawer>,
  )
  await expect.poll(() => load.mock.calls.length).toBe(1)
  expect(document.documentElement.hasAttribute('data-beside')).toBe(true)
  fail()
  await expect.element(page.getByText('This part of the console could not be loaded')).toBeInViewport()
  await userEvent.keyboard('{Escape}')
  expect(closed).toHaveBeenCalled()
})
