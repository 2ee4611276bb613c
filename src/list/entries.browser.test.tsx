/** Fields of a list that read what is typed or pasted into them. */
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draw } from '../ui/testing/draw.tsx'
import { NarrowField } from './NarrowField.tsx'
import { TextEntry } from './TextEntry.tsx'

/** The clipboard itself is one for all tests. */
function paste(text: string): void {
  const clipboardData = new DataTransfer()
  clipboardData.setData('text', text)
  const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
  if (document.activeElement?.dispatchEvent(event)) document.execCommand('insertText', false, text)
}

test('a field of addresses reads the one in what is pasted, and refuses what has none', async () => {
  const address = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
  draw(
    <TextEntry name="source_address" reads="address" initial="" error={undefined} placeholder={undefined} />,
  )
  const field = page.getByRole('textbox', { name: 'From address' })
  await field.click()
  paste(`From eth:\u200b${address}.`)
  await expect.element(field).toHaveValue(address)
  await expect.element(field).toHaveAccessibleDescription(/hidden character U\+200B/)
  // Within a text it is a part of an address.
  await userEvent.keyboard('{End}')
  paste('ff')
  await expect.element(field).toHaveValue(`${address}ff`)
  await userEvent.keyboard('{Control>}a{/Control}')
  paste('no address at all')
  await expect.element(field).toHaveAttribute('aria-invalid', 'true')
  await expect.element(field).toHaveAccessibleDescription('None of these words looks like an address.')
})

test('rows are narrowed once typing pauses, or as soon as the field is left', async () => {
  const onText = vi.fn()
  const at = (text: string) => <NarrowField label="Find" placeholder="" text={text} onText={onText} />
  const { rerender } = draw(at(''))
  const field = page.getByRole('searchbox')
  await field.click()
  await userEvent.keyboard('usd coin ')
  await expect.poll(() => onText.mock.calls).toEqual([['usd coin ']])
  rerender(at('usd coin'))
  // The space at its end stays for what is typed next.
  await userEvent.keyboard('x{Tab}')
  expect(onText).toHaveBeenLastCalledWith('usd coin x')
  // Back has changed the address.
  rerender(at('usd'))
  await expect.element(field).toHaveValue('usd')
})
