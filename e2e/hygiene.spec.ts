import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright/test'
import * as z from 'zod/mini'
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.ts'
import { transactionsOf, whitelistsOf } from './support/api.ts'
import { expectAddress } from './support/filters.ts'
import { after, errorBody, json } from './support/scripted-service.ts'
import { expect, test } from './support/test.ts'
import { goWithin } from './support/within.ts'

test.use({ baseURL: ({ scripted }, use) => use(scripted.console), viewport: { width: 1440, height: 900 } })

test('the demonstration has every kind of finding, with its evidence, and each leads to what it speaks of', async ({
  page,
}) => {
  const whitelists = await whitelistsOf(page, 'limit=1000')
  const entries = whitelists.flatMap(({ assets }) => assets)
  await page.goto('/whitelists?limit=5')
  await page.getByRole('link', { name: 'Whitelist review' }).click()
  await expectAddress(page, '/whitelists/hygiene')
  await goWithin(page, '/whitelists/hygiene?no_such=1&limit=10')
  await expect(page.getByText('no_such=1')).toBeVisible()
  await expectAccessible(page, 'hygiene before the start')
  await start(page)
  const alike = section(page, 'Entries that look alike')
  const unlisted = section(page, 'Withdrawals to addresses on no whitelist')

  await test.step('every kind has its evidence', async () => {
    await goWithin(page, '/whitelists/hygiene')
    await expect(result(page)).toContainText(
      new RegExp(
        `^\\d+ findings in ${whitelists.length} whitelists with ${entries.length} addresses, as of 20`,
      ),
    )
    await expect(result(page)).toContainText('1,300 transactions. Read from')
    await expect(alike.getByRole('figure')).toHaveCount(3)
    await expect(
      alike.getByRole('listitem').filter({ hasText: 'Cormorant Trading (new wallet)' }).first(),
    ).toContainText('begin and end the same, but differ in between. One of them was never used.')
    await expect(section(page, 'Failed checksums')).toContainText(
      'Vienna branch – copied by hand · ETH on ETH',
    )
    await expect(section(page, 'Missing memos')).toContainText(/Kraken – Settlement · XRP on XRP · memo \d+/)
    await expect(section(page, 'Withdrawals with a different memo').getByRole('listitem')).toContainText([
      /Sent (?:with the memo \d+|without a memo): /,
      /Sent (?:with the memo \d+|without a memo): /,
    ])
    await expect(section(page, 'One address under several names')).toContainText('It is written in 2 ways.')
    await expect(section(page, 'Entries never used')).toContainText('No transaction goes to this address.')
  })

  await test.step('an address of one finding is marked in the others while the pointer rests on it', async () => {
    const twin = whitelists.find(({ whitelist_name }) => whitelist_name === 'Cormorant Trading (new wallet)')
      ?.assets[0]?.address
    const shown = (name: string) =>
      section(page, name)
        .locator('[data-address]')
        .filter({ hasText: twin ?? 'an address' })
    const twins = shown('Entries that look alike')
    const unused = shown('Entries never used')
    expect(await unused.count()).toBeGreaterThan(0)
    await expect(page.locator('[data-same]')).toHaveCount(0)
    await twins.first().hover()
    await expect(unused.first()).toHaveAttribute('data-same')
    const marked = await page.locator('[data-same]').allTextContents()
    expect(new Set(marked)).toEqual(new Set([twin]))
    expect(marked.length).toBe((await twins.count()) + (await unused.count()))
    // Seen, and not only there.
    const ground = (of: Locator) => of.evaluate((element) => getComputedStyle(element).backgroundColor)
    const other = section(page, 'Failed checksums').locator('[data-address]').first()
    expect(await ground(unused.first())).not.toBe(await ground(other))
    await page.getByRole('heading', { level: 1 }).hover()
    await expect(page.locator('[data-same]')).toHaveCount(0)
  })

  await test.step('nothing scrolls sideways on a narrow screen', async () => {
    for (const width of [390, 360]) {
      await page.setViewportSize({ width, height: 800 })
      await expectNoSidewaysScroll(page, `hygiene at ${width} px`)
    }
    await expectAccessible(page, 'hygiene at 360 px')
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  await test.step('a withdrawal leads to itself, and back to what was found', async () => {
    const item = unlisted.getByRole('listitem').first()
    await expect(item).toContainText('Critical')
    await expect(item).toContainText('It looks like a trusted address, but is different.')
    await expect(item.getByRole('figure')).toContainText('Where it went')
    await item.getByRole('link', { name: '1 completed withdrawal' }).click()
    await expect(page).toHaveURL(
      /\/transactions\?.*transaction_type=withdraw.*destination_address=.*status=completed/,
    )
    await expect(page.getByRole('table').getByRole('row')).toHaveCount(2)
    await page.goBack()
    await expect(result(page)).toContainText('findings in')
  })

  await test.step('a kind is a link, and its pages turn', async () => {
    const kinds = page.getByRole('navigation', { name: 'Kinds of findings' })
    const pages = page.getByRole('navigation', { name: 'Pages of findings' })
    await kinds.getByRole('link', { name: /^Entries never used \d+$/ }).click()
    await expectAddress(page, '/whitelists/hygiene?kind=never-used')
    await expect(kinds.getByRole('link', { name: /^Entries never used/ })).toHaveAttribute(
      'aria-current',
      'true',
    )
    await expect(page.getByRole('heading', { level: 2 })).toHaveCount(1)
    await goWithin(page, '/whitelists/hygiene?kind=never-used&limit=5&offset=5')
    await expect(pages).toContainText(/^6–10/)
    await page.getByRole('link', { name: 'Previous' }).click()
    await expectAddress(page, '/whitelists/hygiene?limit=5&kind=never-used')
    await page.goBack()
    await expect(pages).toContainText(/^6–10/)
    await goWithin(page, '/whitelists/hygiene?kind=nonsense')
    await expect(page.getByRole('main')).toContainText('nonsense')
  })

  await goWithin(page, '/whitelists/hygiene?kind=unlisted-withdrawal')
  const [asJson] = JSON.parse(await saved(page, 'Save as JSON'))
  const { findings } = report.parse(asJson)

  await test.step('the files hold every finding with its evidence, whatever is shown', async () => {
    expect(asJson).toMatchObject({
      format: 'custody-console/hygiene',
      whole: true,
      doubts: [],
      service: expect.stringMatching(/^http:\/\/127/),
    })
    expect(new Set(findings.map(({ kind }) => kind)).size).toBe(7)
    const csv = await saved(page, 'Save as CSV')
    expect(csv.startsWith('\ufefffinding,kind,severity,because,evidence,address,')).toBe(true)
    const lines = csv.split('\r\n').slice(1, -1)
    expect(new Set(lines.map((line) => line.split(',')[0])).size).toBe(findings.length)
    for (const { addresses } of findings) for (const { address } of addresses) expect(csv).toContain(address)
  })

  await test.step('withdrawals to addresses on no whitelist are those that the rows themselves show', async () => {
    const listed = new Set(entries.map(({ address }) => address.toLowerCase()))
    const completed = await transactionsOf(page, 'limit=1000&transaction_type=withdraw&status=completed')
    expect(completed.length).toBeLessThan(1000)
    const addresses = completed.map(({ transaction }) => transaction.destination.destination_address)
    const expected = new Set(addresses.filter((to) => !listed.has(to.toLowerCase())))
    const found = findings.filter(({ kind }) => kind === 'unlisted-withdrawal')
    expect(new Set(found.flatMap(({ addresses }) => addresses.map(({ address }) => address)))).toEqual(
      expected,
    )
    await expect(unlisted.getByRole('listitem')).toHaveCount(expected.size)
  })
})

test('a whitelist that is called hygiene is still reached @all', async ({ page, scripted }) => {
  const whitelist = {
    whitelist_id: 'hygiene',
    whitelist_name: 'Soap',
    whitelist_type: 'third_party',
    assets: [],
  }
  scripted.script('/whitelist', (request, response) =>
    (/offset=0\b/.test(request.url ?? '')
      ? json({ timestamp: '2026-11-21T12:00:00.000Z', whitelists: [whitelist] })
      : errorBody('WHT-00'))(request, response),
  )
  await page.goto('/nowhere')
  // A page that is not there yet hears no key.
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search' }).fill('Soap')
  await page.getByRole('option', { name: 'Soap Third party' }).click()
  await expectAddress(page, '/whitelists?whitelist=hygiene')
  await expect(
    page.getByRole('dialog', { name: 'Whitelist' }).or(page.getByRole('complementary')),
  ).toContainText('Soap')
})

test('nothing found says among how many @all', async ({ page, scripted }) => {
  scripted.script('/whitelist', errorBody('WHT-00'))
  scripted.script('/transactions', errorBody('TXN-02'))
  await page.goto('/whitelists/hygiene')
  await start(page)
  await expect(result(page)).toContainText('There are no whitelists to review, as of')
  await expect(page.getByText('None of these kinds was found.')).toBeVisible()
  await expectAccessible(page, 'hygiene with nothing found')
})

test('a list that cannot be proved to be whole is called partly read, in the file’s name too @all', async ({
  page,
  scripted,
}) => {
  const [item] = await transactionsOf(page, 'limit=1')
  // A service that does not turn pages.
  scripted.script('/transactions', json({ transactions: Array.from({ length: 1000 }, () => item) }))
  await page.goto('/whitelists/hygiene')
  await start(page)
  await expect(result(page)).toContainText('Partly read: ')
  await expect(page.getByText('Records may be missing from this review')).toBeVisible()
  const download = page.waitForEvent('download', (one) => one.suggestedFilename().endsWith('.csv'))
  await page.getByRole('button', { name: 'Save as CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/^hygiene_.*\.PARTIAL\.csv$/)
})

test('a review can be cancelled, tells a failure, waits out a rate limit, and goes on where it was @all', async ({
  page,
  scripted,
}) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.clock.install()
  await page.goto('/whitelists/hygiene')
  await expect(page.getByRole('button', { name: 'Start' })).toBeVisible()

  await test.step('it can be cancelled', async () => {
    scripted.script('/transactions', after(held, errorBody('TXN-02')))
    await page.getByRole('button', { name: 'Start' }).click()
    await expect(page.getByText('Reading transactions: 0 records so far')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await expectAccessible(page, 'hygiene reading')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Reading transactions')).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    release()
  })

  const banner = page.getByRole('alert')
  await test.step('made anew, a failure says what failed', async () => {
    scripted.reset()
    scripted.script('/whitelist', json({ nothing: 'of the kind' }))
    await page.getByRole('button', { name: 'Start' }).click()
    await expect(banner).toContainText('GET /whitelist?limit=1000&offset=0')
  })

  await test.step('tried again, a rate limit is waited out, and nothing is read twice', async () => {
    let refused = false
    scripted.reset()
    scripted.script('/transactions', (request, response) => {
      scripted.reset()
      refused = true
      errorBody('ERR-03', { 'retry-after': '60' })(request, response)
    })
    await banner.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('The service asks to wait (ERR-03)')).toBeVisible()
    await expect(page.getByText(/Resumes in \d\d s\./)).toBeVisible()
    expect(refused).toBe(true)
    await page.clock.fastForward(60_000)
    await expect(result(page)).toContainText('1,300 transactions', { timeout: 20_000 })
    await expect(result(page)).toContainText('findings in')
    await expect(banner).toHaveCount(0)
    const asked = scripted.received.map(({ target }) => target)
    const end = asked.findIndex((target) => /^\/transactions\?.*offset=1300\b/.test(target))
    expect(end).toBeGreaterThan(0)
    // Once findings stand there, the names of their addresses are asked for.
    expect(asked.slice(0, end).filter((target) => target.startsWith('/whitelist'))).toEqual([])
  })
})

const report = z.object({
  findings: z.array(z.object({ kind: z.string(), addresses: z.array(z.object({ address: z.string() })) })),
})

async function start(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Start' }).click()
  // Every row of the demonstration is read: that takes longer than a page.
  await expect(result(page)).toBeVisible({ timeout: 20_000 })
}

function result(page: Page) {
  return page.getByRole('region', { name: 'Result' })
}

function section(page: Page, name: string) {
  return page.getByRole('region', { name, exact: true })
}

async function saved(page: Page, button: string): Promise<string> {
  // Its facts are saved beside it.
  const download = page.waitForEvent('download', (one) => !one.suggestedFilename().endsWith('.facts.json'))
  await page.getByRole('button', { name: button }).click()
  return await readFile(await (await download).path(), 'utf8')
}
