/** Nothing moves when something arrives: on every page, opened by its link and from another page, the browser counts no shift of the layout. */
import type { Page } from 'playwright/test'
import { checkHref, inFlightHref } from '../src/url/hrefs.ts'
import { pages } from '../src/url/pages.ts'
import { whitelistsOf } from './support/api.ts'
import { goWithin } from './support/page.ts'
import { pageAddress, whitelistId, withdrawalId } from './support/places.ts'
import { answerOneByOne, watchShifts } from './support/shifts.ts'
import { expect, test } from './support/test.ts'

test.use({ dates: true, viewport: { width: 1440, height: 900 } })

/** What lies over a page, and pages that answer a question of their link. */
const states: Readonly<Record<string, () => Promise<string>>> = {
  'in flight': async () => inFlightHref,
  'a transaction in the drawer': async () => `/transactions?tx=${await withdrawalId()}`,
  'a whitelist in the drawer': async () => `/whitelists?whitelist=${await whitelistId()}`,
  'a sorted list': async () => '/transactions?sort=amount:desc&status=completed',
  'a confirmation of balances': async () => '/statements?at=2026-01-31',
  'the check of an address': async () => {
    const [first] = await whitelistsOf('limit=1')
    return checkHref({ address: first?.assets[0]?.address ?? '' })
  },
}

for (const { path } of pages)
  test(`${path} stands still while its answers arrive${path === '/transactions' ? '' : ' @all'}`, async ({
    page,
  }) => {
    await expectStill(page, await pageAddress(path), path === '/vaults' ? '/balances' : '/vaults')
  })

for (const [state, address] of Object.entries(states))
  test(`${state} stands still while its answers arrive @all`, async ({ page }) => {
    await expectStill(page, await address(), '/vaults')
  })

async function expectStill(page: Page, address: string, before: string): Promise<void> {
  const shifts = await watchShifts(page)
  const answers = await answerOneByOne(page)
  await page.goto(address)
  await answers.settled()
  expect(await shifts.take(), 'opened by its link').toEqual([])

  await page.goto(before)
  await answers.settled()
  const heading = page.getByRole('heading', { level: 1 })
  const title = await heading.textContent()
  await goWithin(page, address)
  await expect(heading).not.toHaveText(title ?? '')
  await shifts.take()
  await answers.settled()
  expect(await shifts.take(), 'opened from another page').toEqual([])
}
