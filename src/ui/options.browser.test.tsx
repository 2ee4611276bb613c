import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { comboboxProps, OptionList, useListbox } from './options.tsx'
import { draw } from './testing/draw.tsx'

const options = Array.from({ length: 40 }, (_, index) => ({ key: `${index}`, label: `Option ${index}` }))
const groups = [{ heading: 'Some', options: options.slice(0, 20) }, { options: options.slice(20) }]
const chosen = vi.fn()

function Finder() {
  const listbox = useListbox({ count: 40, fallback: 0, onChoose: chosen })
  return (
    <div style={{ display: 'grid', height: '200px' }}>
      <input {...comboboxProps(listbox.id, listbox.activeId)} onKeyDown={listbox.onKeyDown} />
      <OptionList listbox={listbox} label="Results" groups={groups} />
    </div>
  )
}

test('arrows move through all groups and around, in sight, the pointer too, and the field keeps the focus', async () => {
  draw(<Finder />)
  const field = page.getByRole('combobox')
  const option = (index: number) => page.getByRole('option', { name: `Option ${index}`, exact: true })
  await field.click()
  for (const [act, active] of [
    [() => userEvent.keyboard('{ArrowUp}'), 39],
    [() => userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}'), 1],
    // The field has its own use for keys with a modifier.
    [() => userEvent.keyboard('{Control>}{ArrowDown}{/Control}{Alt>}{Enter}{/Alt}'), 1],
    [() => option(2).hover(), 2],
    [() => option(3).click(), 3],
  ] as const) {
    await act()
    await expect.element(option(active)).toHaveAttribute('aria-selected', 'true')
    await expect.element(field).toHaveAttribute('aria-activedescendant', option(active).element().id)
    await expect.element(option(active)).toBeInViewport({ ratio: 0.9 })
    await expect.element(field).toHaveFocus()
  }
  expect(chosen.mock.calls).toEqual([[1], [3]])
})
