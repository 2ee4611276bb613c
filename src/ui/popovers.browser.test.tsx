import { lazy, type ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Button } from './buttons.tsx'
import { SegmentedControl } from './fields.tsx'
import { Popover, Tooltip } from './popovers.tsx'
import { draw } from './testing/draw.tsx'

const button = (name: string) => page.getByRole('button', { name })
const opener = (name: string) => (props: object) => <Button {...props}>{name}</Button>

test('its first control takes the focus, which Escape gives back, and nothing of it stays', async () => {
  const closed = vi.fn()
  draw(
    <Popover label="Layer" button={opener('Open')} onClose={closed}>
      {(close) => (
        <>
          <button type="button" disabled>
            Cannot
          </button>
          <Button onClick={close}>Done</Button>
        </>
      )}
    </Popover>,
  )
  for (const leave of [() => userEvent.keyboard('{Escape}'), () => button('Done').click()]) {
    await userEvent.tab()
    button('Open').element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(button('Done')).toHaveFocus()
    await expect.element(button('Open')).toHaveAttribute('aria-expanded', 'true')
    await leave()
    await expect.element(button('Open')).toHaveFocus()
    await expect.element(button('Done')).not.toBeInTheDocument()
  }
  expect(closed).toHaveBeenCalledTimes(2)
})

test('a press on another control closes it, and the focus stays there', async () => {
  draw(
    <>
      <Popover label="Layer" button={opener('Open')}>
        {() => <Button>Within</Button>}
      </Popover>
      <input aria-label="Elsewhere" style={{ marginBlockStart: '200px' }} />
    </>,
  )
  await button('Open').click()
  await expect.element(button('Within')).toHaveFocus()
  await page.getByRole('textbox').click()
  await expect.element(button('Within')).not.toBeInTheDocument()
  await expect.element(page.getByRole('textbox')).toHaveFocus()
})

test('a group of choices is entered at the chosen one', async () => {
  const options = ['first', 'second'].map((value) => ({ value, label: value }))
  draw(
    <Popover label="Layer" button={opener('Open')}>
      {() => <SegmentedControl label="Choice" value="second" options={options} onChange={() => {}} />}
    </Popover>,
  )
  await button('Open').click()
  await expect.element(page.getByRole('radio', { name: 'second' })).toHaveFocus()
})

test('content that arrives late takes the focus, unless something else has it', async () => {
  let arrive = () => {}
  const Late = lazy(
    () =>
      new Promise<{ default: () => ReactNode }>((resolve) => {
        arrive = () => resolve({ default: () => <input aria-label="Late" /> })
      }),
  )
  draw(
    <Popover label="Layer" button={opener('Open')}>
      {() => <Late />}
    </Popover>,
  )
  await button('Open').click()
  await expect.element(page.getByRole('dialog')).toHaveFocus()
  arrive()
  await expect.element(page.getByRole('textbox')).toHaveFocus()
})

test('of two layers Escape closes the inner one first', async () => {
  draw(
    <Popover label="Outer" button={opener('Open outer')}>
      {() => (
        <Popover label="Inner" button={opener('Open inner')}>
          {() => <input aria-label="Text" />}
        </Popover>
      )}
    </Popover>,
  )
  await button('Open outer').click()
  await expect.element(button('Open inner')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('textbox')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('textbox')).not.toBeInTheDocument()
  await expect.element(button('Open inner')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(button('Open outer')).toHaveFocus()
})

test('it stays at its button when the page scrolls and when it grows', async () => {
  const { rerender } = draw(grown(1))
  function grown(lines: number) {
    return (
      <div style={{ height: '3000px', paddingBlockStart: '400px' }}>
        <Popover label="Layer" button={opener('Open')} placement="end">
          {() => <div style={{ height: `${lines * 20}px`, width: '300px' }}>Lines</div>}
        </Popover>
      </div>
    )
  }
  const gaps = () => {
    const [layer, anchor] = [page.getByRole('dialog'), button('Open')].map((each) =>
      each.element().getBoundingClientRect(),
    )
    if (!layer || !anchor) return null
    return { right: layer.right - Math.max(anchor.right, layer.width + 8), below: layer.top - anchor.bottom }
  }
  await button('Open').click()
  await expect.poll(gaps).toEqual({ right: 0, below: 6 })
  window.scrollTo({ top: 150 })
  await expect.poll(gaps).toEqual({ right: 0, below: 6 })
  window.scrollTo({ top: 0 })
  rerender(grown(30))
  // More than there is room for below: it moves above.
  await expect.poll(() => gaps()?.below).toBeLessThan(0)
})

test('a tooltip is there for pointer and keyboard, and Escape closes it and not the layer under it', async () => {
  draw(
    <Popover label="Layer" button={opener('Open')}>
      {() => (
        <>
          <Button>First</Button>
          <Tooltip text="A few words">
            <Button>Second</Button>
          </Tooltip>
        </>
      )}
    </Popover>,
  )
  const words = page.getByText('A few words')
  await button('Open').click()
  await expect.element(button('Second')).toHaveAccessibleDescription('A few words')
  await button('Second').hover()
  await expect.element(words).toBeVisible()
  await button('First').hover()
  await expect.element(words).not.toBeVisible()
  await button('First').element().focus()
  await userEvent.tab()
  await expect.element(words).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(words).not.toBeVisible()
  await expect.element(button('Second')).toHaveFocus()
})
