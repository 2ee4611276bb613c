import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Button } from './buttons.tsx'
import { Sheet } from './dialogs.tsx'
import { Popover } from './popovers.tsx'
import { useShortcuts } from './shortcuts.tsx'
import { draw } from './testing/draw.tsx'

let pressed: string[] = []

function Keys({ of }: { of: readonly string[] }) {
  useShortcuts(Object.fromEntries(of.map((key) => [key, () => void pressed.push(key)])))
  return null
}

/** Which shortcuts these keys run. */
async function runBy(keys: string) {
  pressed = []
  await userEvent.keyboard(keys)
  return pressed
}

test('a key, a pair of keys and a key with the modifier each do what they are for', async () => {
  draw(
    <>
      <Keys of={['j', 't', 'Mod+k']} />
      <Keys of={['g t']} />
    </>,
  )
  // A pair goes before the single key of another part of the page.
  expect(await runBy('jgtjt{Control>}k{/Control}')).toEqual(['j', 'g t', 'j', 't', 'Mod+k'])
})

test('with another modifier they are the browser’s own', async () => {
  draw(<Keys of={['j', 'k', 'Mod+k']} />)
  const taken: boolean[] = []
  const note = ({ defaultPrevented }: KeyboardEvent) => void taken.push(defaultPrevented)
  document.addEventListener('keydown', note)
  expect(await runBy('{Alt>}k{/Alt}{Meta>}k{/Meta}{Control>}j{Shift>}k{/Shift}{/Control}')).toEqual([])
  expect(taken).not.toContain(true)
  document.removeEventListener('keydown', note)
})

test('while somebody types they are letters, but for those with the modifier', async () => {
  draw(
    <>
      <Keys of={['j', '?', '/', 'Mod+k']} />
      <input />
    </>,
  )
  await page.getByRole('textbox').click()
  expect(await runBy('j?/{Control>}k{/Control}')).toEqual(['Mod+k'])
  await expect.element(page.getByRole('textbox')).toHaveValue('j?/')
})

test('in a layer the keys of the page rest, and under a modal those with the modifier too', async () => {
  const keys = <Keys of={['j', 'Mod+k']} />
  draw(
    <>
      {keys}
      <Popover label="Layer" button={(props) => <Button {...props}>Open</Button>}>
        {() => 'Some text'}
      </Popover>
    </>,
  )
  await page.getByRole('button').click()
  await expect.element(page.getByRole('dialog')).toHaveFocus()
  expect(await runBy('j{Control>}k{/Control}')).toEqual(['Mod+k'])
  draw(
    <Sheet label="Question" onClose={() => {}}>
      {keys}
    </Sheet>,
  )
  expect(await runBy('j{Control>}k{/Control}')).toEqual([])
})
