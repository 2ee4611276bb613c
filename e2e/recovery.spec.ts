/** What stays on the page when something fails, and how it comes back: by asking again, by itself, or with the network. */
import { serviceErrors } from '../src/contract/errors.ts'
import { gatewayErrors } from '../src/contract/gateway-errors.ts'
import { isWholeSet } from '../src/testing/cases.ts'
import { bannerOf } from './support/page.ts'
import { crash, errorAnswer } from './support/scripted-service.ts'
import { startSession } from './support/session.ts'
import { rowHeaderLinks, tableOf } from './support/table.ts'
import { expect, test } from './support/test.ts'

test.describe('behind a service that misbehaves', () => {
  test.use({ baseURL: ({ scripted }, use) => use(scripted.console) })

  test('a refresh that fails keeps the rows and marks them, until one works again', async ({
    page,
    scripted,
  }) => {
    const lists = [
      ['/transactions?limit=5', 'Transactions', '/transactions'],
      ['/vaults?limit=5', 'Vaults', '/vaults'],
      ['/whitelists?limit=5', 'Whitelists', '/whitelist'],
      ['/balances', 'Balances', '/balances'],
    ] as const
    for (const [address, name, path] of isWholeSet ? lists : lists.slice(0, 1))
      await test.step(address, async () => {
        scripted.reset()
        await page.goto(address)
        const table = tableOf(page, name)
        await expect(table).toHaveAttribute('aria-busy', 'false')
        const before = await rowHeaderLinks(table).count()
        scripted.script(path, crash)
        await page.getByRole('button', { name: 'Refresh', exact: true }).click()
        const banner = bannerOf(page, gatewayErrors['GTW-02'].title)
        await expect(banner).toBeVisible()
        await expect(table.locator('tbody')).toHaveAttribute('data-stale', 'true')
        expect(await rowHeaderLinks(table).count()).toBe(before)
        scripted.reset()
        await banner.getByRole('button', { name: 'Try again' }).click()
        await expect(banner).toBeHidden()
        await expect(table.locator('tbody')).not.toHaveAttribute('data-stale')
      })
  })

  test('after ERR-03 the console asks again by itself, and not before @all', async ({ page, scripted }) => {
    await page.clock.install()
    scripted.script('/transactions', errorAnswer('ERR-03', { 'retry-after': '600' }))
    await page.goto('/transactions?limit=10')
    const banner = bannerOf(page, serviceErrors['ERR-03'].title)
    await expect(banner.getByRole('button', { name: /^Try again in (600|5\d\d) s$/ })).toBeDisabled()
    await page.clock.fastForward(560_000)
    await expect(banner.getByRole('button', { name: /^Try again in \d\d? s$/ })).toBeDisabled()
    expect(
      scripted.received.filter(({ target }) => target.startsWith('/transactions?limit=11')),
    ).toHaveLength(1)
    scripted.reset()
    await page.clock.fastForward(45_000)
    await expect(rowHeaderLinks(tableOf(page, 'Transactions'))).toHaveCount(10)
    await expect(banner).toBeHidden()
  })

  test('without a network the page says so and comes back @all', async ({ page, context }) => {
    await page.goto('/transactions?limit=10')
    await expect(rowHeaderLinks(tableOf(page, 'Transactions'))).toHaveCount(10)
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Refresh', exact: true }).click()
    await expect(bannerOf(page, 'No connection')).toBeVisible()
    await expect(rowHeaderLinks(tableOf(page, 'Transactions'))).toHaveCount(10)
    await context.setOffline(false)
    const banner = bannerOf(page, 'No connection')
    await banner.getByRole('button', { name: 'Try again' }).click()
    await expect(banner).toBeHidden()
  })
})

test('a gateway that does not answer about the session is no blank page @all', async ({ page }) => {
  await page.context().clearCookies()
  await page.route('**/session', (route) => route.abort())
  await page.goto('/transactions?limit=10')
  await expect(bannerOf(page, 'No connection')).toBeVisible()
  await page.unroute('**/session')
  await startSession(page)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(rowHeaderLinks(tableOf(page, 'Transactions'))).toHaveCount(10)
})

test('a page that cannot be loaded, or that fails while it is drawn, leaves the rest of the console to use @all', async ({
  page,
  complaints,
}) => {
  const open = (name: string) =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click()
  const vaults = /\/assets\/VaultsPage-.*\.js$/
  const message = bannerOf(page, 'This page could not be loaded')
  await page.goto('/transactions?limit=10')
  await expect(rowHeaderLinks(tableOf(page, 'Transactions'))).toHaveCount(10)
  await page.route(vaults, (route) => route.abort())
  await open('Vaults')
  await expect(message).toBeVisible()
  await open('Balances')
  await expect(rowHeaderLinks(tableOf(page, 'Balances')).first()).toBeVisible()
  await expect(message).toBeHidden()
  await page.route(/\/assets\/WhitelistsPage-.*\.js$/, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: 'export default () => { throw new Error("The page has a defect") }',
    }),
  )
  await open('Whitelists')
  await expect(bannerOf(page, 'This page could not be shown')).toContainText('The page has a defect')
  expect(complaints.splice(0).join()).toContain('The page has a defect')

  await open('Vaults')
  await expect(message).toBeVisible()
  await page.unroute(vaults)
  await message.getByRole('button', { name: 'Try again' }).click()
  await expect(rowHeaderLinks(tableOf(page, 'Vaults')).first()).toBeVisible()
})
