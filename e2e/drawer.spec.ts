import { transactionsOf } from './support/api.ts'
import { expectAddress } from './support/filters.ts'
import { after, type Script } from './support/scripted-service.ts'
import { startSession } from './support/session.ts'
import { expectEveryRow, facts, rowLinks, tableOf } from './support/table.ts'
import { expect, test } from './support/test.ts'

test.describe('signed in', () => {
  test.beforeEach(({ page }) => startSession(page))

  test('the brackets step through records over the borders of the page, and Back leads to the list', async ({
    page,
  }) => {
    const expected = (await transactionsOf(page, 'limit=27&offset=0')).map((item) => item.transaction_id)
    const drawer = page.getByRole('dialog', { name: 'Transaction', exact: true })
    const transactions = tableOf(page, 'Transactions')
    await page.goto('/transactions?limit=25')
    await rowLinks(transactions).nth(23).click()
    await expect(drawer).toContainText(expected[23] ?? '')
    for (const index of [24, 25, 26]) {
      await page.keyboard.press(']')
      await expect(drawer).toContainText(expected[index] ?? '')
    }
    await expect(page).toHaveURL(/offset=25/)
    for (const index of [25, 24]) {
      await page.keyboard.press('[')
      await expect(drawer).toContainText(expected[index] ?? '')
    }
    await expect(page).not.toHaveURL(/offset=/)
    await page.goBack()
    await expect(page).toHaveURL(/\/transactions\?limit=25$/)
    await expect(drawer).toBeHidden()
  })

  test('keys that follow each other faster than the page is drawn are all heard, and Back leads through them', async ({
    page,
  }) => {
    const [first, second, third] = await transactionsOf(page, 'limit=3')
    const drawer = page.getByRole('dialog', { name: 'Transaction', exact: true })
    // The record's view is fetched once the rows stand.
    const fetched = page.waitForResponse(/TransactionDrawer/)
    await page.goto('/transactions')
    await rowLinks(tableOf(page, 'Transactions')).first().focus()
    await (await fetched).finished()
    await page.evaluate(async () => {
      document.activeElement?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
      for (const key of [']', ']', 'Escape']) {
        // Each in a task of its own, as keys come.
        const { port1, port2 } = new MessageChannel()
        await new Promise((resolve) => {
          port1.onmessage = resolve
          port2.postMessage(null)
        })
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
      }
    })
    await expect(drawer).toBeHidden()
    await expect(page).toHaveURL(/\/transactions$/)
    await page.goBack()
    await expect(drawer).toContainText(third?.transaction_id ?? '')
    await page.keyboard.press('[')
    await expect(drawer).toContainText(second?.transaction_id ?? '')
    await page.goBack()
    await expect(drawer).toBeHidden()
    await expect(page).toHaveURL(/\/transactions$/)
    await page.goForward()
    await expect(drawer).not.toContainText(first?.transaction_id ?? '')
    await expect(drawer).toContainText(second?.transaction_id ?? '')
  })

  test('who leaves at the very moment of opening a record is not fetched back', async ({ page }) => {
    await page.goto('/vaults')
    await page.getByRole('link', { name: 'Transactions', exact: true }).click()
    await rowLinks(tableOf(page, 'Transactions')).first().focus()
    // Within one task, so that nothing is drawn in between.
    await page.evaluate(() => {
      const open = document.activeElement
      const away = [...document.querySelectorAll('nav a')].find((link) => link.textContent === 'Balances')
      for (const link of [open, away])
        link?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
    })
    await expect(page.getByRole('heading', { level: 1, name: 'Balances' })).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL(/\/transactions$/)
    await expect(page.getByRole('dialog', { name: 'Transaction', exact: true })).toBeHidden()
  })

  test('at the first and the last record there is no further step', async ({ page }) => {
    const failed = await transactionsOf(page, 'status=failed&limit=1000')
    const drawer = page.getByRole('dialog', { name: 'Transaction', exact: true })
    await page.goto(`/transactions?status=failed&limit=100&tx=${failed[0]?.transaction_id}`)
    await expect(drawer.getByRole('button', { name: 'Previous transaction' })).toBeDisabled()
    const last = Math.floor((failed.length - 1) / 100) * 100
    await page.goto(
      `/transactions?status=failed&limit=100&offset=${last}&tx=${failed.at(-1)?.transaction_id}`,
    )
    await expect(drawer.getByRole('button', { name: 'Previous transaction' })).toBeEnabled()
    await expect(drawer.getByRole('button', { name: 'Next transaction' })).toBeDisabled()
  })

  test('a value leads to the transactions that share it, and to what it names', async ({ page }) => {
    const [item] = await transactionsOf(page, 'transaction_type=withdraw&status=completed&limit=1')
    if (!item) throw new Error('the demonstration has withdrawals')
    const { source, destination, asset_id } = item.transaction
    const link = `/transactions/${item.transaction_id}`
    const follow = async (name: string) => {
      await page.goto(link)
      await page.getByRole('link', { name, exact: true }).click()
    }
    await follow('Show all transactions with this asset')
    await expect(page).toHaveURL(`/transactions?asset_id=${asset_id}`)
    await expectEveryRow(tableOf(page, 'Transactions'), 'Asset', asset_id)
    await follow('Show all transactions with this source id')
    await expect(page).toHaveURL(`/transactions?source_id=${source.source_id}`)
    await expectEveryRow(tableOf(page, 'Transactions'), 'From', source.source_name)
    await follow('Show all transactions with this destination address')
    await expect(page).toHaveURL(`/transactions?destination_address=${destination.destination_address}`)
    await follow(source.source_name)
    await expect(page.getByRole('heading', { level: 1, name: source.source_name })).toBeVisible()
    await follow(destination.destination_name)
    await expectAddress(page, `/whitelists/${destination.destination_id}`)
    await expect(page.getByRole('heading', { level: 1, name: destination.destination_name })).toBeVisible()
  })

  test('the record as received is there to read and to copy, whole', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const [item] = await transactionsOf(page, 'limit=1')
    await page.goto(`/transactions/${item?.transaction_id}`)
    await page.getByText('The record as received').click()
    await expect(page.getByText('"transaction_type"')).toBeVisible()
    await page.getByRole('button', { name: 'Copy as JSON' }).click()
    const copied: unknown = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()))
    expect(copied).toEqual({ ...item, timestamp: expect.any(String) })
    const shown = await facts(page.getByRole('main'))
    expect(shown).toContainEqual(['Transaction id', item?.transaction_id])
  })

  test('a page past the end leads to the last page that exists', async ({ page }) => {
    const failed = await transactionsOf(page, 'status=failed&limit=1000')
    await page.goto('/transactions?status=failed&limit=25&offset=50000')
    await page.getByRole('button', { name: 'Go to the last page' }).click()
    const last = Math.floor((failed.length - 1) / 25) * 25
    await expect(page).toHaveURL(`/transactions?status=failed&limit=25${last > 0 ? `&offset=${last}` : ''}`)
    await expect(page.getByRole('navigation', { name: 'Pages of transactions' })).toContainText(
      `${last + 1}–${failed.length} of ${failed.length}`,
    )
  })

  test('the next page is read while the reader is still on this one', async ({ page }) => {
    await page.goto('/transactions?limit=25')
    const ahead = await page.waitForResponse((response) => response.url().includes('offset=25'))
    expect(ahead.status()).toBe(200)
    await page.route('**/api/transactions?*', (route) => route.abort())
    await page.getByRole('link', { name: 'Next' }).click()
    await expect(rowLinks(tableOf(page, 'Transactions'))).toHaveCount(25)
  })

  test('at the last record the button that was pressed keeps the focus', async ({ page }) => {
    const failed = await transactionsOf(page, 'status=failed&limit=1000')
    await page.goto(`/transactions?status=failed&limit=999&tx=${failed.at(-2)?.transaction_id}`)
    const next = page.getByRole('button', { name: 'Next transaction' })
    await next.click()
    await expect(next).toBeDisabled()
    await expect(next).toBeFocused()
  })

  test('j and k from a drawer return to the row that was read', async ({ page }) => {
    await page.goto('/transactions?limit=25')
    const rows = rowLinks(tableOf(page, 'Transactions'))
    await rows.nth(4).click()
    await expect(page.getByRole('heading', { level: 2, name: 'Transaction' })).toBeFocused()
    await page.keyboard.press('j')
    await expect(rows.nth(4)).toBeFocused()
    await page.keyboard.press('j')
    await expect(rows.nth(5)).toBeFocused()
  })

  test('what was opened by a link that is on no row of the page gives the focus to the table', async ({
    page,
  }) => {
    const [first] = await transactionsOf(page, 'limit=1')
    await page.goto(`/transactions?limit=25&offset=25&tx=${first?.transaction_id}`)
    const drawer = page.getByRole('dialog', { name: 'Transaction', exact: true })
    const rows = rowLinks(tableOf(page, 'Transactions'))
    await expect(drawer).toContainText(first?.transaction_id ?? '')
    await expect(rows.first()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()
    await expect(rows.first()).toBeFocused()
  })
})

test.describe('of a list that moves', () => {
  test.use({ baseURL: ({ scripted }, use) => use(scripted.console) })

  test('a step over the border of a page passes over nothing that was pushed down', async ({
    page,
    scripted,
  }) => {
    const ids = (await transactionsOf(page, 'limit=60')).map((item) => item.transaction_id)
    // Until further notice the newest three have not happened.
    scripted.script('/transactions', withoutNewest(3, scripted.passOn))
    const drawer = page.getByRole('dialog', { name: 'Transaction', exact: true })
    await page.goto('/transactions?limit=25')
    await rowLinks(tableOf(page, 'Transactions')).nth(24).click()
    await expect(drawer).toContainText(ids[27] ?? '')
    scripted.script('/transactions', scripted.passOn)
    await page.keyboard.press(']')
    await expect(drawer).toContainText(ids[28] ?? '')
    await expect(page).toHaveURL(/offset=25/)
    for (const index of [27, 26, 25, 24, 23]) {
      await page.keyboard.press('[')
      await expect(drawer).toContainText(ids[index] ?? '')
    }
    await expect(page).not.toHaveURL(/offset=/)
  })

  test('from a page that begins anywhere, too', async ({ page }) => {
    const ids = (await transactionsOf(page, 'limit=10')).map((item) => item.transaction_id)
    const drawer = page.getByRole('dialog', { name: 'Transaction', exact: true })
    await page.goto(`/transactions?limit=25&offset=3&tx=${ids[3]}`)
    await expect(drawer.getByRole('button', { name: 'Previous transaction' })).toBeEnabled()
    await page.keyboard.press('[')
    await expect(drawer).toContainText(ids[2] ?? '')
    await expect(page).not.toHaveURL(/offset=/)
  })

  test('a step that takes long leads nowhere once something else was opened', async ({ page, scripted }) => {
    const ids = (await transactionsOf(page, 'limit=25')).map((item) => item.transaction_id)
    const drawer = page.getByRole('dialog', { name: 'Transaction', exact: true })
    await page.goto('/transactions?limit=25')
    const rows = rowLinks(tableOf(page, 'Transactions'))
    await rows.nth(24).click()
    await expect(drawer).toContainText(ids[24] ?? '')
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    scripted.script('/transactions', after(held, scripted.passOn))
    await page.keyboard.press(']')
    await rows.nth(4).click()
    await expect(drawer).toContainText(ids[4] ?? '')
    const next = drawer.getByRole('button', { name: 'Next transaction' })
    await expect(next).toBeDisabled()
    release()
    await expect(next).toBeEnabled()
    await expect(drawer).toContainText(ids[4] ?? '')
    await expect(page).not.toHaveURL(/offset=/)
  })

  test('what is done at the very moment of opening a record is not undone', async ({ page }) => {
    await page.goto('/transactions?limit=25&status=completed')
    await rowLinks(tableOf(page, 'Transactions')).first().focus()
    await page.evaluate(() => {
      const open = document.activeElement
      const clear = document.querySelector('[aria-label="Clear Status"]')
      for (const element of [open, clear])
        element?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
    })
    await expectAddress(page, '/transactions?limit=25')
    await expect(page.getByRole('dialog', { name: 'Transaction', exact: true })).toBeHidden()
    await expect(page.getByRole('button', { name: 'Clear Status' })).toBeHidden()
  })
})

/** The list as it was before its newest records came in. */
function withoutNewest(count: number, passOn: Script): Script {
  return (request, response) => {
    const url = new URL(request.url ?? '', 'http://upstream')
    url.searchParams.set('offset', String(Number(url.searchParams.get('offset') ?? 0) + count))
    request.url = `${url.pathname}${url.search}`
    passOn(request, response)
  }
}
