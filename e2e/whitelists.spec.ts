import {
  expectLatest,
  inWords,
  transactionsOf,
  whitelistFacts,
  whitelistsOf,
  withMemo,
} from './support/api.ts'
import { expectAddress, goWithin } from './support/page.ts'
import { errorAnswer, json } from './support/scripted-service.ts'
import { expectRows, facts, rowHeaderLinks, tableOf } from './support/table.ts'
import { expect, productAddress, test } from './support/test.ts'

test.use({ baseURL: ({ scripted }, use) => use(scripted.console), viewport: { width: 1440, height: 900 } })

test('one whitelist has a page of its own, to which its drawer leads @all', async ({ page }) => {
  const whitelists = await whitelistsOf('limit=100')
  await test.step('one whitelist has a page of its own: every address with its memo, and what went to it', async () => {
    const chosen = withMemo(whitelists)
    await page.goto(`/whitelists/${chosen.whitelist_id}`)
    await expect(page.getByRole('heading', { level: 1, name: chosen.whitelist_name })).toBeVisible()
    await expectRows(
      tableOf(page, 'Addresses'),
      chosen.assets.map(({ address, memo }) => ({
        Address: expect.stringMatching(new RegExp(`^${address}.*${memo}$`)),
      })),
    )
    await expect(page.getByRole('main')).toContainText(inWords(chosen.whitelist_type) + chosen.whitelist_id)
    const latest = await transactionsOf(`limit=5&destination_id=${chosen.whitelist_id}`)
    const list = page.getByRole('region', { name: 'Used by' })
    await expectLatest(list, latest)
    await list.getByRole('link', { name: 'All transactions to it' }).click()
    await expectAddress(page, `/transactions?destination_id=${chosen.whitelist_id}`)
    await page.goBack()
    await page.getByRole('link', { name: 'Transactions from it' }).click()
    await expectAddress(page, `/transactions?source_id=${chosen.whitelist_id}`)
  })

  await test.step('the drawer leads to the page, and has a whitelist that is on another page of the list', async () => {
    const last = whitelists.at(-1)
    if (!last) throw new Error('the demonstration has no whitelists')
    await goWithin(page, `/whitelists?limit=5&whitelist=${last.whitelist_id}`)
    const drawer = page.getByRole('dialog', { name: 'Whitelist', exact: true })
    await expect(drawer.getByRole('heading', { level: 2, name: last.whitelist_name })).toBeVisible()
    expect(await facts(drawer)).toEqual(whitelistFacts(last))
    await drawer.getByRole('link', { name: 'Open' }).click()
    await expectAddress(page, `/whitelists/${last.whitelist_id}`)
    await expect(page.getByRole('heading', { level: 1, name: last.whitelist_name })).toBeVisible()
  })

  await test.step('an unknown id is said to be none, calmly, and not to be removed where the list may be longer', async () => {
    await page.goto('/whitelists/wls_nowhere')
    const main = page.getByRole('main')
    // What comes from the service now may not be all.
    const note = main.getByRole('status').filter({ hasText: 'This whitelist was not found' })
    await expect(note).toContainText('The service sent no whitelist with the id wls_nowhere')
    await expect(note).not.toContainText('removed')
    await expect(page.getByRole('region', { name: 'Used by' })).toHaveCount(0)
    await note.getByRole('link', { name: 'All whitelists' }).click()
    await expectAddress(page, '/whitelists')
  })
})

test('every form of the specification’s examples, fields beside it, and an id that is there twice @all', async ({
  page,
  scripted,
}) => {
  scripted.script('/transactions', errorAnswer('TXN-02'))
  scripted.script(
    '/whitelist',
    json({
      whitelists: [
        {
          whitelist_id: 'w/1',
          whitelist_name: 'A\u202eB',
          whitelist_type: 'Third party',
          approved_by: 'Somebody',
          assets: {
            asset_id: 'XRP',
            network_id: 'XRP',
            address: 'rPe1zjbTdCneUSxZFJztp13jLH4fKzB9t4',
            tag: 7,
            memo: '12 34',
          },
        },
        { whitelist_id: 'twice', whitelist_name: 'First', whitelist_type: 'odd one', assets: [] },
        {
          whitelist_id: 'twice',
          whitelist_name: 'Second',
          assets: [{ asset_id: 'A', address: 'x', memo: '' }],
        },
      ],
    }),
  )
  await page.goto(`/whitelists/${encodeURIComponent('w/1')}`)
  const main = page.getByRole('main')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('AU+202EB')
  await expect(main).toContainText('Third partyw/1')
  const entries = tableOf(page, 'Addresses')
  await expectRows(entries, [
    { Asset: 'XRP', Address: expect.stringMatching(/^rPe1zjbTdCneUSxZFJztp13jLH4fKzB9t4.*12 34$/) },
  ])
  expect(await facts(main)).toEqual([
    ['approved_by', 'Somebody'],
    ['assets[0].tag', '7'],
  ])

  await goWithin(page, '/whitelists/twice')
  await expect(main).toContainText('The service lists 2 whitelists with this id')
  await expect(main.getByRole('heading', { level: 2, name: 'First' })).toBeVisible()
  await expect(main.getByRole('heading', { level: 2, name: 'Second' })).toBeVisible()
  await expect(main).toContainText('odd onetwice')
  await expectRows(entries, [{ Asset: 'A on –', Address: expect.stringMatching(/^x.*No memo$/) }])
  await expect(main).toContainText('This whitelist has no addresses.')
})

test.describe('from the records', () => {
  test.use({ baseURL: productAddress })

  test('what is typed is found in names, ids and addresses, however they are spelled @all', async ({
    page,
  }) => {
    const whitelists = await whitelistsOf('limit=100')
    const table = tableOf(page, 'Whitelists')
    const field = page.getByRole('searchbox', { name: 'Find in whitelists' })
    await page.goto('/whitelists')
    await expectRows(
      table,
      whitelists.map((whitelist) => ({
        Whitelist: whitelist.whitelist_name,
        Type: inWords(whitelist.whitelist_type),
        Addresses: String(whitelist.assets.length),
      })),
    )
    await field.pressSequentially('kraken')
    const named = whitelists.filter(({ whitelist_name }) => whitelist_name.toLowerCase().includes('kraken'))
    expect(named.length).toBeGreaterThan(0)
    await expectRows(
      table,
      named.map(({ whitelist_name }) => ({ Whitelist: whitelist_name })),
    )
    await expectAddress(page, '/whitelists?q=kraken')

    await goWithin(page, '/whitelists/wls_nowhere')
    const note = page.getByRole('main').getByRole('status').filter({ hasText: 'No whitelist has this id' })
    await expect(note).toContainText('It may have been removed')
    await page.goBack()
    await field.fill('nobody is called that')
    await expect(page.getByRole('main')).toContainText('No whitelists match')
    await page.getByRole('main').getByRole('button', { name: 'Clear filters' }).click()
    await expectAddress(page, '/whitelists')
    await expect(rowHeaderLinks(table)).toHaveCount(whitelists.length)
    await expect(field).toHaveValue('')
  })
})
