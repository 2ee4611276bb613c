import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { wholeListQuery } from '../api/whole-list.ts'
import { Sheet } from '../ui/dialogs.tsx'
import { draw } from '../ui/testing/draw.tsx'
import { ComboboxField } from './ComboboxField.tsx'

const client = new QueryClient()
client.setQueryData(wholeListQuery('balances', {}).queryKey, {
  records: [
    { asset_id: 'USDC_ETH', asset_name: 'USD Coin', network_id: 'ETH', network_name: 'Ethereum' },
    { asset_id: 'USDC_ARB', asset_name: 'USD Coin', network_id: 'ARB', network_name: 'Arbitrum' },
    { asset_id: 'BTC', asset_name: 'Bitcoin', network_id: 'BTC', network_name: 'Bitcoin' },
  ],
})
const onClose = vi.fn()

/** Among the filters of a layer. Returns what its form has. */
function drawField(suggests: 'networks' | 'assets', initial = '') {
  draw(
    <QueryClientProvider client={client}>
      <Sheet label="Filters" onClose={onClose}>
        <form>
          <ComboboxField label="Field" name="value" several {...{ suggests, initial }} />
        </form>
      </Sheet>
    </QueryClientProvider>,
  )
  return () => new FormData(document.querySelector('form') ?? undefined).get('value')
}

const field = page.getByRole('combobox', { name: 'Field' })
const options = page.getByRole('option')

test('what is typed finds options by name, arrows and Enter choose one, and the form has its id', async () => {
  const value = drawField('networks')
  await field.click()
  await expect.element(options).toHaveLength(3)
  await userEvent.keyboard('ether')
  // Before an arrow is pressed, Enter is for the text as it is typed.
  await expect.element(field).not.toHaveAttribute('aria-activedescendant')
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.element(field).toHaveValue('Ethereum')
  await expect.element(options).toHaveLength(0)
  expect(value()).toBe('ETH')
})

test('the pointer chooses, and what is set is shown by name and typed over', async () => {
  const value = drawField('networks', 'ARB')
  await expect.element(field).toHaveValue('Arbitrum')
  await field.click()
  await options.filter({ hasText: 'Bitcoin' }).click()
  expect(value()).toBe('BTC')
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}{Tab}arbitrum')
  expect(value()).toBe('ARB')
  await userEvent.clear(field)
  expect(value()).toBe('')
})

test('a text that is the name of none is taken as it is typed, and one that several share means all of them', async () => {
  const value = drawField('assets')
  await field.fill(' USD \u200b')
  await expect.element(options.last()).toHaveTextContent('“USD”as typed')
  await expect.element(field).toHaveAccessibleDescription(/hidden character U\+200B/)
  expect(value()).toBe('USD')
  await field.fill('usd coin')
  await expect.element(options.last()).toHaveTextContent('“usd coin”all 2')
})

test('Escape closes the suggestions and keeps the text, an arrow opens them, and the next Escape leaves the layer', async () => {
  drawField('networks')
  await field.click()
  await userEvent.keyboard('ether{Escape}')
  await expect.element(field).toHaveAttribute('aria-expanded', 'false')
  await expect.element(field).toHaveValue('ether')
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(options.nth(0)).toBeVisible()
  await userEvent.keyboard('{Escape}')
  expect(onClose).not.toHaveBeenCalled()
  await userEvent.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledTimes(1)
})
