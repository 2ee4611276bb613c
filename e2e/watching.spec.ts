/** What is watched is told, wherever one is. */
import { transactionsOf } from './support/api.ts'
import { expect, test } from './support/test.ts'

test('a watched transaction is told in the frame and in the title once it has ended @all', async ({
  page,
}) => {
  const [open] = await transactionsOf('status=pending&limit=1')
  const id = open?.transaction_id ?? ''
  await page.goto(`/transactions/${id}`)
  await expect(page.getByRole('button', { name: 'Watch', exact: true })).toBeVisible()
  await page.keyboard.press('w')
  await expect(page.getByRole('button', { name: 'Watching', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  const line = page.getByRole('button', { name: /^(Watching 1|1 watched)/ })
  await expect(line).toHaveText('Watching 1')

  await page.route(/\/api\/transactions/, async (route) => {
    const answer = await route.fetch()
    const body: unknown = JSON.parse(await answer.text(), (_name, value) =>
      value?.transaction_id === id ? { ...value, status: 'completed' } : value,
    )
    await route.fulfill({ response: answer, json: body })
  })
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(line).toHaveText('1 watched transaction ended', { timeout: 30_000 })
  await expect(page).toHaveTitle(/^\(1 new\) Transaction/)
  await line.click()
  const list = page.getByRole('dialog', { name: 'Watched transactions' })
  await list.getByRole('link', { name: /Completed/ }).click()
  await expect(line).toBeHidden()
  await expect(page).not.toHaveTitle(/new/)
})
