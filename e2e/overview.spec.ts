import { readingHeader } from '../src/contract/session.ts'
import { expectAccessible } from './support/accessibility.ts'
import { balancesOf, transactionsOf } from './support/api.ts'
import { startSession } from './support/session.ts'
import { compact } from './support/table.ts'
import { expect, test, testWithBooks } from './support/test.ts'

test('without the books nothing is called none, and what is there is exact and leads to where it comes from', async ({
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

  await test.step('what needs all records says so in one line', async () => {
    await expect(page.getByRole('region', { name: 'Activity' })).toContainText(
      'This summary needs all records of this account.',
    )
  })

  await test.step('what is in flight is on its way', async () => {
    const lines = page.getByRole('region', { name: 'Transactions' }).getByRole('listitem')
    await expect(lines).toHaveText(['Pending', 'Processing', 'Confirming', 'Failed', 'Rejected'])
  })
})

for (const width of [1440, 390])
  test(`when the records arrive, nothing on the overview moves at ${width} px @all`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await startSession(page)
    await page.goto('/')
    await expect(page.getByRole('link', { name: /^All \d+ balances/ })).toBeVisible()
    const places = () =>
      page.getByRole('heading', { level: 2 }).evaluateAll((all) =>
        all.map((heading) => {
          const { top, left } = heading.getBoundingClientRect()
          return [heading.id, Math.round(top + window.scrollY), Math.round(left)]
        }),
      )
    const before = await places()
    const activity = page.getByRole('region', { name: 'Activity' })
    await activity.getByRole('button', { name: 'Read all records' }).click()
    await expect(activity).toContainText('As of', { timeout: 60_000 })
    expect(await places()).toEqual(before)
    await expect(page.getByRole('heading', { name: /^Assurance as of [\d:]+ UTC$/ })).toBeVisible()
    expect(await places()).toEqual(before)
  })

testWithBooks(
  'each number of the overview leads to a list of as many, and only balances and dates are asked for',
  async ({ page }) => {
    const asked: URL[] = []
    page.on('request', (request) => {
      // An update of the records may begin at any time.
      if (request.headers()[readingHeader] !== 'automatic') asked.push(new URL(request.url()))
    })
    await page.goto('/')
    const section = page.getByRole('region', { name: 'Transactions' })
    await expect(section.getByRole('listitem')).toHaveText([
      /^\d+Pending.*older than 7 days$/,
      /^\d+Processing.*older than 7 days$/,
      /^\d+Confirming.*older than 7 days$/,
      /^\d+FailedLast 7 days, .*in the 7 days before$/,
      /^\d+RejectedLast 7 days, .*in the 7 days before$/,
    ])
    await expect(page.getByRole('region', { name: 'Activity' })).toContainText('As of')
    const reads = asked.filter(({ pathname }) => pathname.startsWith('/api/'))
    expect(
      reads.filter(({ searchParams }) => !/_date=/.test(`${searchParams}`)).map(({ pathname }) => pathname),
    ).toEqual(['/api/balances', '/api/balances/cold', '/api/balances/warm'])
    // Of a status nobody asks.
    expect(reads.filter(({ searchParams }) => searchParams.has('status'))).toEqual([])

    const links = await section
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => [link.textContent, link.getAttribute('href')] as const))
    expect(links.length).toBeGreaterThan(0)
    for (const [text, href] of links) {
      if (text?.startsWith('0')) continue
      const listed = await transactionsOf(page, `limit=1000&${href?.split('?')[1]}`)
      expect([href, Number.parseInt(text ?? '', 10)]).toEqual([href, listed.length])
    }
  },
)
