import type { IncomingMessage } from 'node:http'
import { expectAccessible } from './support/accessibility.ts'
import { balancesOf, transactionsOf } from './support/api.ts'
import { errorBody, json } from './support/scripted-service.ts'
import { startSession } from './support/session.ts'
import { compact } from './support/table.ts'
import { expect, test, testWithBooks } from './support/test.ts'

test('what the overview tells is what the API has, exact, and each leads to where it comes from', async ({
  page,
}) => {
  await startSession(page)
  await page.goto('/')
  await test.step('balances', async () => {
    const balances = await balancesOf(page, '')
    const links = page
      .getByRole('region', { name: /^Balances/ })
      .getByRole('listitem')
      .getByRole('link')
    await expect(links).toHaveCount(12)
    const shown = await links.evaluateAll((all) =>
      all.map((link) => ({ href: link.getAttribute('href'), text: link.textContent })),
    )
    // Numbers serve only to order what differs in its first digits.
    const bySize = balances.toSorted(
      (one, other) => Number(other.balances.total_balance) - Number(one.balances.total_balance),
    )
    for (const [index, { asset_id, network_id, balances: amounts }] of bySize.slice(0, 12).entries()) {
      expect(shown[index]?.href).toBe(`/balances?${new URLSearchParams({ asset_id, network_id })}`)
      expect(compact(shown[index]?.text ?? '')).toContain(amounts.total_balance)
    }
    await expect(page.getByRole('link', { name: `All ${balances.length} balances` })).toHaveAttribute(
      'href',
      '/balances',
    )
  })

  await test.step('axe finds nothing', () => expectAccessible(page, 'overview'))

  await test.step('what needs the books says so in one line', async () => {
    await expect(page.getByRole('region', { name: 'Activity' })).toContainText(
      'This summary needs the books: every record of this account, read together.',
    )
  })

  await test.step('counts', async () => {
    const section = page.getByRole('region', { name: 'Transactions' })
    for (const status of ['pending', 'processing', 'confirming']) {
      const counted = await transactionsOf(page, `status=${status}&limit=101`)
      const shown = counted.length > 100 ? '100+' : String(counted.length)
      const link = section.getByRole('link', {
        name: new RegExp(`^${shown.replace('+', '\\+')}\\s*${status}`, 'i'),
      })
      await expect(link).toHaveAttribute('href', `/transactions?status=${status}`)
    }
    await expect(section.getByText('None older than 7 days')).toHaveCount(3)
    await section.getByRole('link', { name: /failed/i }).click()
    await expect(page).toHaveURL(/\/transactions\?start_date=\d{4}-\d{2}-\d{2}&status=failed$/)
  })
})

test('what is in flight for more than a week is counted, and leads to its list', async ({
  page,
  scripted,
}) => {
  scripted.script('/transactions', (request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://service.invalid')
    const end = searchParams.get('end_date')
    const isOld = end !== null
    const isStuck = searchParams.get('status') === 'pending' && end !== '2000-01-01'
    const answer = isStuck
      ? json({ transactions: [{ transaction_id: 't1', status: 'pending' }] })
      : errorBody('TXN-02')
    return isOld ? answer(request, response) : scripted.passOn(request, response)
  })
  await page.goto(scripted.console)
  const section = page.getByRole('region', { name: 'Transactions' })
  const stuck = section.getByRole('link', { name: '1 older than 7 days' })
  await expect(stuck).toHaveAttribute('href', /^\/transactions\?end_date=\d{4}-\d\d-\d\d&status=pending$/)
  await expect(section.getByText('None older than 7 days')).toHaveCount(2)
})

test('what cannot be read is no zero: the failure is told, and the rest stays @all', async ({
  page,
  scripted,
}) => {
  scripted.script('/transactions', errorBody('ERR-01'))
  await page.goto(scripted.console)
  await expect(page.getByRole('alert')).toContainText('ERR-01')
  await expect(page.getByRole('region', { name: 'Transactions' }).getByRole('link').first()).toContainText(
    '–',
  )
  await expect(
    page
      .getByRole('region', { name: /^Balances/ })
      .getByRole('link')
      .first(),
  ).toBeVisible()
})

test('nothing is counted by dates or statuses that the service ignores @all', async ({ page, scripted }) => {
  scripted.script('/transactions', json({ transactions: [{ transaction_id: 't1', status: 'pending' }] }))
  await page.goto(scripted.console)
  const section = page.getByRole('region', { name: 'Transactions' })
  await expect(section.getByText('The service does not filter these by date')).toHaveCount(5)
  await expect(section.getByRole('listitem')).toHaveText([
    /^1Pending/,
    /^–Processing/,
    /^–Confirming/,
    /^–Failed/,
    /^–Rejected/,
  ])
})

test('nothing is counted by dates that the service heeds only by themselves', async ({ page, scripted }) => {
  scripted.script('/transactions', (request, response) => {
    const status = statusOf(request)
    const hasStatus = status === 'pending' || status === 'failed'
    const answer = hasStatus
      ? json({ transactions: [{ transaction_id: 't1', status }] })
      : errorBody('TXN-02')
    return answer(request, response)
  })
  await page.goto(scripted.console)
  const section = page.getByRole('region', { name: 'Transactions' })
  await expect(section.getByRole('listitem')).toHaveText([
    /^1PendingThe service does not filter these by date/,
    /^0ProcessingNone older than 7 days/,
    /^0ConfirmingNone older than 7 days/,
    /^–FailedThe service does not filter these by date/,
    /^0RejectedLast 7 days/,
  ])
})

test('what failed today is counted where the service ends at midnight', async ({ page, scripted }) => {
  scripted.script('/transactions', (request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://service.invalid')
    const today = new Date().toISOString().slice(0, 10)
    const isListed =
      statusOf(request) === 'failed' &&
      (searchParams.get('start_date') ?? '') <= today &&
      (searchParams.get('end_date') ?? '9') > today
    const answer = isListed
      ? json({ transactions: [{ transaction_id: 't1', status: 'failed' }] })
      : errorBody('TXN-02')
    return answer(request, response)
  })
  await page.goto(scripted.console)
  const section = page.getByRole('region', { name: 'Transactions' })
  await expect(section.getByRole('listitem').filter({ hasText: 'Failed' })).toHaveText(/^1FailedLast 7 days/)
})

testWithBooks(
  'each number about what is stuck or failed leads to a list of as many @all',
  async ({ page }) => {
    await page.goto('/')
    const assurance = page.getByRole('region', { name: 'Assurance' })
    await expect(assurance.getByRole('listitem').filter({ hasText: 'Failures' })).toContainText(
      '7 days before',
    )
    const links = await assurance
      .getByRole('link', { name: /^[\d,]+ [a-z]+$/ })
      .evaluateAll((all) => all.map((link) => [link.textContent, link.getAttribute('href')] as const))
    expect(links.length).toBeGreaterThan(0)
    for (const [text = '', href] of links) {
      const listed = await transactionsOf(page, `limit=1000&${href?.split('?')[1]}`)
      expect(text).toBe(`${listed.length} ${listed[0]?.status}`)
    }
  },
)

function statusOf({ url }: IncomingMessage): string | null {
  return new URL(url ?? '', 'http://service.invalid').searchParams.get('status')
}
