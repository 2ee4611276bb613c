/** The finder: names, ids, addresses, hashes, dates and words of filters, typed or pasted, and everything else there is to do. */
import type { Page } from 'playwright/test'
import { transactionsOf, vaultsOf } from './support/api.ts'
import {
  chip,
  copied,
  expectAddress,
  find,
  finder,
  finderField,
  goWithin,
  hold,
  openList,
  pasteText,
} from './support/page.ts'
import { expectEveryRow, rowHeaderLinks, tableOf } from './support/table.ts'
import { expect, test } from './support/test.ts'

test('opens by key and button, goes anywhere and does anything, by keyboard alone', async ({ page }) => {
  await openList(page)
  await test.step('it is fetched only then, and gives the focus back', async () => {
    const scripts: string[] = []
    page.on('request', (request) => scripts.push(request.url()))
    const row = rowHeaderLinks(tableOf(page, 'Transactions')).nth(3)
    await row.focus()
    expect(scripts.filter((url) => /FinderResults/.test(url))).toEqual([])
    await page.keyboard.press('Control+k')
    await expect(finderField(page)).toBeFocused()
    expect(scripts.filter((url) => /FinderResults.*\.js/.test(url))).toHaveLength(1)
    await page.keyboard.press('Escape')
    await expect(finder(page)).toBeHidden()
    await expect(row).toBeFocused()

    const button = page.getByRole('button', { name: 'Search…' })
    await expect(button).toContainText('Ctrl')
    await button.click()
    await expect(finderField(page)).toBeFocused()
    await page.keyboard.press('Control+k')
    await expect(finder(page)).toBeHidden()
    await expect(button).toBeFocused()
  })

  await test.step('the pointer chooses', async () => {
    await goWithin(page, '/vaults')
    await page.keyboard.press('/')
    await finder(page)
      .getByRole('option', { name: /^Whitelists/ })
      .click()
    await expectAddress(page, '/whitelists')
  })
})

test('offers what the text says as its filter, and takes hostile pasted text @all', async ({ page }) => {
  await openList(page)
  await test.step('a name that can stand at both ends is asked about', async () => {
    const [vault] = await vaultsOf('vault_type=warm&limit=1')
    await find(page, vault?.vault_name.toUpperCase() ?? '')
    await page.keyboard.press('Enter')
    await expect(results(page)).toHaveText([/^From/, /^To/])
    await expect(results(page).nth(0)).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expectAddress(page, `/transactions?limit=10&destination_id=${vault?.vault_id}`)
    await expect(chip(page, 'To')).toHaveAccessibleName(`To: ${vault?.vault_name}`)
    await expectEveryRow(tableOf(page, 'Transactions'), 'To', vault?.vault_name ?? '')
  })

  await test.step('a filter in words is shown with its figure before it is applied', async () => {
    await find(page, 'failed BTC withdrawals over 0.001')
    await expect(answer(page).getByRole('heading')).toHaveText('Failed BTC withdrawals over 0.001')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/amount_over=0\.001/)
    await expect(chip(page, 'Amount')).toHaveAccessibleName('Amount: over 0.001')
    await expectEveryRow(tableOf(page, 'Transactions'), 'Status', 'Failed')
    await find(page, 'failed foo')
    await expect(answer(page)).toContainText('“foo” is not understood.')
    await page.keyboard.press('Escape')
  })

  await test.step('pasted text is cleaned, said, and stays text', async () => {
    const [vault] = await vaultsOf('vault_type=cold&limit=1')
    const [one = '', ...rest] = (vault?.vault_name ?? '').split(' ')
    await paste(page, `\u202e ${one}\r\n\t${rest.join('\u00a0')}\u200b\n`)
    await expect(finderField(page)).toHaveValue(vault?.vault_name ?? '')
    await expect(finder(page)).toContainText('hidden characters U+202E, U+200B')
    await results(page).filter({ hasText: /^From/ }).click()
    await expectAddress(page, `/transactions?limit=10&source_id=${vault?.vault_id}`)

    await paste(page, '<img/src=x/onerror=alert(1)>')
    await page.keyboard.press('Enter')
    await expect(finder(page)).toContainText(/No transactions with “.+” in an id, hash, address/)
  })
})

test('answers a sentence with its figure, by keys alone, and moves nothing when it comes', async ({
  page,
  baseURL,
}) => {
  await page.goto('/vaults')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const release = await hold(page, /\/api\/search/)
  await find(page, 'three largest ETH withdrawals')
  await expect(answer(page)).toHaveAttribute('aria-busy', 'true')
  const before = await answer(page).boundingBox()
  release()
  await expect(answer(page).getByRole('listitem')).toHaveCount(3)
  const after = await answer(page).boundingBox()
  expect([after?.y, after?.height]).toEqual([before?.y, before?.height])

  await answer(page).getByRole('button', { name: 'Copy' }).focus()
  await page.keyboard.press('Enter')
  const list = '/transactions?asset_id=ETH&transaction_type=withdraw&sort=amount%3Adesc'
  await expect.poll(() => copied(page)).toMatch(/^Largest: ETH withdrawals:\n\S+.* ETH Completed/)
  await expect.poll(() => copied(page)).toContain(`as of `)
  expect((await copied(page)).endsWith(`${baseURL}${list}`)).toBe(true)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    answer(page).getByRole('link', { name: 'Export CSV' }).press('Enter'),
  ])
  expect(file.suggestedFilename()).toMatch(/^transactions.*\.csv$/)
  await finderField(page).focus()
  await page.keyboard.press('Enter')
  await expectAddress(page, list)
})

test('finds a transaction by its hash, whole or shortened, and says of one that it is not there @all', async ({
  page,
}) => {
  await openList(page)
  const [sent] = (await transactionsOf('limit=50&offset=60')).filter(
    ({ transaction }) => transaction.txn_hash !== '',
  )
  const hash = sent?.transaction.txn_hash ?? ''
  await find(page, hash)
  // Pressed before the gateway answers.
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`tx=${sent?.transaction_id}`))
  await find(page, `${hash.slice(0, 8)}…${hash.slice(-6)}`)
  await expect(finder(page).getByRole('option')).toHaveCount(1)
  await finderField(page).fill(`${hash}0`)
  await expect(finder(page)).toContainText(`contains ${hash}0`)
})

test('what is entered while the records are read waits and says how far @all', async ({ page, scripted }) => {
  await page.goto(`${scripted.console}/balances/cold`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.route(/\/api\/revision/, (route) =>
    route.fulfill({
      json: {
        ...{ revision: null, not_kept: null, as_of: null, read_whole: null, completeness: null },
        ...{ transactions: null, dates: null, moments: null, refused_lists: {}, silence: null },
        reading: { kind: 'first', begun: '2026-11-29T12:00:00Z', records: 12_000, part: null },
      },
    }),
  )
  // The gateway is too busy reading to answer.
  await hold(page, /\/api\/search/)
  await page.reload()
  await find(page, '')
  for (const text of ['0xc325', '4242', 'ab'.repeat(32)]) {
    await finderField(page).fill(text)
    await page.keyboard.press('Enter')
    await expect(finder(page)).toContainText('Searching, 12,000 read')
    await expect(finder(page)).not.toContainText('No transactions')
  }
})

function answer(page: Page) {
  return finder(page).getByRole('region', { name: 'Answer' })
}

function results(page: Page) {
  return finder(page)
    .getByRole('group', { name: /^Transactions/ })
    .getByRole('option')
}

async function paste(page: Page, text: string): Promise<void> {
  await find(page, '')
  await pasteText(page, text)
}
