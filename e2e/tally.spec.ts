import type { Page } from 'playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.ts'
import { inWords, transactionsOf, whitelistsOf } from './support/api.ts'
import { filterBy } from './support/filters.ts'
import { crash, errorBody, json, type Script } from './support/scripted-service.ts'
import { expectRow, rowLinks, rows, tableOf } from './support/table.ts'
import { expect, test } from './support/test.ts'
import { goWithin } from './support/within.ts'

test.use({ baseURL: ({ scripted }, use) => use(scripted.console), viewport: { width: 1440, height: 900 } })

const countAll = 'Count and total'
const total = 2300

test('all transactions to a whitelist are counted, and added up exactly by asset, type and status', async ({
  page,
}) => {
  const [whitelist] = await whitelistsOf(page, 'limit=1')
  const filter = `destination_id=${whitelist?.whitelist_id}`
  const all = await transactionsOf(page, `${filter}&limit=999`)
  expect(all.length).toBeGreaterThan(0)
  expect(all.length).toBeLessThan(1000)
  await page.goto(`/whitelists/${whitelist?.whitelist_id}`)
  await page.getByRole('button', { name: countAll }).click()
  const result = page.getByRole('region', { name: 'Count and totals' })
  await expect(result).toContainText(`${all.length} transactions`)
  const totals = tableOf(page, 'Amounts')
  const byStatus = new Map<string, number>()
  for (const { status } of all) byStatus.set(inWords(status), (byStatus.get(inWords(status)) ?? 0) + 1)
  await result.getByText('Status', { exact: true }).and(page.locator('label')).click()
  for (const [Status, count] of byStatus) await expectRow(totals, { Status, Transactions: String(count) })
  await expectAccessible(page, 'a count')
  for (const width of [390, 360]) {
    await page.setViewportSize({ width, height: 800 })
    await expectNoSidewaysScroll(page, `a count at ${width} px`)
  }
})

test('what the filters match is counted under the list, up to an end that the reader is told, and in the books without a request @all', async ({
  page,
  scripted,
}) => {
  const pinned = () =>
    scripted.received.flatMap(({ target }) => {
      const query = new URL(target, 'http://service.invalid').searchParams
      return target.startsWith('/transactions?') && query.get('limit') === '1000'
        ? [query.get('end_date')]
        : []
    })
  // To find the days of the whole demonstration, request by request through the scripted service, takes most of a minute.
  scripted.script('/transactions', (request, response) => {
    request.url = `${request.url}&network_id=BTC`
    scripted.passOn(request, response)
  })
  await page.goto('/transactions?status=failed&limit=25')
  const result = page.getByRole('region', { name: 'Count and totals' })
  await page.getByRole('button', { name: countAll }).click()
  await result.getByText('What this rests on').click()
  await expect(result).toContainText('Recorded up to')
  const [end] = pinned()
  expect(end).toMatch(/^\d{4}-.*Z$/)
  expect(new Set(pinned())).toEqual(new Set([end]))
  await expect(result).toContainText(`Recorded up to ${end}`)

  await test.step('another filter is another count', async () => {
    const all = await transactionsOf(page, 'status=failed&limit=1000')
    await expect(result).toContainText(`${all.length} transactions`)
    await expect(tableOf(page, 'Amounts')).toBeVisible()
    await filterBy(page, 'Status', { Status: 'Rejected' })
    await expect(tableOf(page, 'Amounts')).toHaveCount(0)
    await expect(result.getByRole('button', { name: countAll })).toBeVisible()
    await page.goBack()
    await expect(result).toContainText(`${all.length} transactions`)
  })

  await test.step('months need the books; with them each month leads to its own, and no other filter costs a request', async () => {
    const filter = 'status=completed&start_date=2025-12-10&end_date=2026-01-20'
    await goWithin(page, `/transactions?${filter}&limit=25`)
    await page.getByRole('button', { name: countAll }).click()
    await result.getByText('Month', { exact: true }).click()
    await result.getByRole('button', { name: 'Read the books' }).click()
    const totals = tableOf(page, 'Amounts')
    await expect(totals.getByRole('columnheader', { name: 'Month' })).toBeVisible({ timeout: 30_000 })
    const before = pinned().length
    await result.getByText('Type', { exact: true }).and(page.locator('label')).click()
    const lines = await rows(totals)
    expect([...new Set(lines.map(({ Month }) => Month))]).toEqual(['2026-01', '2025-12'])
    const all = await transactionsOf(page, `${filter}&limit=999`)
    expect(lines.reduce((sum, { Transactions }) => sum + Number(Transactions), 0)).toBe(all.length)
    await expect(tableOf(page, 'Fees')).toBeVisible()
    await expectAccessible(page, 'a count by month')
    const [{ Type = '' } = {}] = lines
    await filterBy(page, 'Type', { Type })
    const { length } = await transactionsOf(
      page,
      `${filter}&transaction_type=${Type.toLowerCase()}&limit=999`,
    )
    await expect(result).toContainText(length === 1 ? '1 transaction' : `${length} transactions`)
    expect(pinned().length).toBe(before)
    await page.setViewportSize({ width: 390, height: 800 })
    await expectNoSidewaysScroll(page, 'a count by month at 390 px')
  })
})

test('a count is held up, stopped and begun again, and ends when its page is left @all', async ({
  page,
  scripted,
}) => {
  const result = page.getByRole('region', { name: 'Count and totals' })
  await test.step('what was stopped is called partial with its reason', async () => {
    let hangs = true
    scripted.script('/transactions', (request, response) => {
      const { offset, limit } = asked(request.url)
      if (limit !== 1000 || offset === 0 || !hangs) list(request, response)
    })
    await page.goto('/transactions?limit=10')
    await page.getByRole('button', { name: countAll }).click()
    await expect(result).toContainText('Counting: 1,000 transactions')
    await result.getByRole('button', { name: 'Stop' }).click()
    await expect(result).toContainText('Partial: 1,000 transactions')
    await expect(result).toContainText('It was stopped before the end.')
    await expectRow(tableOf(page, 'Amounts'), { Transactions: '1000' })
    await expectAccessible(page, 'a part of a count')
    hangs = false
    await result.getByRole('button', { name: 'Count again' }).click()
    await expect(result).toContainText('2,300 transactions')
    await expectRow(tableOf(page, 'Amounts'), { Asset: 'AAA', Transactions: '2300', Amount: '2300.23' })

    scripted.script('/transactions', crash)
    await result.getByRole('button', { name: 'Count again' }).click()
    await expect(result).toContainText('Waiting for the service')
    await expect(result).toContainText('It continues by itself in')
    await result.getByRole('button', { name: 'Stop' }).click()
    await expect(result).toContainText('Partial: 0 transactions')
  })

  await test.step('counting ends when the page is left', async () => {
    scripted.reset()
    const counted = () =>
      scripted.received.filter(
        ({ target }) => target.startsWith('/transactions?') && asked(target).limit === 1000,
      ).length
    let answer: () => void = () => {}
    scripted.script('/transactions', (request, response) => {
      if (asked(request.url).limit !== 1000) list(request, response)
      else answer = () => list(request, response)
    })
    await result.getByRole('button', { name: 'Count again' }).click()
    await expect.poll(counted).toBe(1)
    await page.getByRole('link', { name: 'Vaults' }).click()
    await expect(rowLinks(tableOf(page, 'Vaults')).first()).toBeVisible()
    answer()
    await goThere(page, 'Whitelists')
    await goThere(page, 'Transactions')
    expect(counted()).toBe(1)
  })
})

async function goThere(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name, exact: true }).click()
  await expect(rowLinks(tableOf(page, name)).first()).toBeVisible()
}

/** As many records of one asset, each of 1.0001. */
const records = Array.from({ length: total }, (_, index) => ({
  transaction_id: `t${index}`,
  status: 'completed',
  transaction: { transaction_type: 'deposit', asset_id: 'AAA', network_id: 'N', amount: '1.0001', fee: '0' },
}))

const list: Script = (request, response) => {
  const { offset, limit } = asked(request.url)
  const page = records.slice(offset, offset + limit)
  const answer = page.length > 0 ? json({ transactions: page }) : errorBody('TXN-02')
  answer(request, response)
}

function asked(target = ''): { offset: number; limit: number } {
  const query = new URL(target, 'http://service.invalid').searchParams
  return { offset: Number(query.get('offset') ?? 0), limit: Number(query.get('limit') ?? 200) }
}
