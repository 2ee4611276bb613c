import type { Page } from 'playwright/test'
import { inWords, transactionRow, transactionsOf, vaultsOf, whitelistsOf } from './support/api.ts'
import { expectAddress, filterBy, pill } from './support/filters.ts'
import { signIn, startSession } from './support/session.ts'
import { expectEveryRow, expectRows, facts, rowLinks, rows, tableOf } from './support/table.ts'
import { expect, test } from './support/test.ts'

test('every page opened by link without a session leads through sign-in to exactly that link', async ({
  page,
  request,
  baseURL,
}) => {
  await startSession({ request })
  const [transaction] = await transactionsOf({ request }, 'limit=1&offset=700')
  const [vault] = await vaultsOf({ request }, 'limit=1')
  const [whitelist] = await whitelistsOf({ request }, 'whitelist_type=third_party&limit=1')
  const links = [
    ['/transactions?status=completed&asset_id=BTC&limit=25&offset=25', 'Transactions'],
    [`/transactions?tx=${transaction?.transaction_id}`, 'Transactions'],
    [`/transactions/${transaction?.transaction_id}`, 'Transaction'],
    [
      '/transactions?transaction_type=change+pool&start_date=2020-01-01T00%3A00%3A00%2B02%3A00',
      'Transactions',
    ],
    ['/balances', 'Balances'],
    ['/balances/cold?asset_id=ETH', 'Balances'],
    ['/vaults?vault_type=cold', 'Vaults'],
    [`/vaults/${vault?.vault_id}`, vault?.vault_name ?? ''],
    [`/whitelists?whitelist_type=third_party&whitelist=${whitelist?.whitelist_id}`, 'Whitelists'],
    ['/no/such/page?at=all#here', 'No such page'],
  ] as const
  for (const [link, heading] of links)
    await test.step(link, async () => {
      await page.context().clearCookies()
      await page.goto(link)
      await expect(page.getByText('After signing in, you go where your link leads.')).toBeVisible()
      await signIn(page)
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      await expect(page).toHaveURL(`${baseURL}${link}`)
    })
})

test.describe('signed in', () => {
  test.beforeEach(({ page }) => startSession(page))

  test('Back and Forward restore controls and data, step by step', async ({ page }) => {
    test.slow()
    const transactions = tableOf(page, 'Transactions')
    const drawer = page.getByRole('dialog', { name: 'Transaction', exact: true })
    const main = page.getByRole('navigation', { name: 'Main' })
    const pager = page.getByRole('navigation', { name: 'Pages of transactions' })
    // The address comes first; until the page's own part of the console is there, the page before stays.
    const goTo = async (name: string) => {
      await main.getByRole('link', { name }).click()
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    }
    const steps: readonly (() => Promise<unknown>)[] = [
      () => page.goto('/transactions'),
      () => filterBy(page, 'Status', { Status: 'Completed' }),
      () => filterBy(page, 'Asset', { Asset: 'ETH' }),
      () => pager.getByRole('combobox', { name: 'Per page' }).selectOption('25'),
      () => pager.getByRole('link', { name: 'Next' }).click(),
      () => rowLinks(transactions).nth(2).click(),
      () => page.keyboard.press('Escape'),
      () => page.getByRole('button', { name: 'Clear Status' }).click(),
      () => goTo('Balances'),
      () => page.getByRole('link', { name: 'Cold', exact: true }).click(),
      () => goTo('Vaults'),
      () => goTo('Whitelists'),
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
    for (let step = 1; step < steps.length; step += 1) {
      await page.goForward()
      await expect.poll(() => whatIsSeen(page), `forward at step ${step}`).toEqual(seen[step])
    }
  })

  test('a changed filter goes to the first page in one history entry', async ({ page }) => {
    await page.goto('/transactions?limit=25&offset=50')
    await filterBy(page, 'Status', { Status: 'Completed' })
    await expectAddress(page, '/transactions?status=completed&limit=25')
    await page.goBack()
    await expectAddress(page, '/transactions?limit=25&offset=50')
    await expect(pill(page, 'Status')).toHaveText('Status')
    await expectRows(
      tableOf(page, 'Transactions'),
      (await transactionsOf(page, 'limit=25&offset=50')).map(transactionRow),
    )
  })

  const unusable = [
    ['no_such=thing', 'no_such=thing is not a parameter of this page.'],
    ['status=', 'status has no value.'],
    ['limit=0', 'limit=0 is not a whole number'],
    ['limit=1001', 'limit=1001 is not a whole number'],
    ['offset=-1', 'offset=-1 is not a whole number'],
  ] as const
  test('what a link asks for and the page does not know is named, not dropped', async ({ page }) => {
    for (const [query, words] of unusable)
      await test.step(query, async () => {
        await page.goto(`/transactions?${query}`)
        const notice = page.getByRole('status').filter({ hasText: 'Part of this link could not be used' })
        await expect(notice).toContainText(words)
        await expect(rowLinks(tableOf(page, 'Transactions'))).toHaveCount(50)
        await notice.getByRole('button', { name: 'Remove from the link' }).click()
        await expectAddress(page, '/transactions')
        await expect(notice).toBeHidden()
      })
  })

  test('of a repeated parameter the first counts, and the second is named', async ({ page }) => {
    await page.goto('/transactions?status=completed&status=failed')
    await expect(page.getByText('status=failed appears more than once. The first one counts.')).toBeVisible()
    await expectEveryRow(tableOf(page, 'Transactions'), 'Status', 'Completed')
    await expect(pill(page, 'Status')).toHaveText(/Completed.*\(refused\)/)
  })

  test('a value that the service refuses is kept, marked in its control, and named in the banner', async ({
    page,
  }) => {
    await page.goto('/transactions?status=nonsense')
    const banner = page.getByRole('status').filter({ hasText: 'There is no such status' })
    await expect(banner).toContainText('TXN-01')
    await expect(banner).toContainText('GET /transactions?limit=51&offset=0&status=nonsense')
    await expect(pill(page, 'Status')).toHaveText('Status:nonsense (refused)')
    await pill(page, 'Status').click()
    const control = page.getByRole('dialog', { name: 'Status' }).getByRole('listbox', { name: 'Status' })
    await expect(control.getByRole('option', { selected: true })).toHaveText('nonsense')
    await expect(control).toHaveAccessibleDescription('The service refuses this value.')
    await expect(control).toHaveAttribute('aria-invalid', 'true')
    await page.keyboard.press('Escape')
    await banner.getByRole('button', { name: 'Clear filters' }).click()
    await expectAddress(page, '/transactions')
    await expect(rowLinks(tableOf(page, 'Transactions'))).toHaveCount(50)
  })

  for (const query of [
    'start_date=2026-13-45',
    'end_date=yesterday',
    'start_date=2026-11-01T10:00:00',
    'start_date=2026-02-01&end_date=2026-01-01',
  ])
    test(`a wrong date is refused, kept and marked: ${query}`, async ({ page }) => {
      await page.goto(`/transactions?${query}`)
      const banner = page.getByRole('status').filter({ hasText: 'The date range is not valid' })
      await expect(banner).toContainText('TXN-03')
      await expect(pill(page, 'Date')).toHaveText(/\(refused\)$/)
      await expect(pill(page, 'Date')).toContainText(new URLSearchParams(query).values().next().value ?? '')
      await expect(pill(page, 'Status')).toHaveText('Status')
      await expectAddress(page, `/transactions?${query}`)
    })

  test('both spellings of the change of a pool are the same filter', async ({ page }) => {
    await page.goto('/transactions?transaction_type=changepool')
    await expectEveryRow(tableOf(page, 'Transactions'), 'Type', 'Change pool')
    await expect(pill(page, 'Type')).toHaveText('Type:Change pool')
  })

  test('a page past the end says so, and leads to the first page with the same filter', async ({ page }) => {
    await page.goto('/transactions?status=completed&limit=25&offset=100000')
    await expect(page.getByRole('status').filter({ hasText: 'past the end of the list' })).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await page.getByRole('link', { name: 'Go to the first page' }).click()
    await expectAddress(page, '/transactions?status=completed&limit=25')
    await expectEveryRow(tableOf(page, 'Transactions'), 'Status', 'Completed')
  })

  test('a link to a transaction that is not on the page opens it beside the list', async ({ page }) => {
    const [far] = await transactionsOf(page, 'limit=1&offset=1234')
    await page.goto(`/transactions?tx=${far?.transaction_id}`)
    const drawer = page.getByRole('dialog', { name: 'Transaction', exact: true })
    await expect.poll(() => facts(drawer)).toContainEqual(['Transaction id', far?.transaction_id])
    await expect(rowLinks(tableOf(page, 'Transactions'))).toHaveCount(50)
    await expect(drawer.getByRole('button', { name: 'Next transaction' })).toBeDisabled()
  })

  test('a link to an unknown transaction says so in the drawer, and the list stays', async ({ page }) => {
    await page.goto('/transactions?status=completed&tx=no-such-id')
    const drawer = page.getByRole('dialog', { name: 'Transaction', exact: true })
    await expect(drawer.getByRole('status').filter({ hasText: 'TXN-04' })).toContainText(
      'There is no such transaction',
    )
    await expectEveryRow(tableOf(page, 'Transactions'), 'Status', 'Completed')
    await page.keyboard.press('Escape')
    await expectAddress(page, '/transactions?status=completed')
  })

  test('a link to an unknown whitelist says so in the drawer, and the list stays', async ({ page }) => {
    await page.goto('/whitelists?whitelist=no-such-id')
    await expect(page.getByRole('dialog', { name: 'Whitelist' })).toContainText('No whitelist has this id')
    await expect(rowLinks(tableOf(page, 'Whitelists')).first()).toBeVisible()
  })

  test('an unknown page says so and leads on', async ({ page }) => {
    await page.goto('/transactionz')
    await expect(page.getByRole('heading', { level: 1, name: 'No such page' })).toBeVisible()
    await expect(page.getByRole('main')).toContainText('/transactionz')
    await page.getByRole('link', { name: 'Go to the transactions' }).click()
    await expectAddress(page, '/transactions')
  })

  const oddIds = [
    ['%2F', 'GTW-05'],
    ['a%2Fb', 'GTW-05'],
    ['a;b', 'GTW-05'],
    ['%E2%82%AC%F0%9F%8E%89', 'TXN-04'],
    ['%3Cscript%3E', 'TXN-04'],
    ['a%3Fb%23c', 'TXN-04'],
    ['%2525', 'TXN-04'],
    ['..%2Fbalances', 'GTW-05'],
  ] as const
  test('odd ids are asked for as they are, and climb nowhere', async ({ page }) => {
    for (const [id, code] of oddIds)
      await test.step(id, async () => {
        await page.goto(`/transactions/${id}`)
        await expect(page.getByRole('main')).toContainText(code)
      })
  })

  test('a link with broken percent-encoding opens the console too', async ({ page }) => {
    for (const id of ['%', '%ff', '%E2%82'])
      await test.step(id, async () => {
        await page.goto(`/transactions/${id}`)
        await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
        await expect(page.getByRole('main')).toContainText('TXN-04')
      })
  })

  test('hostile text in a link is shown as text, with what is hidden in it made visible', async ({
    page,
  }) => {
    const script = '<img src=x onerror=alert(1)><script>alert(2)</script>'
    await page.goto(`/transactions?${new URLSearchParams({ asset_id: script, [script]: 'x' })}`)
    await expect(pill(page, 'Asset')).toHaveText(`Asset:${script}`)
    await expect(page.getByText(`${script}=x`, { exact: true })).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: 'No transactions match' })).toBeVisible()
    await expect(page.getByRole('main').getByRole('img')).toHaveCount(0)

    await page.goto('/transactions?asset_id=%E2%80%AECTB%E2%80%8B&network_id=%00')
    await expect(pill(page, 'Asset')).toHaveText('Asset:U+202ECTBU+200B')
    await expect(pill(page, 'Network')).toHaveText(/^Network:U\+0000/)
    await expect(page.getByText('The service did not accept a parameter')).toBeVisible()
  })
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

/** What a reader sees of a list page: where it is, what its controls say, which rows it has, what is open. */
async function whatIsSeen(page: Page) {
  const table = page.getByRole('table')
  const drawer = page.getByRole('dialog', { name: 'Transaction', exact: true })
  return {
    address: page.url(),
    title: await page.getByRole('heading', { level: 1 }).textContent(),
    filters: await page.getByRole('search').getByRole('button').allTextContents(),
    pageSize: await page.getByRole('combobox', { name: 'Per page' }).evaluateAll(values),
    // Dates, and whose an address is, may become known meanwhile: they are no part of what Back restores.
    rows:
      (await table.count()) === 1 ? (await rows(table)).map(({ Date: _, From, To, ...cells }) => cells) : [],
    open:
      (await drawer.count()) === 1
        ? (await facts(drawer)).filter(([term]) => term === 'Transaction id')
        : null,
  }
}

function values(controls: Element[]): string[] {
  return controls.map((control) => (control instanceof HTMLSelectElement ? control.value : ''))
}
