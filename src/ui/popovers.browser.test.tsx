import { lazy, type ReactNode } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Button } from './buttons.tsx'
import { SegmentedControl } from './fields.tsx'
import { Popover, Tooltip } from './popovers.tsx'
import { draw } from './testing/draw.tsx'

const button = (name: string) => page.getByRole('button', { name })

/** A popover that a button of this name opens. */
function Layer({ name = 'Open', children }: { name?: string; children: (close: () => void) => ReactNode }) {
  return (
    <Popover label={name} placement="end" button={(props) => <Button {...props}>{name}</Button>}>
      {children}
    </Popover>
  )
}

test('its first control takes the focus, which goes back to the button once it is closed', async () => {
  draw(
    <Layer>
      {(close) => (
        <>
          <Button disabled>Cannot</Button>
          <Button onClick={close}>Done</Button>
        </>
      )}
    </Layer>,
  )
  await userEvent.tab()
  for (const keys of ['{Escape}', '{Enter}']) {
    await userEvent.keyboard('{Enter}')
    await expect.element(button('Done')).toHaveFocus()
    await expect.element(button('Open')).toHaveAttribute('aria-expanded', 'true')
    await userEvent.keyboard(keys)
    await expect.element(button('Open')).toHaveFocus()
    await expect.element(button('Done')).not.toBeInTheDocument()
  }
})

test('a press on another control closes it, and the focus stays there', async () => {
  draw(
    <div style={{ display: 'grid', gap: '200px' }}>
      <Layer>{() => 'Some text'}</Layer>
      <input />
    </div>,
  )
  await button('Open').click()
  await page.getByRole('textbox').click()
  await expect.element(page.getByText('Some text')).not.toBeInTheDocument()
  await expect.element(page.getByRole('textbox')).toHaveFocus()
})

test('a group of choices is entered at the chosen one', async () => {
  const options = ['first', 'second'].map((value) => ({ value, label: value }))
  draw(
    <Layer>
      {() => <SegmentedControl label="Choice" value="second" options={options} onChange={() => {}} />}
    </Layer>,
  )
  await button('Open').click()
  await expect.element(page.getByRole('radio', { name: 'second' })).toHaveFocus()
})

test('buttons are entered at the one of their group that is pressed', async () => {
  const group = (...names: readonly string[]) => (
    <fieldset key={names.join()}>
      {names.map((name) => (
        <button key={name} type="button" aria-pressed={name === 'second' || name === 'other'}>
          {name}
        </button>
      ))}
    </fieldset>
  )
  draw(
    <>
      <Layer>{() => [group('first', 'second'), group('other')]}</Layer>
      <Layer name="Open another">{() => [group('none'), group('other')]}</Layer>
    </>,
  )
  await button('Open').first().click()
  await expect.element(button('second')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await button('Open another').click()
  await expect.element(button('none')).toHaveFocus()
})

test('content that arrives late takes the focus', async () => {
  let arrive = () => {}
  const late = new Promise<{ default: () => ReactNode }>((resolve) => {
    arrive = () => resolve({ default: () => <input /> })
  })
  const Late = lazy(() => late)
  draw(<Layer>{() => <Late />}</Layer>)
  await button('Open').click()
  await expect.element(page.getByRole('dialog')).toHaveFocus()
  arrive()
  await expect.element(page.getByRole('textbox')).toHaveFocus()
})

test('of two layers Escape closes the inner one first', async () => {
  draw(<Layer name="Outer">{() => <Layer name="Inner">{() => <input />}</Layer>}</Layer>)
  await button('Outer').click()
  await button('Inner').click()
  await expect.element(page.getByRole('textbox')).toHaveFocus()
  for (const name of ['Inner', 'Outer']) {
    await userEvent.keyboard('{Escape}')
    await expect.element(button(name)).toHaveFocus()
  }
})

test('it stays at its button while the page scrolls, and goes above it where it grows too long', async () => {
  const grown = (height: number) => (
    <div style={{ height: '3000px', paddingBlock: '400px' }}>
      <Layer>{() => <div style={{ height }}>Lines</div>}</Layer>
    </div>
  )
  const { rerender } = draw(grown(20))
  const gap = () =>
    page.getByRole('dialog').element().getBoundingClientRect().top -
    button('Open').element().getBoundingClientRect().bottom
  await button('Open').click()
  await expect.poll(gap).toBe(6)
  window.scrollTo({ top: 150 })
  await expect.poll(gap).toBe(6)
  window.scrollTo({ top: 0 })
  rerender(grown(350))
  await expect.poll(gap).toBeLessThan(-350)
})

test('a tooltip is there for pointer and keyboard, and Escape closes it and not the layer under it', async () => {
  draw(
    <Layer>
      {() => (
        <>
          <Button>First</Button>
          <Tooltip text="A few words">
            <Button>Second</Button>
          </Tooltip>
        </>
      )}
    </Layer>,
  )
  const words = page.getByText('A few words')
  await button('Open').click()
  await expect.element(button('Second')).toHaveAccessibleDescription('A few words')
  await button('Second').hover()
  await expect.element(words).toBeVisible()
  await button('First').hover()
  await expect.element(words).not.toBeVisible()
  await userEvent.tab()
  await expect.element(words).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(words).not.toBeVisible()
  await expect.element(button('Second')).toHaveFocus()
})
