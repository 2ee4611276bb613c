import { expectAccessible } from './support/accessibility.ts'
import { holdingsOf } from './support/api.ts'
import { expectAddress } from './support/page.ts'
import { compact } from './support/table.ts'
import { expect, test } from './support/test.ts'

test('what needs no report is there without one, exact, and leads to where it comes from', async ({
  page,
}) => {
  await page.goto('/')
  await test.step('balances', async () => {
    const balances = await holdingsOf('')
    const links = page.getByRole('region', { name: 'Value' }).getByRole('listitem').getByRole('link')
    await expect(links).toHaveCount(6)
    for (const link of await links.all()) await expect(link).not.toContainText('–')
    await expect(page.getByRole('link', { name: `${balances.length - 6} more` })).toHaveAttribute(
      'href',
      '/balances',
    )
    const shown = await links.evaluateAll((all) =>
      all.map((link) => ({ href: link.getAttribute('href'), text: link.textContent })),
    )
    const totals = new Map(
      balances.map(({ asset_id, network_id, balances: amounts }) => [
        `/balances?${new URLSearchParams({ asset_id, network_id })}`,
        amounts.total_balance,
      ]),
    )
    for (const { href, text } of shown) expect(compact(text ?? '')).toContain(totals.get(href ?? ''))
    // Different assets are ranked by value, never by amount.
    const shares = shown.map(({ text }) => Number(/([\d.]+)%$/.exec(text ?? '')?.[1]))
    expect(shares).toEqual(shares.toSorted((one, other) => other - one))
  })

  await test.step('axe finds nothing', () => expectAccessible(page, 'overview'))

  await test.step('what happened, and what the reports say', async () => {
    const section = page.getByRole('region', { name: 'What happened' })
    await expect(section.getByRole('region')).toContainText([
      /^Should never happen.*None seen/,
      /^Did not complete.*0failed.*0rejected.*0cancelled/,
      /^Whitelists and vaults.*0changes to whitelists/,
      /^Routine.*0completed.*0new.*0moved on/,
      /^In flight.*in flight, oldest \d days.*EUR.*for 3 days or longer.*for 2 days.*since yesterday.*from today/,
    ])
    await expect(page.getByRole('region', { name: 'Review and reports' }).getByRole('listitem')).toHaveText([
      /^Whitelist review/,
      /^Reconciliation/,
      /^Audit packThe audit pack of \w+ \d{4} is due\.$/,
    ])
  })
})

test('what happened since another moment is a link, and a text for a colleague has the same figures', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/')
  const since = page.getByLabel('Time', { exact: true })
  await since.selectOption('Since yesterday 18:00')
  await expectAddress(page, `/?since=${encodeURIComponent(`${dayBack(1)}T18:00Z`)}`)
  const heading = page.getByRole('heading', { name: /^Since \w{3} \d+ \w{3}, 18:00 UTC$/ })
  await expect(heading).toBeVisible()
  await page.reload()
  await expect(heading).toBeVisible()
  await expect(since.locator('option:checked')).toHaveText('Since yesterday 18:00')
  const all = page.getByRole('region', { name: 'In flight' }).getByRole('link').first()
  const [, count = ''] = /^(\d+)in flight/.exec((await all.textContent()) ?? '') ?? []
  await page.getByRole('button', { name: 'Copy hand-over' }).click()
  const text = await page.evaluate(() => navigator.clipboard.readText())
  expect(text).toMatch(/^What happened since \w{3} \d+ \w{3}, 18:00 UTC\.\nRecords as of /)
  expect(text).toContain(`In flight now: ${count}, `)
  expect(text).toContain(new URL('/transactions?status=pending', page.url()).href)
  await test.step('what is marked as seen is where it begins from then on', async () => {
    const mark = page.getByRole('button', { name: 'Mark as seen' })
    await mark.click()
    await expect(mark).toBeFocused()
    await expectAddress(page, '/')
    await expect(page.getByRole('heading', { name: /when you last marked as seen$/ })).toBeVisible()
    await expect(page.getByText('No change was seen since then.')).toBeVisible()
  })
})

test('bars of activity lead to the list of their day @all', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/')
  const bars = page
    .getByRole('region', { name: 'Activity' })
    .getByRole('link', { name: /: Withdrawals \d+$/ })
  await expect(bars).toHaveCount(14)
  await expectAccessible(page, 'activity, as a chart')
  await bars.first().press('Enter')
  await expectAddress(
    page,
    `/transactions?start_date=${dayBack(13)}&end_date=${dayBack(13)}&transaction_type=withdraw`,
  )
})

function dayBack(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
}
