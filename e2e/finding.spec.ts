import type { Locator, Page } from 'playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.ts'
import {
  type TransactionItem,
  transactionRow,
  transactionsOf,
  vaultsOf,
  whitelistsOf,
} from './support/api.ts'
import { expectAddress, filterBy, pill } from './support/filters.ts'
import { errorBody } from './support/scripted-service.ts'
import { startSession } from './support/session.ts'
import { expectEveryRow, expectRows, facts, rowLinks, tableOf } from './support/table.ts'
import { expect, test } from './support/test.ts'

test.beforeEach(({ page }) => startSession(page))

test.describe('one field finds anything', () => {
  test('a name that can stand at both ends is asked about, and chosen by keyboard', async ({ page }) => {
    const [vault] = await vaultsOf(page, 'vault_type=warm&limit=1')
    await openList(page)
    await page.keyboard.press('/')
    await expect(findField(page)).toBeFocused()
    await page.keyboard.type(vault?.vault_name.toUpperCase() ?? '')
    await page.keyboard.press('Enter')
    await expect(results(page)).toHaveText([/^Source/, /^Destination/])
    await expectAddress(page, '/transactions')
    await page.keyboard.press('ArrowDown')
    await expect(results(page).nth(1)).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
    await expectAddress(page, `/transactions?destination_id=${vault?.vault_id}`)
    await expect(findField(page)).toHaveValue('')
    await expect(pill(page, 'Destination')).toHaveAccessibleName(`Destination: ${vault?.vault_name}`)
    await expectEveryRow(tableOf(page, 'Transactions'), 'To', vault?.vault_name ?? '')
  })

  test('a whitelist can be the source too: it is asked about, and its pill says its name', async ({
    page,
  }) => {
    const deposits = await transactionsOf(page, 'transaction_type=deposit&limit=200')
    const deposit = deposits.find(({ transaction }) => transaction.source.source_type === 'whitelist')
    const { source_id = '', source_name = '' } = deposit?.transaction.source ?? {}
    await openList(page)
    await findField(page).fill(source_name)
    await findField(page).press('Enter')
    await expect(results(page)).toHaveText([/^Source/, /^Destination/])
    await expect(results(page).first()).toHaveAttribute('aria-selected', 'true')
    await expectAddress(page, '/transactions')
    await findField(page).press('Enter')
    await expectAddress(page, `/transactions?source_id=${source_id}`)
    await expect(pill(page, 'Source')).toHaveAccessibleName(`Source: ${source_name}`)
    await expectEveryRow(tableOf(page, 'Transactions'), 'From', source_name)
  })

  test('what can mean one thing only is applied at Enter', async ({ page }) => {
    const [far] = await transactionsOf(page, 'limit=1&offset=900')
    const means = [
      ['usdc_eth', 'asset_id=USDC_ETH'],
      ['Arbitrum One', 'network_id=ARB'],
      ['pending', 'status=pending'],
      ['changepool', 'transaction_type=change pool'],
      ['2026-02', 'start_date=2026-02-01&end_date=2026-02-28'],
      [` ${far?.transaction_id} `, `transaction_id=${far?.transaction_id}`],
    ] as const
    await openList(page)
    for (const [text, query] of means)
      await test.step(text, async () => {
        await findField(page).fill(text)
        await findField(page).press('Enter')
        await expectAddress(page, `/transactions?${query}`)
        await page.getByRole('button', { name: 'Clear all' }).click()
        await expectAddress(page, '/transactions')
      })
  })

  test('an id that was read opens its transaction; one that was not is looked for without other filters', async ({
    page,
  }) => {
    const [first] = await transactionsOf(page, 'status=completed&limit=1')
    // The latest withdrawals are read on every page, for the addresses of the vaults that they tell.
    const far = (await transactionsOf(page, 'status=failed&limit=200')).find(
      ({ transaction }) => transaction.transaction_type !== 'withdraw',
    )
    expect(far).toBeDefined()
    await openList(page, '?status=completed')
    await findField(page).fill(first?.transaction_id ?? '')
    await findField(page).press('Enter')
    await expectAddress(page, `/transactions?status=completed&tx=${first?.transaction_id}`)
    await page.keyboard.press('Escape')
    await findField(page).fill(far?.transaction_id ?? '')
    await findField(page).press('Enter')
    await expectAddress(page, `/transactions?transaction_id=${far?.transaction_id}`)
    if (far) await expectRows(tableOf(page, 'Transactions'), [transactionRow(far)])
  })

  test('an address is asked about, and says whose it is', async ({ page }) => {
    const whitelists = await whitelistsOf(page, 'limit=50')
    const [withdrawal] = await transactionsOf(page, 'transaction_type=withdraw&status=completed&limit=1')
    const destination = withdrawal?.transaction.destination
    const owner = whitelists.find(({ whitelist_id }) => whitelist_id === destination?.destination_id)
    await openList(page)
    await findField(page).fill(destination?.destination_address ?? '')
    await expect(results(page).first()).toContainText(owner?.whitelist_name ?? '')
    await results(page).filter({ hasText: 'Destination address' }).click()
    await expectAddress(page, `/transactions?destination_address=${destination?.destination_address}`)
    await expect(
      pill(page, 'Destination address').getByTitle(destination?.destination_address ?? ''),
    ).toBeVisible()

    await openList(page)
    const unheardOf = '0x00000000000000000000000000000000DeaDBeef'
    await findField(page).fill(unheardOf)
    await results(page).filter({ hasText: 'Source address' }).click()
    await expectAddress(page, `/transactions?source_address=${unheardOf}`)
  })

  test('a hash is looked for in what has been read, and the page says so', async ({ page }) => {
    const hashed = (records: TransactionItem[]) =>
      records.find(({ transaction }) => transaction.txn_hash !== '')
    const near = hashed(await transactionsOf(page, 'limit=50'))
    const far = hashed(await transactionsOf(page, 'limit=50&offset=1200'))
    await openList(page)
    await findField(page).fill(near?.transaction.txn_hash ?? '')
    await findField(page).press('Enter')
    await expectAddress(page, `/transactions?tx=${near?.transaction_id}`)
    const drawer = page.getByRole('dialog', { name: 'Transaction', exact: true })
    await expect.poll(() => facts(drawer)).toContainEqual(['Hash', near?.transaction.txn_hash])
    await expect(page.getByRole('search')).toContainText(/Found among the \d+ transactions read in this tab/)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('search')).not.toContainText('Found among')

    await findField(page).fill(far?.transaction.txn_hash ?? '')
    await expect(page.getByRole('search')).toContainText(
      /Not among the \d+ transactions read in this tab, and the service cannot search by hash/,
    )
    await findField(page).press('Enter')
    await expectAddress(page, '/transactions')
    // The first closes what stands under the field, the second clears it.
    await findField(page).press('Escape')
    await expect(findField(page)).toHaveValue(far?.transaction.txn_hash ?? '')
    await findField(page).press('Escape')
    await expect(findField(page)).toHaveValue('')
  })

  test('hostile pasted text is cleaned, said, and stays text', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await openList(page)
    const [vault] = await vaultsOf(page, 'vault_type=cold&limit=1')
    const [one = '', ...rest] = (vault?.vault_name ?? '').split(' ')
    await paste(page, `\u202e ${one}\r\n\t${rest.join('\u00a0')}\u200b\n`)
    await expect(findField(page)).toHaveValue(vault?.vault_name ?? '')
    await expect(page.getByRole('search')).toContainText('hidden characters U+202E, U+200B')
    await results(page).filter({ hasText: 'Source' }).click()
    await expectAddress(page, `/transactions?source_id=${vault?.vault_id}`)
    await expect(page.getByRole('search')).toContainText('hidden characters U+202E, U+200B')

    const script = '<img/src=x/onerror=alert(1)>'
    await paste(page, script)
    await findField(page).press('Enter')
    await expectAddress(page, `/transactions?transaction_id=${encodeURIComponent(script)}`)
    await expect(pill(page, 'Transaction id').getByTitle(script)).toBeVisible()
    await expect(page.getByRole('main').getByRole('img')).toHaveCount(0)

    await paste(page, 'x'.repeat(10_000))
    await expect(page.getByRole('search')).toContainText('Nothing found.')
  })

  test('names that cannot be read are said to be missing', async ({ page, scripted }) => {
    scripted.script('/vaults', errorBody('ERR-01'))
    await page.goto(`${scripted.console}/transactions`)
    await findField(page).fill('no such vault')
    await expect(page.getByRole('search')).toContainText('could not be read')
    await expect(page.getByRole('search')).toContainText('vaults')
  })
})

test.describe('filters offer what there is', () => {
  test('source and destination by name, put as an id in the address and shown by name', async ({ page }) => {
    const [vault] = await vaultsOf(page, 'vault_type=cold&limit=1')
    const [whitelist] = await whitelistsOf(page, 'limit=1')
    await openList(page)
    await pill(page, 'Source').click()
    const source = page.getByRole('dialog', { name: 'Source', exact: true })
    await source
      .getByRole('combobox', { name: 'Source' })
      .fill(vault?.vault_name.slice(0, 6).toLowerCase() ?? '')
    await source.getByRole('option', { name: `${vault?.vault_name} cold vault` }).click()
    await expectAddress(page, `/transactions?source_id=${vault?.vault_id}`)
    await expect(pill(page, 'Source')).toHaveAccessibleName(`Source: ${vault?.vault_name}`)
    await expect(pill(page, 'Source').getByTitle(vault?.vault_id ?? '')).toBeVisible()

    await filterBy(page, 'Source', { Source: whitelist?.whitelist_name ?? '' })
    await expectAddress(page, `/transactions?source_id=${whitelist?.whitelist_id}`)
    await expect(pill(page, 'Source')).toHaveAccessibleName(`Source: ${whitelist?.whitelist_name}`)

    await pill(page, 'Destination').click()
    const destination = page.getByRole('dialog', { name: 'Destination', exact: true })
    await expect(destination.getByRole('option').filter({ hasText: 'warm vault' }).first()).toBeVisible()
    await page.keyboard.type(whitelist?.whitelist_name ?? '')
    await expect(destination.getByRole('option').first()).toHaveAttribute('aria-selected', 'true')
    await expect(destination.getByRole('option').first()).toContainText('whitelist')
    await page.keyboard.press('Enter')
    await expectAddress(
      page,
      `/transactions?source_id=${whitelist?.whitelist_id}&destination_id=${whitelist?.whitelist_id}`,
    )
  })

  test('assets and networks by id and name, and any other text', async ({ page }) => {
    await openList(page)
    await pill(page, 'Asset').click()
    const asset = page.getByRole('dialog', { name: 'Asset', exact: true })
    await asset.getByRole('combobox', { name: 'Asset' }).fill('usd coin')
    await expect(asset.getByRole('option').first()).toContainText('USDC')
    await asset.getByRole('combobox', { name: 'Asset' }).fill(' NOT_HELD ')
    await asset.getByRole('option', { name: '“NOT_HELD” as typed' }).click()
    await expectAddress(page, '/transactions?asset_id=NOT_HELD')

    await filterBy(page, 'Network', { Network: 'ethereum' })
    await expectAddress(page, '/transactions?asset_id=NOT_HELD&network_id=ETH')
    await expect(pill(page, 'Network')).toHaveAccessibleName('Network: Ethereum')
  })

  test('status and type by one click or by the keyboard, the present one marked', async ({ page }) => {
    await openList(page)
    await pill(page, 'Status').focus()
    await page.keyboard.press('Enter')
    const list = page.getByRole('listbox', { name: 'Status' })
    await expect(list).toBeFocused()
    await page.keyboard.press('c')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expectAddress(page, '/transactions?status=completed')
    await expect(pill(page, 'Status')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(list.getByRole('option', { selected: true })).toHaveText('Completed')
    await list.getByRole('option', { name: 'Failed' }).click()
    await expectAddress(page, '/transactions?status=failed')
    await filterBy(page, 'Type', { Type: 'Change pool' })
    await expectAddress(page, '/transactions?status=failed&transaction_type=change pool')
  })

  test('a named range is written as absolute dates', async ({ page }) => {
    await page.clock.setFixedTime('2026-03-15T23:30:00Z')
    await page.goto('/transactions')
    await pill(page, 'Date').click()
    await page.getByRole('button', { name: 'Last month' }).click()
    await expectAddress(page, '/transactions?start_date=2026-02-01&end_date=2026-02-28')
    await expect(pill(page, 'Date')).toHaveAccessibleName('Date: 2026-02-01 – 2026-02-28')
    await pill(page, 'Date').click()
    await expect(page.getByRole('button', { name: 'Last month' })).toHaveAttribute('aria-pressed', 'true')
    await page.getByRole('button', { name: 'Today' }).click()
    await expectAddress(page, '/transactions?start_date=2026-03-15&end_date=2026-03-15')
  })

  test('a range that ends before it starts is said in the form; a link with it is the service’s', async ({
    page,
  }) => {
    await openList(page)
    await pill(page, 'Date').click()
    const layer = page.getByRole('dialog', { name: 'Date', exact: true })
    await layer.getByLabel('From').fill('2026-03-02')
    await layer.getByLabel('To').fill('2026-03-01')
    await layer.getByRole('button', { name: 'Apply' }).click()
    await expect(layer.getByLabel('To')).toBeFocused()
    await expect(layer.getByLabel('To')).toHaveAccessibleDescription('The range ends before it starts.')
    await expectAddress(page, '/transactions')

    await page.goto('/transactions?start_date=2026-03-02T10:00:00Z&end_date=2026-03-01')
    await expect(page.getByText('TXN-03')).toBeVisible()
    await pill(page, 'Date').click()
    await expect(layer.getByLabel('From')).toHaveValue('2026-03-02T10:00:00Z')
    await expect(layer.getByLabel('To')).toHaveAccessibleDescription('The range ends before it starts.')
  })
})

test('each filter is a pill of its own, removable on its own', async ({ page }) => {
  await page.goto(
    '/transactions?status=completed&source_address=a&destination_address=b&start_date=2020-01-01',
  )
  await page.getByRole('button', { name: 'Clear Source address' }).click()
  await expectAddress(page, '/transactions?status=completed&destination_address=b&start_date=2020-01-01')
  await expect(page.getByRole('button', { name: 'More filters' })).toBeFocused()
  await page.getByRole('button', { name: 'Clear Date' }).click()
  await expectAddress(page, '/transactions?status=completed&destination_address=b')
  await expect(pill(page, 'Destination address')).toBeVisible()
  await page.getByRole('button', { name: 'Clear all' }).click()
  await expectAddress(page, '/transactions')
})

test('Back and Forward restore every control', async ({ page }) => {
  const [vault] = await vaultsOf(page, 'vault_type=warm&limit=1')
  const find = async (text: string) => {
    await findField(page).fill(text)
    await findField(page).press('Enter')
  }
  const steps: readonly (() => Promise<unknown>)[] = [
    () => openList(page),
    () => find('confirming'),
    () => filterBy(page, 'Source', { Source: vault?.vault_name ?? '' }),
    () => find('Ethereum'),
    () => page.getByRole('button', { name: 'Clear Status' }).click(),
    () => page.getByRole('button', { name: 'Clear all' }).click(),
  ]
  const seen: string[][] = []
  for (const step of steps) {
    const before = page.url()
    await step()
    await expect(page).not.toHaveURL(before)
    // As many pills are set as the address has filters.
    const clearing = page.getByRole('search').getByRole('button', { name: /^Clear (?!all)/ })
    await expect(clearing).toHaveCount(new URL(page.url()).searchParams.size)
    if (page.url().includes('source_id'))
      await expect(pill(page, 'Source')).toContainText(vault?.vault_name ?? '')
    seen.push(await controls(page))
  }
  for (let step = steps.length - 2; step >= 0; step -= 1) {
    await page.goBack()
    await expect.poll(() => controls(page), `back at step ${step}`).toEqual(seen[step])
  }
  for (let step = 1; step < steps.length; step += 1) {
    await page.goForward()
    await expect.poll(() => controls(page), `forward at step ${step}`).toEqual(seen[step])
  }
})

test('a narrow screen has the field, and all filters in a sheet', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const [vault] = await vaultsOf(page, 'vault_type=warm&limit=1')
  await page.goto('/transactions')
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await sheet.getByRole('button', { name: 'Last year' }).click()
  await sheet.getByLabel('Status').selectOption('completed')
  await sheet.getByRole('combobox', { name: 'Source', exact: true }).fill(vault?.vault_name ?? '')
  await sheet.getByRole('option', { name: vault?.vault_name ?? '' }).click()
  await expect(sheet.getByRole('combobox', { name: 'Source', exact: true })).toHaveValue(
    vault?.vault_name ?? '',
  )
  await sheet.getByLabel('Transaction id').fill('txn_1')
  await sheet.getByRole('button', { name: 'Apply' }).click()
  const year = new Date().getUTCFullYear() - 1
  await expectAddress(
    page,
    `/transactions?transaction_id=txn_1&source_id=${vault?.vault_id}&start_date=${year}-01-01&end_date=${year}-12-31&status=completed`,
  )
  await page.getByRole('button', { name: 'Clear all' }).click()
  await findField(page).fill('failed')
  await findField(page).press('Enter')
  await expectAddress(page, '/transactions?status=failed')
  await expect(page.getByRole('button', { name: 'Filters (1)' })).toBeVisible()
})

test.describe('one Escape closes suggestions and keeps the text', () => {
  test('of the field that finds anything, before it is cleared and before what is open is closed', async ({
    page,
  }) => {
    const [first] = await transactionsOf(page, 'limit=1')
    await openList(page, `?tx=${first?.transaction_id}`)
    const drawer = page.getByRole('dialog', { name: 'Transaction', exact: true })
    await expect(drawer).toBeVisible()
    const field = findField(page)
    await field.focus()
    await page.keyboard.type('eth')
    await expect(results(page).first()).toBeVisible()
    await expect(field).toHaveAttribute('aria-expanded', 'true')
    await page.keyboard.press('Escape')
    await expect(results(page)).toHaveCount(0)
    await expect(field).toHaveAttribute('aria-expanded', 'false')
    await expect(field).toHaveValue('eth')
    await expect(field).toBeFocused()

    // An arrow, or typing on, brings them back.
    await page.keyboard.press('ArrowDown')
    await expect(results(page).first()).toBeVisible()
    await expect(field).toHaveValue('eth')
    await page.keyboard.press('Escape')
    await expect(results(page)).toHaveCount(0)
    await page.keyboard.type('e')
    await expect(field).toHaveAttribute('aria-expanded', 'true')
    await page.keyboard.press('Escape')
    await expect(field).toHaveValue('ethe')

    await page.keyboard.press('Escape')
    await expect(field).toHaveValue('')
    await expect(drawer).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()
    await expectAddress(page, '/transactions')
  })

  test('of a field in the sheet of filters, before the sheet is closed', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await openList(page)
    await page.getByRole('button', { name: 'Filters', exact: true }).press('Enter')
    const sheet = page.getByRole('dialog', { name: 'Filters' })
    const field = sheet.getByRole('combobox', { name: 'Network' })
    await field.focus()
    await page.keyboard.type('ether')
    await expect(sheet.getByRole('option', { name: 'Ethereum' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(sheet.getByRole('option', { name: 'Ethereum' })).toHaveCount(0)
    await expect(field).toHaveAttribute('aria-expanded', 'false')
    await expect(field).toHaveValue('ether')
    await page.keyboard.press('ArrowDown')
    await expect(sheet.getByRole('option', { name: 'Ethereum' })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(sheet).toBeHidden()
    await expectAddress(page, '/transactions')
  })

  test('of a field on a page', async ({ page }) => {
    await page.goto('/check')
    const field = page.getByRole('combobox', { name: 'Network' })
    const suggestions = page.getByRole('listbox', { name: 'Network: suggestions' })
    await field.focus()
    await page.keyboard.type('eth')
    await expect(suggestions.getByRole('option').first()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(suggestions).toBeHidden()
    await expect(field).toHaveValue('eth')
    await expect(field).toBeFocused()
    await field.click()
    await expect(suggestions).toBeVisible()
  })
})

test('every layer of finding has no accessibility finding', async ({ page }) => {
  test.slow()
  const [vault] = await vaultsOf(page, 'limit=1')
  await openList(page, '?limit=5')
  await findField(page).fill(vault?.vault_name ?? '')
  await findField(page).press('ArrowDown')
  await expectAccessible(page, 'several results')
  await findField(page).fill('ab'.repeat(32))
  await expect(page.getByRole('search')).toContainText('Not among')
  await expectAccessible(page, 'a hash that was not read')
  await findField(page).fill('nothing is called so')
  await expectAccessible(page, 'no result')
  await findField(page).fill('')
  for (const label of ['Asset', 'Date', 'More filters']) {
    await pill(page, label).click()
    await expect(page.getByRole('dialog', { name: label, exact: true })).toBeVisible()
    if (label === 'Asset') await expect(page.getByRole('option', { name: 'BTC Bitcoin' })).toBeVisible()
    await expectAccessible(page, label)
    await page.keyboard.press('Escape')
  }
  await page.setViewportSize({ width: 390, height: 800 })
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Filters' }).getByLabel('Status')).toBeVisible()
  await expectAccessible(page, 'the sheet of filters')
  await expectNoSidewaysScroll(page, 'the sheet of filters')
})

async function openList(page: Page, query = ''): Promise<void> {
  await page.goto(`/transactions${query}`)
  await expect(rowLinks(tableOf(page, 'Transactions')).first()).toBeVisible()
}

function findField(page: Page): Locator {
  return page.getByRole('combobox', { name: 'Find', exact: true })
}

function results(page: Page): Locator {
  return page.getByRole('listbox', { name: 'Results' }).getByRole('option')
}

async function paste(page: Page, text: string): Promise<void> {
  await findField(page).fill('')
  await page.evaluate((pasted) => navigator.clipboard.writeText(pasted), text)
  await findField(page).press('ControlOrMeta+v')
}

async function controls(page: Page): Promise<string[]> {
  return page.getByRole('search').getByRole('button').allTextContents()
}
