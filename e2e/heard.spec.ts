import { type TransactionItem, transactionsOf } from './support/api.ts'
import { filterBy, listen } from './support/page.ts'
import { json } from './support/scripted-service.ts'
import { rowLinks, tableOf } from './support/table.ts'
import { expect, type ScriptedConsole, test } from './support/test.ts'

test.use({ baseURL: ({ scripted }, use) => use(scripted.console) })

test('a turned page, a chosen filter and a refresh by hand are told once their rows are there', async ({
  page,
  scripted,
}) => {
  const announced = await listen(page)
  await page.goto('/transactions?limit=10')
  const table = tableOf(page, 'Transactions')
  await expect(rowLinks(table)).toHaveCount(10)
  expect(await announced()).toEqual([])
  await page.getByRole('link', { name: 'Next' }).click()
  await expect.poll(announced).toEqual(['11–20 of more than 20 transactions.'])
  await expect(page.getByRole('link', { name: 'Next' })).toBeFocused()

  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  const refreshed = expect.stringMatching(/^Refreshed, as of \d\d:\d\d:\d\d UTC\.$/)
  await expect.poll(async () => (await announced()).slice(1)).toEqual([refreshed])
  await rowLinks(table).first().click()
  await expect(page.getByRole('dialog', { name: 'Transaction', exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Previous' }).click()
  await expect.poll(async () => (await announced()).slice(2)).toEqual(['1–10 of more than 10 transactions.'])

  scripted.script('/transactions', json({ transactions: [] }))
  await filterBy(page, { Status: 'Failed' })
  await expect.poll(async () => (await announced()).slice(3)).toEqual(['No transactions match.'])
})

test('leafing through records tells each that comes, with its status @all', async ({ page }) => {
  const items = await transactionsOf(page, 'limit=10')
  const announced = await listen(page)
  await page.goto('/transactions?limit=10')
  await rowLinks(tableOf(page, 'Transactions')).nth(7).click()
  const drawer = page.getByRole('dialog', { name: 'Transaction', exact: true })
  await expect(drawer).toContainText(items[7]?.transaction_id ?? '')
  expect(await announced()).toEqual([])
  for (const index of [8, 9]) {
    await page.keyboard.press(']')
    await expect.poll(async () => (await announced()).at(-1)).toBe(announcementOf(items[index]))
  }
  await page.keyboard.press('[')
  await expect.poll(async () => (await announced()).slice(2)).toEqual([announcementOf(items[8])])
})

test('a record that was opened by its link and changes is marked, and told @all', async ({
  page,
  scripted,
}) => {
  await page.clock.install()
  const [item] = await transactionsOf(page, 'limit=1&status=completed')
  if (!item) throw new Error('the demonstration has completed transactions')
  const announced = await listen(page)
  const mark = page.getByText('Changed since you opened it')
  for (const link of [
    `/transactions?status=failed&tx=${item.transaction_id}`,
    `/transactions/${item.transaction_id}`,
  ])
    await test.step(link, async () => {
      alone(scripted, item, 'confirming')
      await page.goto(link)
      await expect(page.getByText('Confirming').first()).toBeVisible()
      await expect(mark).toBeHidden()
      alone(scripted, item, 'completed')
      await page.clock.fastForward(31_000)
      await expect(mark).toBeVisible()
      await expect.poll(announced).toEqual([`${inShort(item)}: Completed.`])
    })
})

function alone(scripted: ScriptedConsole, item: TransactionItem, status: string): void {
  scripted.script(`/transactions/${item.transaction_id}`, json({ transactions: [{ ...item, status }] }))
}

function announcementOf(item: TransactionItem | undefined): string {
  if (!item) throw new Error('the demonstration has more transactions')
  return `${inShort(item)}, ${item.status.charAt(0).toUpperCase()}${item.status.slice(1)}.`
}

function inShort({ transaction: { transaction_type: type, amount, asset_id } }: TransactionItem): string {
  return `${type.charAt(0).toUpperCase()}${type.slice(1)} ${amount} ${asset_id}`
}
