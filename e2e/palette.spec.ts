import type { Page } from 'playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.ts'
import { vaultsOf, whitelistsOf } from './support/api.ts'
import { expectAddress } from './support/filters.ts'
import { openList } from './support/finding.ts'
import { errorBody } from './support/scripted-service.ts'
import { openPreferences, startSession, viewsKeyOf } from './support/session.ts'
import { rowLinks, tableOf } from './support/table.ts'
import { expect, test } from './support/test.ts'
import { goWithin } from './support/within.ts'

test('the palette goes anywhere and does what there is to do, by keyboard alone', async ({
  page,
  context,
  baseURL,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await startSession(page)
  await openList(page)
  await test.step('opens by key and by button, is fetched only then, and gives the focus back', async () => {
    const scripts: string[] = []
    page.on('request', (request) => scripts.push(request.url()))
    const row = rowLinks(tableOf(page, 'Transactions')).nth(3)
    await row.focus()
    expect(scripts.filter((url) => /FinderResults/.test(url))).toEqual([])
    await page.keyboard.press('Control+k')
    await expect(field(page)).toBeFocused()
    expect(scripts.filter((url) => /FinderResults.*\.js/.test(url))).toHaveLength(1)
    await page.keyboard.press('Escape')
    await expect(palette(page)).toBeHidden()
    await expect(row).toBeFocused()

    const button = page.getByRole('button', { name: 'Search…' })
    await expect(button).toContainText('Ctrl')
    await button.click()
    await expect(field(page)).toBeFocused()
    await page.keyboard.press('Control+k')
    await expect(palette(page)).toBeHidden()
    await expect(button).toBeFocused()

    // From within a field too: it types nothing.
    await page.getByRole('combobox', { name: 'Find' }).focus()
    await page.keyboard.press('Control+k')
    await expect(field(page)).toBeFocused()
    await page.getByRole('button', { name: 'Close search' }).click()
    await expect(page.getByRole('combobox', { name: 'Find' })).toBeFocused()
  })

  await test.step('arrows move through all groups and around, and the pointer chooses', async () => {
    // With the focus in no field.
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('Control+k')
    const options = palette(page).getByRole('option')
    await expect(options.first()).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('ArrowUp')
    await expect(options.last()).toHaveAttribute('aria-selected', 'true')
    await expect(options.last()).toBeInViewport()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true')
    await expect(palette(page).getByRole('group', { name: 'Actions' }).getByRole('option')).not.toHaveCount(0)
    await palette(page)
      .getByRole('option', { name: /^Whitelists/ })
      .click()
    await expectAddress(page, '/whitelists')
  })

  await test.step('the keyboard alone goes to pages, vaults, whitelists, assets and views by name', async () => {
    const [vault] = await vaultsOf(page, 'limit=1')
    const [whitelist] = await whitelistsOf(page, 'limit=1')
    if (!vault || !whitelist) throw new Error('the demonstration has no vault or no whitelist')
    for (const [typed, option, address] of [
      [vault.vault_name.toUpperCase(), vault.vault_name, `/vaults/${vault.vault_id}`],
      [whitelist.whitelist_name, whitelist.whitelist_name, `/whitelists/${whitelist.whitelist_id}`],
      ['btc trans', 'BTC', '/transactions?asset_id=BTC'],
      ['verify', 'Verify an export', '/verify'],
    ] as const)
      await test.step(typed, async () => {
        await page.keyboard.press('Control+k')
        await expect(field(page)).toBeFocused()
        await page.keyboard.insertText(typed)
        await expect(active(page)).toContainText(option)
        await page.keyboard.press('Enter')
        await expect(palette(page)).toBeHidden()
        await expectAddress(page, address)
      })
    await page.keyboard.press('Control+k')
    await field(page).fill('vaults')
    await page.keyboard.press('Enter')
    // A new page is read from its heading on.
    await expect(page.getByRole('heading', { name: 'Vaults' })).toBeFocused()
  })

  await test.step('finds what the reader has saved', async () => {
    const views = [{ name: 'Month end', href: '/transactions?status=completed&asset_id=ETH' }]
    await page.evaluate(([key, text]) => localStorage.setItem(key, text), [
      await viewsKeyOf(page),
      JSON.stringify(views),
    ] as const)
    await page.reload()
    await page.getByRole('button', { name: 'Search…' }).click()
    await field(page).fill('month')
    await expect(active(page)).toContainText('Your view of transactions')
    await page.keyboard.press('Enter')
    await expectAddress(page, '/transactions?status=completed&asset_id=ETH')
  })

  await test.step('does what the buttons of the frame do', async () => {
    await goWithin(page, '/transactions?limit=10')
    await expect(rowLinks(tableOf(page, 'Transactions'))).toHaveCount(10)
    const expectChosen = async (name: string) => {
      await expect((await openPreferences(page)).getByRole('radio', { name })).toBeChecked()
      await page.keyboard.press('Escape')
    }
    await act(page, 'dark theme')
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await act(page, 'times in your')
    await expectChosen('Local')
    await act(page, 'times in utc')
    await expectChosen('UTC')
    await act(page, 'density')
    await expectChosen('Compact')
    await act(page, 'regular rows')
    await expectChosen('Regular')
    await act(page, 'automatic refresh')
    await expect(page.getByRole('checkbox', { name: 'Auto-refresh' })).not.toBeChecked()
    await act(page, 'copy link')
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toBe(`${baseURL}/transactions?limit=10`)
    await act(page, 'keyboard shortcuts')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    await page.keyboard.press('Escape')
    await act(page, 'sign out')
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  })
})

test('the palette keeps what is typed and entered before it has anything to show @all', async ({ page }) => {
  await startSession(page)
  const [vault] = await vaultsOf(page, 'limit=1')
  if (!vault) throw new Error('the demonstration has no vault')
  const releaseList = await hold(page, /FinderResults.*\.js$/)
  const releaseVaults = await hold(page, /\/api\/vaults/)
  await openList(page)
  await page.keyboard.press('Control+k')
  // Nothing was asked for yet.
  await page.keyboard.press('Enter')
  await page.keyboard.type(vault.vault_name)
  await page.keyboard.press('Enter')
  await expect(field(page)).toBeFocused()
  await expect(field(page)).toHaveValue(vault.vault_name)
  releaseList()
  await expect(palette(page).getByText('Still reading vaults.')).toBeVisible()
  releaseVaults()
  await expectAddress(page, `/vaults/${vault.vault_id}`)
  await expect(palette(page)).toBeHidden()
})

test('what could not be read is named, and the rest is found @all', async ({ page, scripted }) => {
  scripted.script('/vaults', errorBody('ERR-01'))
  await page.goto(`${scripted.console}/balances/cold`)
  await page.getByRole('button', { name: 'Search…' }).click()
  await field(page).fill('kraken')
  await expect(palette(page).getByText('Not searched, because it could not be read: vaults.')).toBeVisible()
  await expect(palette(page).getByRole('group', { name: 'Whitelists' })).toBeVisible()
  // A session that came with the console cannot be ended in it.
  await field(page).fill('sign out')
  await expect(palette(page).getByRole('option', { name: 'Sign out' })).toHaveCount(0)
})

test('the palette is accessible in both themes, on a desk and on a phone @all', async ({ page }) => {
  await startSession(page)
  await page.goto('/vaults?limit=5')
  await expect(rowLinks(tableOf(page, 'Vaults')).first()).toBeVisible()
  await page.getByRole('button', { name: 'Search…' }).click()
  await field(page).fill('treasury')
  await expect(palette(page).getByRole('group', { name: 'Vaults' })).toBeVisible()
  await expectAccessible(page, 'the palette with results')
  await page.setViewportSize({ width: 390, height: 740 })
  await expectNoSidewaysScroll(page, 'the palette with results')
  await field(page).fill('no such thing')
  await expectAccessible(page, 'the palette without results, on a phone')
  await expectNoSidewaysScroll(page, 'the palette without results')
})

function palette(page: Page) {
  return page.getByRole('dialog', { name: 'Search', exact: true })
}

function field(page: Page) {
  return palette(page).getByRole('combobox', { name: 'Search' })
}

/** Holds back what is asked for at these addresses, until the returned function is called. */
async function hold(page: Page, addresses: RegExp): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(addresses, async (route) => {
    await released
    await route.continue()
  })
  return release
}

/** The option that Enter would take, as assistive technology is told. */
function active(page: Page) {
  return palette(page).getByRole('option', { selected: true })
}

/** Finds an action by these words and does it. */
async function act(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await field(page).fill(words)
  await expect(palette(page).getByRole('group', { name: 'Actions' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(palette(page)).toBeHidden()
}
