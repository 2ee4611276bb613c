/** Which columns a table has, in what order and how wide: chosen by pointer and by keyboard, kept in the link or as a default. */
import type { Locator, Page } from 'playwright/test'
import { expectAddress } from './support/filters.ts'
import { startSession } from './support/session.ts'
import { column, loaded, rowLinks } from './support/table.ts'
import { expect, test } from './support/test.ts'

const headers = [
  'Date',
  'Type',
  'Status',
  'Amount',
  'Asset',
  'Network',
  'From',
  'To',
  'Fee',
  'Hash',
  'Transaction id',
]

test.describe('signed in', () => {
  test.beforeEach(({ page }) => startSession(page))

  test('columns are chosen and ordered, stand in the link, and a link shows the same table', async ({
    page,
  }) => {
    await page.goto('/transactions?status=failed')
    const table = await loaded(page)
    await expectHeaders(table, headers)
    const chooser = await openChooser(page)
    for (const name of ['Date', 'Type', 'Network', 'Hash', 'Transaction id'])
      await box(chooser, name).uncheck()
    await expectHeaders(table, ['Status', 'Amount', 'Asset', 'From', 'To', 'Fee'])
    const up = chooser.getByRole('button', { name: 'Move Fee up' })
    await up.click()
    await up.press('Enter')
    await expect(up).toBeFocused()
    const ordered = ['Status', 'Amount', 'Asset', 'Fee', 'From', 'To']
    await expectHeaders(table, ordered)
    await expectAddress(
      page,
      '/transactions?status=failed&columns=status,amount,asset_id,fee,source,destination',
    )
    await expect(page.getByRole('status').filter({ hasText: 'Fee: column 4 of 6.' })).toHaveCount(1)

    await page.reload()
    await expectHeaders(await loaded(page), ordered)
    // Whichever column is first is the link of its row.
    await expect(rowLinks(table).first()).toHaveText('Failed')
    await rowLinks(table).first().click()
    await expect(page.getByRole('dialog', { name: 'Transaction', exact: true })).toBeVisible()
  })

  test('a hidden column comes back to its own place, columns are dragged, and the last one stays', async ({
    page,
  }) => {
    await page.goto('/transactions?columns=status,amount')
    const table = await loaded(page)
    const chooser = await openChooser(page)
    // What had to be fetched first has the focus all the same.
    await expect(box(chooser, 'Status')).toBeFocused()
    await box(chooser, 'Type').check()
    await expectHeaders(table, ['Type', 'Status', 'Amount'])
    await line(chooser, 'Amount').dragTo(line(chooser, 'Type'))
    await expectHeaders(table, ['Amount', 'Type', 'Status'])
    await box(chooser, 'Amount').uncheck()
    await box(chooser, 'Status').uncheck()
    await expectHeaders(table, ['Type'])
    await expect(box(chooser, 'Type')).toBeDisabled()
  })

  test('the reader’s own default holds where the link says nothing, and can be given up', async ({
    page,
  }) => {
    await page.goto('/transactions?columns=amount,status&density=compact')
    const table = await loaded(page)
    const compact = await rowHeight(table)
    await (await openChooser(page)).getByRole('button', { name: 'Use as my default' }).click()
    await expectAddress(page, '/transactions')
    await expectHeaders(table, ['Amount', 'Status'])
    await expect(page.getByRole('button', { name: 'Columns' })).toBeFocused()

    await page.goto('/transactions?status=failed')
    await expectHeaders(await loaded(page), ['Amount', 'Status'])
    expect(await rowHeight(table)).toBe(compact)
    await page.goto('/transactions?columns=fee')
    await expectHeaders(await loaded(page), ['Fee'])

    await page.goto('/transactions')
    await loaded(page)
    await (await openChooser(page)).getByRole('button', { name: 'Reset' }).click()
    await expectHeaders(table, headers)
    await expect.poll(() => rowHeight(table)).toBeGreaterThan(compact)
    await page.reload()
    await expectHeaders(await loaded(page), headers)
  })

  test('a column is made wider by its edge, shown while it is dragged and written when it is let go', async ({
    page,
  }) => {
    await page.goto('/transactions')
    const table = await loaded(page)
    const edge = table.getByRole('separator', { name: 'Width of Network' })
    const before = await widthOf(table, 'Network')
    await drag(page, edge, 60, async () => {
      await expect.poll(() => widthOf(table, 'Network')).toBeCloseTo(before + 60, -0.5)
      await expectAddress(page, '/transactions')
    })
    const wider = Math.round(await widthOf(table, 'Network'))
    await expectAddress(page, `/transactions?widths=network_name:${wider}`)
    await page.reload()
    await loaded(page)
    expect(Math.round(await widthOf(table, 'Network'))).toBe(wider)

    await edge.dblclick()
    await expectAddress(page, '/transactions')
    await expect.poll(() => widthOf(table, 'Network')).toBeCloseTo(before, -0.5)
  })

  test('a dragged edge is given up by Escape', async ({ page }) => {
    await page.goto('/transactions')
    const table = await loaded(page)
    const before = await widthOf(table, 'Network')
    await drag(page, table.getByRole('separator', { name: 'Width of Network' }), 80, async () => {
      await expect.poll(() => widthOf(table, 'Network')).toBeGreaterThan(before + 40)
      await page.keyboard.press('Escape')
    })
    await expect.poll(() => widthOf(table, 'Network')).toBeCloseTo(before, -0.5)
    await expectAddress(page, '/transactions')
  })

  test('headers are one stop for Tab, arrows move between them, and Enter sorts', async ({ page }) => {
    await page.goto('/transactions?status=failed&asset_id=ETH&limit=100')
    const table = await loaded(page)
    const button = (name: string) => table.getByRole('columnheader', { name }).getByRole('button')
    await button('Type').focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expect(button('Amount')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(table.getByRole('columnheader', { name: 'Amount' })).toHaveAttribute(
      'aria-sort',
      'ascending',
    )
    await expect(button('Amount')).toBeFocused()

    await page.keyboard.press('Tab')
    const edge = table.getByRole('separator', { name: 'Width of Amount' })
    await expect(edge).toBeFocused()
    const before = await widthOf(table, 'Amount')
    await expect(edge).toHaveAttribute('aria-valuenow', String(Math.round(before)))
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    const wider = Math.round(before) + 32
    await expect(edge).toHaveAttribute('aria-valuenow', String(wider))
    await expect.poll(() => new URL(page.url()).searchParams.get('widths')).toBe(`amount:${wider}`)
    await page.keyboard.press('Enter')
    await expect.poll(() => new URL(page.url()).searchParams.get('widths')).toBeNull()

    await page.keyboard.press('Tab')
    await expect(rowLinks(table).first()).toBeFocused()
    await page.keyboard.press('j')
    await expect(rowLinks(table).nth(1)).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Shift+Tab')
    await expect(button('Amount')).toBeFocused()
  })

  test('vaults and whitelists are arranged and sorted in the same way', async ({ page }) => {
    await page.goto('/vaults?columns=vault_name,count&sort=count:desc')
    const vaults = await loaded(page, 'Vaults')
    await expectHeaders(vaults, ['Vault', 'Holdings'])
    const counts = (await column(vaults, 'Holdings')).map(Number)
    expect(counts).toEqual(counts.toSorted((one, other) => other - one))
    await page.goto('/whitelists?columns=whitelist_type,whitelist_name')
    await expectHeaders(await loaded(page, 'Whitelists'), ['Type', 'Whitelist'])
  })
})

async function expectHeaders(table: Locator, names: readonly string[]): Promise<void> {
  const heard = () =>
    table
      .getByRole('columnheader')
      .evaluateAll((found) => found.map((header) => header.getAttribute('aria-label')))
  await expect.poll(heard).toEqual(names)
}

async function openChooser(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Columns', exact: true }).click()
  return page.getByRole('dialog', { name: 'Columns' })
}

function line(chooser: Locator, name: string): Locator {
  return chooser.getByRole('listitem').filter({ has: box(chooser.page(), name) })
}

function box(chooser: Locator | Page, name: string): Locator {
  return chooser.getByRole('checkbox', { name, exact: true })
}

async function widthOf(table: Locator, name: string): Promise<number> {
  return (await table.getByRole('columnheader', { name, exact: true }).boundingBox())?.width ?? 0
}

async function rowHeight(table: Locator): Promise<number> {
  return (await table.getByRole('row').nth(1).boundingBox())?.height ?? 0
}

/** Drags to the right, and lets something be looked at before it lets go. */
async function drag(page: Page, edge: Locator, by: number, meanwhile: () => Promise<void>): Promise<void> {
  const at = await edge.boundingBox()
  if (!at) throw new Error('the edge is not to be seen')
  const [x, y] = [at.x + at.width / 2, at.y + at.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + by / 2, y)
  await page.mouse.move(x + by, y)
  await meanwhile()
  await page.mouse.up()
}
