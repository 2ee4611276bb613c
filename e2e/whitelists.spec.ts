import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.ts'
import { inWords, transactionsOf, whitelistsOf } from './support/api.ts'
import { expectAddress } from './support/filters.ts'
import { crash, errorBody, hang, json } from './support/scripted-service.ts'
import { compact, facts } from './support/table.ts'
import { expect, test } from './support/test.ts'

test.use({ baseURL: ({ scripted }, use) => use(scripted.console), viewport: { width: 1440, height: 900 } })

test('one whitelist has a page of its own: every address with its memo, and what went to it', async ({
  page,
}) => {
  const whitelists = await whitelistsOf(page, 'limit=100')
  const chosen = whitelists.find(({ assets }) => assets.some(({ memo }) => memo !== ''))
  if (!chosen) throw new Error('the demonstration has no whitelist with a memo')
  await page.goto(`/whitelists/${chosen.whitelist_id}`)
  await expect(page.getByRole('heading', { level: 1, name: chosen.whitelist_name })).toBeVisible()
  expect(await facts(page.getByRole('main'))).toEqual([
    ['Type', compact(inWords(chosen.whitelist_type))],
    ['Name', compact(chosen.whitelist_name)],
    ['Whitelist id', chosen.whitelist_id],
    ...chosen.assets.flatMap(({ asset_id, network_id, address, memo }) => [
      ['Asset', asset_id],
      ['Network', network_id],
      ['Address', address],
      ['Memo', compact(memo) || 'Nomemo'],
    ]),
  ])
  const latest = await transactionsOf(page, `limit=5&destination_id=${chosen.whitelist_id}`)
  const list = page.getByRole('region', { name: 'Latest transactions to it' })
  await expect(list.getByRole('listitem')).toHaveCount(latest.length)
  for (const [index, { transaction_id, transaction }] of latest.entries()) {
    const item = list.getByRole('listitem').nth(index)
    await expect(item).toContainText(`${transaction.amount}${transaction.asset_id}`)
    await expect(item.getByRole('link')).toHaveAttribute('href', `/transactions/${transaction_id}`)
  }
  await list.getByRole('link', { name: 'All transactions to it' }).click()
  await expectAddress(page, `/transactions?destination_id=${chosen.whitelist_id}`)
})

test('the drawer leads to the page, and has a whitelist that is on another page of the list', async ({
  page,
}) => {
  const whitelists = await whitelistsOf(page, 'limit=100')
  const last = whitelists.at(-1)
  if (!last) throw new Error('the demonstration has no whitelists')
  await page.goto(`/whitelists?limit=5&whitelist=${last.whitelist_id}`)
  const drawer = page.getByRole('dialog', { name: 'Whitelist', exact: true })
  await expect(drawer.getByRole('heading', { level: 2, name: last.whitelist_name })).toBeVisible()
  await drawer.getByRole('link', { name: 'Open' }).click()
  await expectAddress(page, `/whitelists/${last.whitelist_id}`)
  await expect(page.getByRole('heading', { level: 1, name: last.whitelist_name })).toBeVisible()
})

test('an unknown id is said to be none, calmly, and among how many it was looked for', async ({
  page,
  scripted,
}) => {
  const whitelists = await whitelistsOf(page, 'limit=100')
  await page.goto('/whitelists/wls_nowhere')
  const main = page.getByRole('main')
  const note = main.getByRole('status').filter({ hasText: 'There is no such whitelist' })
  await expect(note).toContainText(`None of the ${whitelists.length} whitelists`)
  await expect(page.getByRole('region', { name: 'Latest transactions to it' })).toHaveCount(0)
  await expectAccessible(page, 'an unknown whitelist')
  await note.getByRole('link', { name: 'All whitelists' }).click()
  await expectAddress(page, '/whitelists')
  scripted.script('/whitelist', errorBody('WHT-00'))
  await page.goto('/whitelists/wls_nowhere')
  await expect(note).toContainText('The service lists no whitelist at all')
})

test('while it is read there is a skeleton, and a failure is told and can be tried again', async ({
  page,
  scripted,
}) => {
  const [whitelist] = await whitelistsOf(page, 'limit=1')
  scripted.script('/whitelist', hang)
  await page.goto(`/whitelists/${whitelist?.whitelist_id}`)
  await expect(page.getByText('Loading the whitelist')).toBeAttached()
  await expectAccessible(page, 'a whitelist on its way')
  scripted.script('/whitelist', crash)
  await page.reload()
  await expect(page.getByRole('alert')).toBeVisible()
  await expectAccessible(page, 'a whitelist that could not be read')
  scripted.reset()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: whitelist?.whitelist_name ?? '' })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('every form of the specification’s examples, fields beside it, and an id that is there twice', async ({
  page,
  scripted,
}) => {
  scripted.script('/transactions', errorBody('TXN-02'))
  scripted.script(
    '/whitelist',
    json({
      whitelists: [
        {
          whitelist_id: 'w/1',
          whitelist_name: 'A\u202eB',
          whitelist_type: 'Third party',
          approved_by: 'Somebody',
          assets: { asset_id: 'XRP', network_id: 'XRP', address: 'rAddress', tag: 7, memo: '12 34' },
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
  await expect(page.getByRole('region', { name: 'Latest transactions to it' })).toContainText(
    'Nothing has gone to this whitelist.',
  )
  const main = page.getByRole('main')
  expect(await facts(main)).toEqual([
    ['Type', 'Thirdparty'],
    ['Name', 'AU+202EB'],
    ['Whitelist id', 'w/1'],
    ['Asset', 'XRP'],
    ['Network', 'XRP'],
    ['Address', 'rAddress'],
    ['Memo', '1234'],
    ['approved_by', 'Somebody'],
    ['assets[0].tag', '7'],
  ])
  await main.getByText('The record as received').click()
  await expect(main.getByText('"whitelist_type": "Third party"')).toBeVisible()

  await page.goto('/whitelists/twice')
  await expect(main).toContainText('The service lists 2 whitelists with this id')
  expect(await facts(main)).toEqual([
    ['Type', 'oddone'],
    ['Name', 'First'],
    ['Whitelist id', 'twice'],
    ['Type', '–'],
    ['Name', 'Second'],
    ['Whitelist id', 'twice'],
    ['Asset', 'A'],
    ['Network', '–'],
    ['Address', 'x'],
    ['Memo', 'Nomemo'],
  ])
  await expect(main).toContainText('This whitelist has no addresses.')
})

test('neither theme has a finding on a whitelist, and nothing scrolls sideways at 360 px', async ({
  page,
}) => {
  const whitelists = await whitelistsOf(page, 'limit=100')
  const chosen = whitelists.toSorted((one, other) => other.assets.length - one.assets.length)[0]
  await page.goto(`/whitelists/${chosen?.whitelist_id}`)
  await expect(
    page.getByRole('region', { name: 'Latest transactions to it' }).getByRole('listitem').first(),
  ).toBeVisible()
  await expectAccessible(page, 'one whitelist')
  for (const width of [390, 360]) {
    await page.setViewportSize({ width, height: 800 })
    await expectNoSidewaysScroll(page, `one whitelist at ${width} px`)
  }
})
