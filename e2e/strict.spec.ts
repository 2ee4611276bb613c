/** A service that serves what the specification shows, and no more. Others, and all files, are tested beside the gateway. */
import { balancesOf, vaultsOf } from './support/api.ts'
import { exportedFrom } from './support/export.ts'
import { goWithin } from './support/page.ts'
import { makeStrict } from './support/strict-service.ts'
import { rowLinks, rows, tableOf } from './support/table.ts'
import { expect, test } from './support/test.ts'

test.use({ baseURL: ({ scripted }, use) => use(scripted.console), viewport: { width: 1440, height: 900 } })

test('every list of a service that takes only the parameters that are shown is all there @all', async ({
  page,
  scripted,
}) => {
  const isEther = ({ asset_id }: { asset_id: string }) => asset_id === 'ETH'
  const [all, cold, warm] = [
    await balancesOf(page, ''),
    await balancesOf(page, '/cold'),
    await balancesOf(page, '/warm'),
  ]
  const vaults = await vaultsOf(page, 'limit=1000')
  const withEther = vaults.filter(({ assets }) => assets.some(isEther))
  const { refused } = makeStrict(scripted, 'takes only the parameters that are shown')
  await page.goto('/')
  const main = page.getByRole('main')
  await expect(main.getByRole('region', { name: 'Balances' }).getByRole('link')).toHaveCount(all.length)
  for (const [address, count] of [
    ['/balances', all.length],
    ['/balances/cold', cold.length],
    ['/balances/warm', warm.length],
    ['/balances?asset_id=ETH', all.filter(isEther).length],
    ['/vaults', vaults.length],
    ['/vaults?asset_id=ETH', withEther.length],
    ['/vaults?asset_id=ETH&limit=5&offset=5', Math.min(5, withEther.length - 5)],
  ] as const)
    await test.step(address, async () => {
      await goWithin(page, address)
      await expect(rowLinks(page.getByRole('table'))).toHaveCount(count)
      await expect(main.getByRole('alert')).toHaveCount(0)
      await expect(main.getByText('not match the filter')).toHaveCount(0)
    })
  await test.step('the vaults that hold an asset', async () => {
    await goWithin(page, '/balances?open=ETH@ETH')
    const holding = page
      .getByRole('dialog', { name: 'Holding' })
      .getByRole('region', { name: 'In these vaults' })
    await expect(holding.getByRole('listitem')).toHaveCount(withEther.length)
  })
  await test.step('sorted before they are divided into pages', async () => {
    await goWithin(page, '/vaults?limit=5&sort=count:desc')
    const most = vaults.map(({ assets }) => assets.length).sort((one, other) => other - one)
    const shown = async () => (await rows(tableOf(page, 'Vaults'))).map(({ Holdings }) => Number(Holdings))
    await expect.poll(shown).toEqual(most.slice(0, 5))
    await page.getByRole('link', { name: 'Next' }).click()
    await expect.poll(shown).toEqual(most.slice(5, 10))
  })
  expect(refused.length).toBeLessThanOrEqual(3)

  await page.goto('/reconciliation')
  await main.getByRole('button', { name: 'Read all records' }).click()
  await expect(page.getByText('All 43 holdings agree with transactions.')).toBeVisible({ timeout: 90_000 })
  await goWithin(page, '/vaults?asset_id=ETH')
  await expect(rowLinks(page.getByRole('table')).first()).toBeVisible()
  // Its name says nothing of being partial.
  expect((await exportedFrom(page, 'vaults')).suggestedFilename()).toMatch(/Z\.csv$/)
  // What was refused is not asked for again.
  expect(refused.length, refused.join('\n')).toBeLessThanOrEqual(6)
})
