/** The finder: names, ids, addresses, hashes, dates and words of filters, typed or pasted, and everything else there is to do. */
import type { Page } from 'playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.ts'
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
  openFilters,
  openList,
  pasteText,
} from './support/page.ts'
import { errorBody } from './support/scripted-service.ts'
import { expectEveryRow, rowLinks, tableOf } from './support/table.ts'
import { expect, test } from './support/test.ts'

test('opens by key and button, goes anywhere and does anything, by keyboard alone', async ({ page }) => {
  await openList(page)
  await test.step('it is fetched only then, and gives the focus back', async () => {
    const scripts: string[] = []
    page.on('request', (request) => scripts.push(request.url()))
    const row = rowLinks(tableOf(page, 'Transactions')).nth(3)
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

  await test.step('arrows move through all groups and around, and the pointer chooses', async () => {
    await goWithin(page, '/vaults')
    await page.keyboard.press('/')
    const options = finder(page).getByRole('option')
    await expect(options.first()).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('ArrowUp')
    await expect(options.last()).toHaveAttribute('aria-selected', 'true')
    await expect(options.last()).toBeInViewport()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true')
    await finder(page)
      .getByRole('option', { name: /^Whitelists/ })
      .click()
    await expectAddress(page, '/whitelists')
  })
})

test('does what the buttons of the frame do @all', async ({ page, baseURL }) => {
  await page.goto('/transactions?limit=10')
  await expect(rowLinks(tableOf(page, 'Transactions'))).toHaveCount(10)
  await act(page, 'copy link')
  await expect.poll(() => copied(page)).toBe(`${baseURL}/transactions?limit=10`)
  await act(page, 'keyboard shortcuts')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await page.keyboard.press('Escape')
  await act(page, 'sign out')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})

test('filters the list from which it was opened, and takes hostile pasted text', async ({ page }) => {
  await openList(page)
  const clear = () => page.getByRole('button', { name: 'Clear all' }).click()
  await test.step('a name that can stand at both ends is asked about', async () => {
    const [vault] = await vaultsOf(page, 'vault_type=warm&limit=1')
    await find(page, vault?.vault_name.toUpperCase() ?? '')
    await page.keyboard.press('Enter')
    await expect(results(page)).toHaveText([/^From/, /^To/])
    await expect(results(page).nth(0)).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('ArrowDown')
    await expect(results(page).nth(1)).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
    await expectAddress(page, `/transactions?limit=10&destination_id=${vault?.vault_id}`)
    await expect(chip(page, 'To')).toHaveAccessibleName(`To: ${vault?.vault_name}`)
    await expectEveryRow(tableOf(page, 'Transactions'), 'To', vault?.vault_name ?? '')
    await clear()
  })

  await test.step('pasted text is cleaned, said, and stays text', async () => {
    const [vault] = await vaultsOf(page, 'vault_type=cold&limit=1')
    const [one = '', ...rest] = (vault?.vault_name ?? '').split(' ')
    await paste(page, `\u202e ${one}\r\n\t${rest.join('\u00a0')}\u200b\n`)
    await expect(finderField(page)).toHaveValue(vault?.vault_name ?? '')
    await expect(finder(page)).toContainText('hidden characters U+202E, U+200B')
    await results(page).filter({ hasText: /^From/ }).click()
    await expectAddress(page, `/transactions?limit=10&source_id=${vault?.vault_id}`)

    await paste(page, '<img/src=x/onerror=alert(1)>')
    await page.keyboard.press('Enter')
    await expect(finder(page)).toContainText('Nothing found.')
  })
})

test('fields of filters read what is pasted, and refuse what they cannot read @all', async ({ page }) => {
  await openList(page)
  const [sent] = await transactionsOf(page, 'limit=1&transaction_type=withdraw&network_id=ETH')
  const address = sent?.transaction.source.source_address ?? ''
  await openFilters(page)
  const entry = page.getByRole('textbox', { name: 'From address' })
  await entry.focus()
  await pasteText(page, 'no address at all')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(entry).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByText('None of these words looks like an address.')).toBeVisible()
  await entry.focus()
  await page.keyboard.press('ControlOrMeta+a')
  await pasteText(page, `From eth:\u200b${address}.`)
  await expect(entry).toHaveValue(address)
  await expect(page.getByText('hidden character U+200B')).toBeVisible()
  await page.keyboard.press('Enter')
  await expectAddress(page, `/transactions?limit=10&source_address=${address}`)
})

test('what is entered while the records are read opens by itself once it is found @all', async ({ page }) => {
  await openList(page)
  const [far] = (await transactionsOf(page, 'limit=50&offset=1100')).filter(
    ({ transaction }) => transaction.txn_hash !== '',
  )
  await find(page, far?.transaction.txn_hash ?? '')
  await expect(finder(page)).toContainText('Transactions were not searched by hash')
  await page.keyboard.press('Escape')
  await page
    .getByRole('region', { name: 'Records' })
    .getByRole('button', { name: 'Read all records' })
    .click()
  await find(page, far?.transaction.txn_hash ?? '')
  await expect(finder(page)).toContainText(/Searching(…|, \d+%)/)
  await expect(finder(page)).not.toContainText('Nothing found')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`tx=${far?.transaction_id}`), { timeout: 60_000 })
  await find(page, `${far?.transaction.txn_hash}0`)
  await expect(finder(page)).toContainText(/Nothing found among [\d,]+ transactions/)
})

test('keeps what is typed and entered before it has anything to show @all', async ({ page }) => {
  const [vault] = await vaultsOf(page, 'limit=1')
  if (!vault) throw new Error('the demonstration has no vault')
  const releaseList = await hold(page, /FinderResults.*\.js$/)
  const releaseVaults = await hold(page, /\/api\/vaults/)
  await page.goto('/whitelists?limit=5')
  await expect(rowLinks(tableOf(page, 'Whitelists')).first()).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.press('Enter')
  await page.keyboard.type(vault.vault_name)
  await page.keyboard.press('Enter')
  await expect(finderField(page)).toHaveValue(vault.vault_name)
  releaseList()
  await expect(finder(page).getByText('Still reading vaults.')).toBeVisible()
  releaseVaults()
  await expectAddress(page, `/vaults/${vault.vault_id}`)
})

test('is accessible with results and without, on a desk and on a phone @all', async ({ page }) => {
  await openList(page)
  await find(page, 'treasury')
  await expect(finder(page).getByRole('group', { name: 'Vaults' })).toBeVisible()
  await expectAccessible(page, 'the finder with results')
  await page.setViewportSize({ width: 390, height: 740 })
  await expectNoSidewaysScroll(page, 'the finder on a phone')
  await finderField(page).fill('ab'.repeat(32))
  await expect(finder(page)).toContainText('Transactions were not searched')
  await expectAccessible(page, 'the finder with a hash that was not read, on a phone')
})

test('what could not be read is named, and the rest is found @all', async ({ page, scripted }) => {
  scripted.script('/vaults', errorBody('ERR-01'))
  await page.goto(`${scripted.console}/balances/cold`)
  // The frame handles events only once the page is drawn.
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Search…' }).click()
  await finderField(page).fill('kraken')
  await expect(finder(page).getByText('Not searched, because it could not be read: vaults.')).toBeVisible()
  await expect(finder(page).getByRole('group', { name: 'Whitelists' })).toBeVisible()
  // A session that came with the console cannot be ended in it.
  await finderField(page).fill('sign out')
  await expect(finder(page).getByRole('option', { name: 'Sign out' })).toHaveCount(0)
})

function results(page: Page) {
  return finder(page)
    .getByRole('group', { name: /^Transactions/ })
    .getByRole('option')
}

async function act(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await finderField(page).fill(words)
  await expect(finder(page).getByRole('group', { name: 'Actions' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(finder(page)).toBeHidden()
}

async function paste(page: Page, text: string): Promise<void> {
  await find(page, '')
  await pasteText(page, text)
}
