/** What a reader prefers and the browser keeps: row height, time zone, a table's columns; the same in every tab. */
import type { Locator, Page } from 'playwright/test'
import { openPreferences } from './support/session.ts'
import { rowHeaderLinks, tableOf } from './support/table.ts'
import { expect, test } from './support/test.ts'

test.use({ dates: true, baseURL: ({ scripted }, use) => use(scripted.console) })

test.describe('in another time zone than UTC', () => {
  test.use({ timezoneId: 'America/New_York' })

  test('every time says its zone, and the choice of zone stays @all', async ({ page }) => {
    await page.goto('/transactions')
    const main = page.getByRole('main')
    await expect(main).toContainText(/as of \d\d:\d\d:\d\d UTC/)
    await choose(page, 'Time zone', 'Local')
    await expect(main).toContainText(/as of \d\d:\d\d:\d\d (E[SD]T|GMT-[45])/)
    await page.reload()
    await expect(main).toContainText(/as of \d\d:\d\d:\d\d (E[SD]T|GMT-[45])/)
  })
})

test('a choice in one tab undoes none that was made in another, and each tab follows @all', async ({
  page,
  context,
}) => {
  const other = await context.newPage()
  const header = (tab: Page) => tableOf(tab, 'Vaults').getByRole('columnheader', { name: 'Holdings' })
  for (const tab of [page, other]) {
    await tab.goto('/vaults?limit=5')
    await expect(header(tab)).toBeVisible()
  }
  await page.getByRole('button', { name: 'Columns', exact: true }).click()
  const chooser = page.getByRole('dialog', { name: 'Columns' })
  await chooser.getByRole('checkbox', { name: 'Holdings' }).uncheck()
  await expect(header(page)).toBeHidden()
  await expect(header(other)).toBeHidden()

  await (await liveSwitch(other)).uncheck()
  await expect(await liveSwitch(page)).not.toBeChecked()
  for (const tab of [page, other]) {
    await tab.goto('/vaults?limit=5')
    await expect(rowHeaderLinks(tableOf(tab, 'Vaults')).first()).toBeVisible()
    await expect(header(tab)).toBeHidden()
    await expect(await liveSwitch(tab)).not.toBeChecked()
  }
})

async function liveSwitch(page: Page): Promise<Locator> {
  return (await openPreferences(page)).getByRole('checkbox', { name: 'Refresh automatically' })
}

/** The choice of one value among the preferences. Its radio buttons are drawn by their labels. */
async function choose(page: Page, group: string, name: string): Promise<void> {
  const panel = await openPreferences(page)
  const radio = panel.getByRole('group', { name: group }).getByRole('radio', { name })
  await radio.focus()
  await page.keyboard.press('Space')
  await expect(radio).toBeChecked()
}
