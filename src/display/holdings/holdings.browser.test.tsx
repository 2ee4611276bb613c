import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { draw } from '../../ui/testing/draw.tsx'
import { PartsBar } from './holdings.tsx'

const parts = {
  available_balance: '1',
  processing_balance: '0.5',
  staking_balance: '0',
  claimable_balance: '0',
}

test.each([
  ['1.5', 'Claimable'],
  ['1.6', 'The parts do not add up to the total'],
])('of a total of %s, parts of 1.5 are drawn as "%s"', async (total_balance, text) => {
  draw(<PartsBar balances={{ ...parts, total_balance }} />)
  await expect.element(page.getByText(text)).toBeInTheDocument()
})
