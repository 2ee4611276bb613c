import type { Page } from 'playwright/test'
import { isWholeSet } from '../src/testing/cases.ts'
import { inWords, transactionsOf, vaultsOf } from './support/api.ts'
import { chip, expectAddress, filterBy, goWithin } from './support/page.ts'
import { expectEveryRow, facts, rowHeaderLinks, rows, tableOf } from './support/table.ts'
import { expect, test } from './support/test.ts'

test('Back and Forward restore controls and data, step by step', async ({ page }) => {
  const [vault] = await vaultsOf('vault_type=warm&limit=1')
  const transactions = tableOf(page, 'Transactions')
  const drawer = page.getByRole('dialog', { name: 'Transaction', exact: true })
  const main = page.getByRole('navigation', { name: 'Main' })
  const pager = page.getByRole('navigation', { name: 'Pages of transactions' })
  const steps: readonly (() => Promise<unknown>)[] = [
    () => page.goto('/transactions?limit=10'),
    () => filterBy(page, { Status: 'Completed' }),
    // Its chip shows a name, and the address an id.
    () => filterBy(page, { 'Party or address': vault?.vault_name ?? '', 'At which end': 'From' }),
    () => pager.getByRole('link', { name: 'Next' }).click(),
    () => rowHeaderLinks(transactions).nth(2).click(),
    () => page.keyboard.press('Escape'),
    () => page.getByRole('button', { name: 'Clear Status' }).click(),
    () => main.getByRole('link', { name: 'Balances' }).click(),
  ]
  const seen: Awaited<ReturnType<typeof whatIsSeen>>[] = []
  for (const step of steps) {
    const before = page.url()
    await step()
    await expect(page).not.toHaveURL(before)
    const [, section = ''] = new URL(page.url()).pathname.split('/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(inWords(section))
    await expect(drawer).toBeVisible({ visible: page.url().includes('tx=') })
    seen.push(await whatComesToRest(page))
  }
  // Every step leads to another view, but for the one that closes what was opened.
  expect(new Set(seen.map((one) => JSON.stringify(one))).size).toBe(steps.length - 1)
  for (let step = steps.length - 2; step >= 0; step -= 1) {
    await page.goBack()
    await expect.poll(() => whatIsSeen(page), `back at step ${step}`).toEqual(seen[step])
  }
  for (let step = 1; step < (isWholeSet ? steps.length : 3); step += 1) {
    await page.goForward()
    await expect.poll(() => whatIsSeen(page), `forward at step ${step}`).toEqual(seen[step])
  }
})

test('a page past the end, and one that is not there, say so and lead on', async ({ page }) => {
  const transactions = tableOf(page, 'Transactions')

  await test.step('a page past the end says so, and leads to the first page with the same filter', async () => {
    await page.goto('/transactions?status=completed&limit=25&offset=100000')
    await expect(page.getByRole('main').getByText('past the end of the list').first()).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await page.getByRole('link', { name: 'Go to the first page' }).click()
    await expectAddress(page, '/transactions?status=completed&limit=25')
    await expectEveryRow(transactions, 'Status', 'Completed')
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  })

  await test.step('an unknown page says so and leads on', async () => {
    await page.goto('/transactionz')
    await expect(page.getByRole('heading', { level: 1, name: 'No such page' })).toBeVisible()
    await expect(page.getByRole('main')).toContainText('/transactionz')
    await page.getByRole('link', { name: 'Go to transactions' }).click()
    await expectAddress(page, '/transactions')
  })
})

test('a record opens by its link beside its list, which stays where there is no such record @all', async ({
  page,
}) => {
  const transactions = tableOf(page, 'Transactions')
  const drawer = page.getByRole('dialog', { name: 'Transaction', exact: true })
  await test.step('a transaction that is not on the page opens beside the list', async () => {
    const [far] = await transactionsOf('limit=1&offset=1234')
    await page.goto(`/transactions?limit=10&tx=${far?.transaction_id}`)
    await expect.poll(() => facts(drawer)).toContainEqual(['Transaction id', far?.transaction_id])
    await expect(rowHeaderLinks(transactions)).toHaveCount(10)
    await expect(drawer.getByRole('button', { name: 'Next transaction' })).toBeDisabled()
  })

  await test.step('of an unknown transaction the drawer says so, and the list stays', async () => {
    await goWithin(page, '/transactions?limit=10&status=completed&tx=no-such-id')
    await expect(drawer.getByRole('status').filter({ hasText: 'TXN-04' })).toContainText(
      'There is no such transaction',
    )
    await expectEveryRow(transactions, 'Status', 'Completed')
    await page.keyboard.press('Escape')
    await expectAddress(page, '/transactions?limit=10&status=completed')
  })
})

test('what a link asks for and cannot have is named, marked and kept, not dropped @all', async ({ page }) => {
  // The parser's tests prove which values are unusable; here each reason has to be shown.
  await test.step('what the page does not know', async () => {
    await page.goto('/transactions?status=completed&status=completed&no_such=thing&source_id=&limit=1001')
    const notice = page.getByRole('status').filter({ hasText: 'Part of this link was ignored' })
    for (const words of [
      'status=completed appears more than once. The first is used.',
      'no_such=thing is not known here.',
      'source_id has no value.',
      'limit=1001 is not a whole number',
    ])
      await expect(notice).toContainText(words)
    await expectEveryRow(tableOf(page, 'Transactions'), 'Status', 'Completed')
    await expect(rowHeaderLinks(tableOf(page, 'Transactions'))).toHaveCount(50)
    await expect(chip(page, 'Status')).toHaveText('Status:Completed (problem in the link)')
    await notice.getByRole('button', { name: 'Remove from the link' }).click()
    await expectAddress(page, '/transactions?status=completed')
    await expect(notice).toBeHidden()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  })

  await test.step('a value that the service refuses', async () => {
    await page.goto('/transactions?status=nonsense&limit=10')
    const banner = page.getByRole('status').filter({ hasText: 'There is no such status' })
    await expect(banner).toContainText('TXN-01')
    await expect(banner).toContainText('GET /transactions?status=nonsense&limit=10')
    await expect(chip(page, 'Status')).toHaveText('Status:nonsense (refused)')
    await banner.getByRole('button', { name: 'Clear filters' }).click()
    await expectAddress(page, '/transactions?limit=10')
    await expect(rowHeaderLinks(tableOf(page, 'Transactions'))).toHaveCount(10)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  })

  await test.step('hostile text is text, with what is hidden in it made visible', async () => {
    const script = '<img src=x onerror=alert(1)><script>alert(2)</script>'
    await page.goto(`/transactions?${new URLSearchParams({ asset_id: script, [script]: 'x' })}`)
    await expect(chip(page, 'Asset')).toHaveText(`Asset:${script}`)
    await expect(page.getByText(`${script}=x`, { exact: true })).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: 'No transactions match' })).toBeVisible()
    await expect(page.getByRole('main').locator('img')).toHaveCount(0)

    await page.goto('/transactions?asset_id=%E2%80%AECTB%E2%80%8B')
    await expect(chip(page, 'Asset')).toHaveText('Asset:CTB')
    await expect(page.getByText('asset_id=U+202ECTBU+200B has hidden characters')).toBeVisible()
    await page.getByRole('button', { name: 'Remove from the link' }).click()
    await expectAddress(page, '/transactions?asset_id=CTB')
  })
})

test('pages that are no list name what they cannot use of a link too, at their top @all', async ({
  page,
}) => {
  const [vault] = await vaultsOf('limit=1')
  await page.goto('/nowhere')
  for (const path of [`/vaults/${vault?.vault_id}`, '/review', '/verify', '/packs']) {
    await goWithin(page, `${path}?no_such=thing`)
    const notice = page.getByRole('status').filter({ hasText: 'no_such=thing is not known here' })
    const header = page.getByRole('heading', { level: 1 })
    await expect(notice).toBeVisible()
    const top = (await header.boundingBox())?.y ?? 0
    expect((await notice.boundingBox())?.y).toBeLessThan(top + 100)
    await notice.getByRole('button', { name: 'Remove from the link' }).click()
    await expectAddress(page, path)
    await expect(header).toBeFocused()
  }
})

/** What is seen once the table of the present address is there, and two looks in a row are the same. */
async function whatComesToRest(page: Page): Promise<Awaited<ReturnType<typeof whatIsSeen>>> {
  const name = /^\/(\w)(\w+)/.exec(new URL(page.url()).pathname)
  const table = tableOf(page, `${name?.[1]?.toUpperCase()}${name?.[2]}`)
  await expect(table).toHaveAttribute('aria-busy', 'false')
  let last = await whatIsSeen(page)
  await expect(async () => {
    const before = last
    last = await whatIsSeen(page)
    expect(last).toEqual(before)
    await expect(table).toHaveAttribute('aria-busy', 'false')
  }).toPass()
  return last
}

/** What a reader sees of a list page: where it is, what its controls say, which rows it has, what is open. Asked for often, so by few queries. */
async function whatIsSeen(page: Page) {
  const table = page.locator('table')
  const drawer = page.getByRole('dialog', { name: 'Transaction', exact: true })
  return {
    address: page.url(),
    controls: await page.evaluate(() => ({
      title: document.querySelector('h1')?.textContent,
      filters: [...document.querySelectorAll('search button')].map(({ textContent }) => textContent),
      pageSize: [...document.querySelectorAll('select')].map(({ value }) => value),
    })),
    // Dates and address owners may load meanwhile, so they are left out.
    rows:
      (await table.count()) === 1 ? (await rows(table)).map(({ Date: _, From, To, ...cells }) => cells) : [],
    open:
      (await drawer.count()) === 1
        ? (await facts(drawer)).filter(([term]) => term === 'Transaction id')
        : null,
  }
}
