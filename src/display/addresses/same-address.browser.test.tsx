import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draw } from '../../ui/testing/draw.tsx'
import { markSameAddresses, ofAddress, sameAddress } from './same-address.ts'

test('every appearance of one address is marked while the pointer or the keyboard is on it', async () => {
  const listening = new AbortController()
  markSameAddresses(listening.signal)
  const facts = (key: string) => ({ key: `eth:"${key}` })
  draw(
    <>
      <button type="button">Elsewhere</button>
      <p {...sameAddress(facts('a'))}>One</p>
      <p {...sameAddress(facts('b'))}>Other</p>
      <p {...sameAddress(facts('a'))}>Two</p>
      <button type="button" {...ofAddress(facts('a'))}>
        Copy
      </button>
    </>,
  )
  const marked = () => [...document.querySelectorAll('[data-same]')].map(({ textContent }) => textContent)
  const copy = page.getByRole('button', { name: 'Copy' })
  await copy.hover()
  await expect.poll(marked).toEqual(['One', 'Two'])
  // A single appearance needs no mark.
  await page.getByText('Other').hover()
  await expect.poll(marked).toEqual([])
  page.getByRole('button', { name: 'Elsewhere' }).element().focus()
  await userEvent.tab()
  await expect.element(copy).toHaveFocus()
  await expect.poll(marked).toEqual(['One', 'Two'])
  copy.element().blur()
  await expect.poll(marked).toEqual([])
  listening.abort()
})
