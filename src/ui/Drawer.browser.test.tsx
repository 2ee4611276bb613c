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

const button = (name: string) => page.getByRole('button', { name })
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
        <Drawer
          label="Record"
          heading="Record"
          toolbar={<Button>Next</Button>}
          onClose={() => setOpen(false)}
        >
          <p>What there is of it</p>
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
  await button('Row').nth(0).click()
  await expect.element(heading).toHaveFocus()
  await button('Other row').click()
  expect(pressed).toHaveBeenCalled()
  await expect.element(drawer).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(drawer).not.toBeInTheDocument()
  await button('Row').nth(0).click()
  await button('Close').click()
  await expect.element(button('Row').nth(0)).toHaveFocus()
})

test('Escape closes it from anywhere, unless something nearer needs the key', async () => {
  draw(
    <List>
      <input type="search" aria-label="Find" />
      <input aria-label="Choice" {...comboboxProps('list', undefined)} />
      <Popover label="Layer" button={(props) => <Button {...props}>Layer</Button>}>
        {() => <input aria-label="In the layer" />}
      </Popover>
    </List>,
  )
  await button('Row').click()
  await page.getByRole('searchbox').fill('text')
  await userEvent.keyboard('{Escape}')
  await expect.element(drawer).toBeVisible()
  await page.getByRole('combobox').click()
  await userEvent.keyboard('{Escape}')
  await expect.element(drawer).toBeVisible()
  await button('Layer').click()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('textbox', { name: 'In the layer' })).not.toBeInTheDocument()
  await expect.element(drawer).toBeVisible()
  await expect.element(button('Layer')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(drawer).not.toBeInTheDocument()
})

test('Tab passes what lies under it, in both directions', async () => {
  draw(
    <List>
      {['left', 'right'].map((side) => (
        <Button key={side} style={{ position: 'absolute', top: '300px', [side]: '20px' }}>
          On the {side}
        </Button>
      ))}
    </List>,
  )
  await button('Row').click()
  await button('On the left').element().focus()
  await userEvent.tab()
  await expect.element(button('Next')).toHaveFocus()
  await userEvent.tab({ shift: true })
  await expect.element(button('On the left')).toHaveFocus()
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
  await expect.element(drawer).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(button('Row')).toHaveFocus()
})

test('one that cannot be fetched says so, has its place from the beginning, and closes', async () => {
  let fail = () => {}
  const chunk = new Promise<never>((_, reject) => {
    fail = () => reject(new Error('gone'))
  })
  const load = vi.fn(() => chunk)
  const view = lazyComponent(load)
  const closed = vi.fn()
  draw(
    <FetchedDrawer view={view} onClose={closed}>
      <view.View />
    </FetchedDrawer>,
  )
  await expect.poll(() => document.documentElement.hasAttribute('data-beside')).toBe(true)
  await expect.poll(() => load.mock.calls.length).toBe(1)
  fail()
  const message = page.getByText('This part of the console could not be loaded')
  await expect.element(message).toBeInViewport()
  await userEvent.keyboard('{Escape}')
  expect(closed).toHaveBeenCalled()
})
