import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Download, Locator, Page, Route } from 'playwright/test'
import * as z from 'zod/mini'
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.ts'
import { transactionsOf, vaultsOf } from './support/api.ts'
import { after, errorBody, json, type Script } from './support/scripted-service.ts'
import { signIn, startSession } from './support/session.ts'
import { rowLinks, tableOf } from './support/table.ts'
import { expect, test, viewerKey } from './support/test.ts'

test.use({ viewport: { width: 1440, height: 900 } })

/** The part of a facts file that the tests look at. */
const facts = z.object({
  list: z.string(),
  asked: z.object({
    endpoint: z.string(),
    parameters: z.record(z.string(), z.string()),
    link: z.string(),
    columns: z.nullable(z.array(z.string())),
  }),
  service: z.object({ address: z.string(), account: z.nullable(z.string()) }),
  pinned_end_date: z.nullable(z.string()),
  completeness: z.string(),
  reasons: z.array(z.string()),
  rows: z.number(),
  file: z.object({ name: z.string(), sha256: z.nullable(z.string()) }),
})

test.describe('of the demonstration', () => {
  test.beforeEach(({ page }) => startSession(page))

  test('a file holds all that the filter shows, and its facts say so', async ({ page }) => {
    await page.goto('/transactions?status=failed&limit=25')
    const downloads = await exportedFrom(page, 'transactions')
    const { file, text, told } = await filesOf(downloads)
    const records = await transactionsOf(page, 'status=failed&limit=1000')
    expect(records.length).toBeLessThan(1000)
    expect(text.split('\r\n')[0]?.replace('\ufeff', '')).toMatch(/^transaction_id,retrieved_at,status,/)
    const lines = text.split('\r\n')
    for (const { transaction_id, transaction } of records)
      expect(lines.find((line) => line.startsWith(`${transaction_id},`))).toContain(`,${transaction.amount},`)
    expect(told).toMatchObject({
      list: 'transactions',
      asked: { endpoint: '/transactions', link: '/transactions?status=failed&limit=25' },
      // Not where it listens this time.
      service: { address: 'Embedded service', account: null },
      completeness: 'complete',
      reasons: [],
      rows: records.length,
    })
    // The end was set, so that nothing new enters.
    expect(told.asked.parameters).toEqual({ status: 'failed', end_date: told.pinned_end_date })
    expect(told.file.name).toBe(file)
    expect(file).toMatch(/^transactions_\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ_[\da-f]{16}\.csv$/)
    expect(told.file.sha256).toBe(createHash('sha256').update(text).digest('hex'))
    await expect(one(page, 'Transactions, CSV')).toContainText(`Complete: ${records.length} rows`)
    await expectAccessible(page, 'an export that has ended')
    await page.setViewportSize({ width: 360, height: 740 })
    await expectNoSidewaysScroll(page, 'an export that has ended')
    await one(page, 'Transactions, CSV').getByRole('button', { name: 'Dismiss' }).click()
    await expect(tray(page)).toHaveCount(0)
    await expect(page.getByRole('main')).toBeFocused()
  })

  test('columns as shown are the columns of the file; whole records are another form', async ({ page }) => {
    await page.route('**/session/signature', (route) => route.abort())
    await page.goto('/transactions?status=failed&columns=transaction_id,amount,status')
    await expect(rowLinks(tableOf(page, 'Transactions')).first()).toBeVisible()
    await page.getByRole('button', { name: 'Export transactions' }).click()
    const dialog = page.getByRole('dialog', { name: 'Export transactions' })
    await dialog.getByText('As shown', { exact: true }).click()
    await expect(dialog).toContainText('Transaction id, Amount, Status.')
    await expectAccessible(page, 'the question how to export')
    const shown = await filesOf(await exportedIn(page, dialog))
    expect(shown.text.split('\r\n')[0]?.replace('\ufeff', '')).toBe('transaction_id,amount,status')
    await expect(one(page, 'Transactions, CSV')).toContainText(
      'Not signed. The gateway could not be reached to sign it.',
    )

    await page.getByRole('button', { name: 'Export transactions' }).click()
    await dialog.getByText('JSON', { exact: true }).click()
    await expect(dialog.getByText('As shown', { exact: true })).toHaveCount(0)
    const whole = await filesOf(await exportedIn(page, dialog))
    const records = await transactionsOf(page, 'status=failed&limit=1000')
    const read = z.array(z.object({ transaction_id: z.string() })).parse(JSON.parse(whole.text))
    expect(read.map(({ transaction_id }) => transaction_id)).toEqual(
      records.map(({ transaction_id }) => transaction_id),
    )
  })

  test('every list has its export', async ({ page }) => {
    await page.goto('/vaults')
    const vaults = await filesOf(await exportedFrom(page, 'vaults'))
    const holdings = (await vaultsOf(page, 'limit=1000')).flatMap(({ assets }) => assets)
    expect(vaults.told.rows).toBe(holdings.length)
    await page.goto('/balances/cold?asset_id=BTC&zero=hide&q=b&nonsense=1')
    await page.getByRole('button', { name: 'Export balances' }).click()
    const dialog = page.getByRole('dialog', { name: 'Export balances' })
    await expect(dialog).toContainText(
      'The file also includes rows that are hidden on this page by: b, zeros are hidden',
    )
    const balances = await filesOf(await exportedIn(page, dialog))
    expect(balances.file).toMatch(/^balances-cold_/)
    expect(balances.told.list).toBe('balances')
    expect(balances.told.asked).toMatchObject({
      endpoint: '/balances/cold',
      parameters: { asset_id: 'BTC' },
      // The link shows what the file holds.
      link: '/balances/cold?asset_id=BTC',
    })
    await page.goto('/whitelists?q=acme&in=all&limit=25')
    await page.getByRole('button', { name: 'Export whitelists' }).click()
    const question = page.getByRole('dialog', { name: 'Export whitelists' })
    await expect(question).toContainText('The file also includes rows that are hidden on this page by: acme.')
    const whitelists = await filesOf(await exportedIn(page, question))
    expect(whitelists.told).toMatchObject({
      list: 'whitelists',
      completeness: 'complete',
      asked: { parameters: {}, link: '/whitelists?limit=25' },
    })
    await page.getByRole('button', { name: 'Export whitelists' }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'verify the export' }).click()
    await expect(page).toHaveURL(/\/verify$/)
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  test('an export belongs to the key with which it was begun, whoever signs in after its session', async ({
    page,
    context,
  }) => {
    await page.goto('/vaults')
    await filesOf(await exportedFrom(page, 'vaults'))
    // It loses its session at its second page.
    await context.route(/\/api\/transactions\?.*offset=999/, async (route: Route) => {
      await context.clearCookies()
      const { cookie: _, ...headers } = await route.request().allHeaders()
      return route.continue({ headers })
    })
    await page.getByRole('link', { name: 'Transactions', exact: true }).click()
    await page.getByRole('button', { name: 'Export transactions' }).click()
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    const export_ = one(page, 'Transactions, CSV')
    await expect(export_).toContainText('Sign in with the same key and account')
    await expect(export_.getByRole('link')).toHaveCount(1)
    await expect(one(page, 'Vaults, CSV')).toContainText('Complete')
    await export_.getByRole('link', { name: 'Sign in and continue' }).click()

    const saved: string[] = []
    page.on('download', (download) => saved.push(download.suggestedFilename()))
    await context.unroute(/\/api\/transactions\?.*offset=999/)
    await signInWith(page, 'another')
    const others = one(page, 'Exports of another key or account')
    await expect(others).toContainText('2 exports belong to another key or account')
    await expect(page.getByRole('article')).toHaveCount(1)
    await expect(tray(page)).not.toContainText(/Vaults|Transactions|records/)
    await expect(others.getByRole('link')).toHaveCount(1)
    expect(saved).toEqual([])

    const downloads = downloadsOf(page)
    await others.getByRole('link', { name: 'Sign in with that one' }).click()
    await signIn(page)
    expect((await filesOf(await downloads)).told.completeness).toBe('complete')
    await expect(others).toHaveCount(0)
    await expect(one(page, 'Vaults, CSV')).toContainText('Complete')
  })

  test('somebody who signs in with another key discards what is not theirs', async ({ page, context }) => {
    await page.goto('/vaults')
    await filesOf(await exportedFrom(page, 'vaults'))
    await context.clearCookies()
    await page.getByRole('button', { name: 'Refresh', exact: true }).click()
    await page.getByRole('main').getByRole('link', { name: 'Sign in again' }).click()
    await signInWith(page, 'another')
    const others = one(page, 'Exports of another key or account')
    await expect(others).toContainText('1 export belongs to another key')
    await expectAccessible(page, 'exports of another key')
    await others.getByRole('button', { name: 'Discard it' }).click()
    await expect(tray(page)).toHaveCount(0)
    await expect(page.getByRole('main')).toBeFocused()
  })

  test('what has ended well stands in one line when another is begun, and unfolds', async ({ page }) => {
    await page.goto('/vaults')
    const { told } = await filesOf(await exportedFrom(page, 'vaults'))
    const first = one(page, 'Vaults, CSV').last()
    await filesOf(await exportedFrom(page, 'vaults'))
    await expect(first).toContainText(`Complete, ${told.rows} rows`)
    await expect(first.getByRole('button', { name: 'Save again' })).toHaveCount(0)
    await first.getByRole('button', { name: 'Expand' }).click()
    await expect(first).toContainText('Handed to the browser to save as')
    await expect(first.getByRole('button', { name: 'Save again' })).toBeVisible()
    await expectAccessible(page, 'exports of which one is folded')
  })

  test('what was exported here is verified and compared as of the same service', async ({ page }) => {
    await page.goto('/balances/cold')
    const downloads = await exportedFrom(page, 'balances')
    await filesOf(downloads)
    await page.goto('/verify')
    const chosen = downloads.map(async (download) => ({
      name: download.suggestedFilename(),
      mimeType: '',
      buffer: await readFile(await download.path()),
    }))
    await page.getByLabel('Choose an export and its facts').setInputFiles(await Promise.all(chosen))
    await expect(page.getByRole('main')).toContainText(
      /balances cold · no filter · read on \d{4}-\d\d-\d\d \d\d:\d\d UTC · complete · signed on /,
    )
    await page.getByRole('button', { name: 'Compare with the service now' }).click()
    const compared = page.getByRole('region', { name: 'Compared with the service' })
    await expect(compared).toContainText('Nothing has changed')
    await expect(compared).not.toContainText('this session is at')
  })

  test('a filter that the service refuses is not tried again', async ({ page }) => {
    await page.goto('/transactions?status=nonsense')
    await page.getByRole('button', { name: 'Export transactions' }).click()
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    const export_ = one(page, 'Transactions, CSV')
    await expect(export_).toContainText('Refused: the service does not accept this filter.')
    await expect(export_).toContainText('TXN-01')
    await expect(export_.getByRole('button', { name: /Try again/ })).toHaveCount(0)
    await export_.getByRole('button', { name: 'Cancel' }).click()
    await expect(tray(page)).toHaveCount(0)
  })

  test('offline, it says so, and goes on by itself', async ({ page, context }) => {
    await page.goto('/transactions')
    await expect(rowLinks(tableOf(page, 'Transactions')).first()).toBeVisible()
    let asked = () => {}
    const begun = new Promise<void>((resolve) => {
      asked = resolve
    })
    let offline = true
    await context.route(/\/api\/transactions\?.*offset=999/, async (route) => {
      if (!offline) return route.continue()
      await context.setOffline(true)
      asked()
      await route.abort('internetdisconnected')
    })
    const downloads = exportedFrom(page, 'transactions')
    await begun
    await expect(one(page, 'Transactions, CSV')).toContainText('This browser is offline')
    offline = false
    await context.setOffline(false)
    expect((await filesOf(await downloads)).told.completeness).toBe('complete')
  })

  test('nothing of an export stays on the disk: not after signing out, loading anew, or closing the tab', async ({
    page,
    context,
  }) => {
    const other = await context.newPage()
    await other.goto('/vaults')
    await filesOf(await exportedFrom(other, 'vaults'))
    await page.goto('/vaults')
    await filesOf(await exportedFrom(page, 'vaults'))
    expect(await exportsOnDisk(page)).toHaveLength(2)
    // Loaded anew, its own is cleared, and not that of the tab that still has it.
    await page.reload()
    await expect.poll(() => exportsOnDisk(page)).toHaveLength(1)
    const again = downloadsOf(other)
    await one(other, 'Vaults, CSV').getByRole('button', { name: 'Save again' }).click()
    await one(other, 'Vaults, CSV').getByRole('button', { name: 'Save facts' }).click()
    expect((await filesOf(await again)).text).toContain('vault_id')
    await other.close()

    await filesOf(await exportedFrom(page, 'vaults'))
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    await expect.poll(() => exportsOnDisk(page), { timeout: 20_000 }).toEqual([])
  })

  test('signing out in one tab leaves nothing in another: neither rows, nor exports, nor files', async ({
    page,
    context,
  }) => {
    await page.goto('/vaults')
    await filesOf(await exportedFrom(page, 'vaults'))
    await context.route(/\/api\/transactions\?.*offset=999/, () => {})
    await page.getByRole('link', { name: 'Transactions', exact: true }).click()
    await page.getByRole('button', { name: 'Export transactions' }).click()
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    await expect(one(page, 'Transactions, CSV')).toContainText('1,000 records')
    expect(await exportsOnDisk(page)).toHaveLength(2)

    const other = await context.newPage()
    await other.goto('/balances')
    await other.getByRole('button', { name: 'Sign out' }).click()
    for (const tab of [other, page]) await expect(tab.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    await expect(tray(page)).toHaveCount(0)
    await expect.poll(() => exportsOnDisk(page), { timeout: 20_000 }).toEqual([])
    await page.goBack()
    await expect(page).toHaveURL(/\/sign-in\?from=%2Ftransactions$/)
    await signIn(page)
    await expect(tableOf(page, 'Transactions')).toBeVisible()
    await expect(tray(page)).toHaveCount(0)
  })

  test('signing out asks before it ends an export that runs, and names it', async ({ page, context }) => {
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await context.route(/\/api\/transactions\?.*offset=999/, (route) => released.then(() => route.continue()))
    await page.goto('/transactions')
    await page.getByRole('button', { name: 'Export transactions' }).click()
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    const export_ = one(page, 'Transactions, CSV')
    await expect(export_).toContainText('1,000 records')
    const out = page.getByRole('button', { name: 'Sign out' }).first()
    await out.click()
    const question = page.getByRole('dialog', { name: 'Sign out and lose what was read?' })
    await expect(question).toContainText('Transactions, CSV: 1,000 records read')
    await expect(question).toContainText('No filter')
    await expectAccessible(page, 'the question before signing out')
    await question.getByRole('button', { name: 'Stay signed in' }).click()
    await expect(question).toHaveCount(0)
    await expect(out).toBeFocused()
    await expect(export_).toContainText('1,000 records')

    await out.click()
    await question.getByRole('button', { name: 'Sign out' }).click()
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    release()
    await signIn(page)
    await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
    await expect(tray(page)).toHaveCount(0)
  })

  test('an export that loses its session goes on once somebody has signed in again', async ({ page }) => {
    const context = page.context()
    let signedOut = false
    await context.route(/\/api\/transactions\?.*offset=999/, async (route: Route) => {
      if (signedOut) return route.continue()
      signedOut = true
      await context.clearCookies()
      const { cookie: _, ...headers } = await route.request().allHeaders()
      return route.continue({ headers })
    })
    await page.goto('/transactions')
    await page.getByRole('button', { name: 'Export transactions' }).click()
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    const export_ = one(page, 'Transactions, CSV')
    await expect(export_).toContainText('Signed out')
    const downloads = downloadsOf(page)
    await export_.getByRole('link', { name: 'Sign in and continue' }).click()
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    await signIn(page)
    const { told } = await filesOf(await downloads)
    expect(told.completeness).toBe('complete')
    await expect(page).toHaveURL(/\/transactions$/)
    await expect(export_).toContainText('Complete')
    // Whoever signs in after signing out finds nothing of it.
    await page.getByRole('button', { name: 'Sign out' }).click()
    await signIn(page)
    await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
    await expect(tray(page)).toHaveCount(0)
  })
})

test.describe('of a service that is held up', () => {
  test.use({ baseURL: ({ scripted }, use) => use(scripted.console) })

  test('it is watched, paused, and goes on from any page; two run at once; leaving warns', async ({
    page,
    scripted,
  }) => {
    const gate = held(scripted.passOn)
    scripted.script('/transactions', gate.script)
    await page.goto('/transactions')
    await page.getByRole('button', { name: 'Export transactions' }).click()
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    const transactions = one(page, 'Transactions, CSV')
    await expect(transactions).toContainText(/1,000 records, 1 page, .+ a second/)
    await transactions.getByRole('button', { name: 'Pause' }).click()
    await expect(transactions).toContainText('Paused')
    await expect(transactions.getByRole('button', { name: 'Resume' })).toBeFocused()
    await expect(tray(page)).toContainText('1 export paused')
    await expectAccessible(page, 'an export that is paused')

    await page.getByRole('link', { name: 'Vaults', exact: true }).click()
    await expect(rowLinks(tableOf(page, 'Vaults')).first()).toBeVisible()
    const vaults = await filesOf(await exportedFrom(page, 'vaults'))
    expect(vaults.told.completeness).toBe('complete')
    await expect(tray(page)).toContainText('1 of 2 exports paused')

    const leaving = page.waitForEvent('dialog')
    void page.close({ runBeforeUnload: true })
    const warning = await leaving
    expect(warning.type()).toBe('beforeunload')
    await warning.dismiss()

    const downloads = downloadsOf(page)
    gate.release()
    await transactions.getByRole('button', { name: 'Resume' }).click()
    const { told } = await filesOf(await downloads)
    expect(told.completeness).toBe('complete')
    expect(told.rows).toBeGreaterThan(1000)
  })

  test('a rate limit is waited out; a cancelled one leaves nothing', async ({ page, scripted }) => {
    let limited = false
    scripted.script('/transactions', (request, response) => {
      if (limited || !request.url?.includes('offset=999')) return scripted.passOn(request, response)
      limited = true
      return errorBody('ERR-03', { 'retry-after': '3' })(request, response)
    })
    await page.goto('/transactions')
    const { told } = await filesOf(
      await exportedFrom(page, 'transactions', async (dialogClosed) => {
        await dialogClosed
        await expect(one(page, 'Transactions, CSV')).toContainText(/The service asks to wait \(ERR-03\)/)
      }),
    )
    expect(told.completeness).toBe('complete')

    const gate = held(scripted.passOn)
    scripted.script('/transactions', gate.script)
    await page.getByRole('button', { name: 'Export transactions' }).click()
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    const running = page.getByRole('article', { name: 'Transactions, CSV' }).first()
    await running.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('article')).toHaveCount(1)
    gate.release()
  })

  test('what a failure stopped goes on from there, or is kept and named PARTIAL', async ({
    page,
    scripted,
  }) => {
    test.slow()
    const refusing: Script = (request, response) =>
      (request.url?.includes('offset=999') ? errorBody('ERR-00') : scripted.passOn)(request, response)
    scripted.script('/transactions', refusing)
    await page.goto('/transactions')
    await page.getByRole('button', { name: 'Export transactions' }).click()
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    const export_ = one(page, 'Transactions, CSV')
    await expect(export_).toContainText('Stopped by an error')
    await expect(export_).toContainText('ERR-00')
    const partly = downloadsOf(page)
    await export_.getByRole('button', { name: 'Keep what was read' }).click()
    const part = await filesOf(await partly)
    await expect(export_).toBeFocused()
    expect(part.file).toMatch(/\.PARTIAL\.csv$/)
    expect(part.told).toMatchObject({ completeness: 'partial', rows: 1000 })
    expect(part.told.reasons.join()).toContain('when 1,000 records had been read')
    await expect(export_).toContainText('PARTIAL')
    await expectAccessible(page, 'a partial export')
    await export_.getByRole('button', { name: 'Dismiss' }).click()

    await page.getByRole('button', { name: 'Export transactions' }).click()
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    await expect(export_).toContainText('Stopped by an error')
    scripted.reset()
    const wholly = downloadsOf(page)
    await export_.getByRole('button', { name: 'Try again from here' }).click()
    expect((await filesOf(await wholly)).told.completeness).toBe('complete')
    // It went on where it was: the first page was read to begin with and to see at the end what is new, and not for another try.
    const asked = scripted.received.map(({ target }) => new URL(target, 'http://service').searchParams)
    expect(asked.filter((query) => query.get('limit') === '1000')[0]?.get('offset')).toBe('999')
  })

  test('hidden characters are made visible, and stay in the facts as they are', async ({
    page,
    scripted,
  }) => {
    const list = longList(1500)
    const sent = {
      error_code: 'ERR-00',
      error_message: 'No\u202etes\u0007',
      details: '\u2067aside\u200b',
      code: '400',
    }
    scripted.script('/transactions', (request, response) =>
      (request.url?.includes('offset=999') ? json(sent, 400) : list)(request, response),
    )
    const asset = 'B\u202eTC\u0007'
    await page.goto(`/transactions?asset_id=${encodeURIComponent(asset)}`)
    await page.getByRole('button', { name: 'Export transactions' }).click()
    const dialog = page.getByRole('dialog', { name: 'Export transactions' })
    await expect(dialog).toContainText('Asset BU+202ETCU+0007')
    expect(await dialog.textContent()).not.toMatch(hiddenCharacters)
    await dialog.getByRole('button', { name: 'Export', exact: true }).click()

    const export_ = one(page, 'Transactions, CSV')
    await expect(export_).toContainText('Stopped by an error')
    await expect(export_).toContainText('NoU+202EtesU+0007 — U+2067asideU+200B')
    const downloads = downloadsOf(page)
    await export_.getByRole('button', { name: 'Keep what was read' }).click()
    const { told } = await filesOf(await downloads)
    await expect(export_).toContainText('after an error (NoU+202EtesU+0007) when 1,000 records had been read')
    await expect(export_).toContainText('Asset BU+202ETCU+0007')
    expect(await export_.textContent()).not.toMatch(hiddenCharacters)
    expect(told.reasons.join()).toContain('(No\u202etes\u0007)')
    expect(told.asked.parameters.asset_id).toBe(asset)

    await page.goto(`/balances?q=${encodeURIComponent('co\u2066ld')}`)
    await page.getByRole('button', { name: 'Export balances' }).click()
    const narrowed = page.getByRole('dialog', { name: 'Export balances' })
    await expect(narrowed).toContainText(
      'The file also includes rows that are hidden on this page by: coU+2066ld',
    )
    expect(await narrowed.textContent()).not.toMatch(hiddenCharacters)
  })

  test('a full disk ends it with what was read, as a file that is what its facts say', async ({
    page,
    scripted,
  }) => {
    scripted.script('/transactions', longList(6001))
    await page.goto('/transactions')
    const browser = await page.context().newCDPSession(page)
    // Two pages find room, and the third does not.
    await browser.send('Storage.overrideQuotaForOrigin', { origin: scripted.console, quotaSize: 5_000_000 })
    const { file, text, told } = await filesOf(await exportedFrom(page, 'transactions'))
    expect(file).toMatch(/\.PARTIAL\.csv$/)
    expect(told).toMatchObject({ completeness: 'partial', rows: 2998 })
    expect(told.reasons).toEqual([expect.stringMatching(/^This browser had no more room for the file/)])
    expect(text.split('\r\n')).toHaveLength(3000)
    expect(told.file.sha256).toBe(createHash('sha256').update(text).digest('hex'))
    const export_ = one(page, 'Transactions, CSV')
    await expect(export_).toContainText('PARTIAL: 2,998 rows')
    await expect(export_).toContainText('no more room for the file')
    await export_.getByRole('button', { name: 'Dismiss' }).click()

    await browser.send('Storage.overrideQuotaForOrigin', { origin: scripted.console })
    expect((await filesOf(await exportedFrom(page, 'transactions'))).told.completeness).toBe('complete')
  })
})

/** The names of the files that exports have in the browser's private file system. */
function exportsOnDisk(page: Page): Promise<readonly string[]> {
  return page.evaluate(async () => {
    const root = await navigator.storage.getDirectory()
    const names: string[] = []
    for await (const name of (await root.getDirectoryHandle('exports')).keys()) names.push(name)
    return names
  })
}

/** On the sign-in page that is open, with the demonstration's key for an account, which makes it another session. */
async function signInWith(page: Page, account: string): Promise<void> {
  await page.getByLabel('API key').fill(viewerKey)
  await page.getByLabel('Account id').fill(account)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
}

const hiddenCharacters = /[\p{Cc}\p{Cf}]/u

/** So many records, each of them longer than two kilobytes. */
function longList(count: number): Script {
  return (request, response) => {
    const asked = new URL(request.url ?? '', 'http://service').searchParams
    const offset = Number(asked.get('offset'))
    const length = Math.max(0, Math.min(Number(asked.get('limit')), count - offset))
    const transactions = Array.from({ length }, (_, index) => ({
      transaction_id: `txn_${offset + index}`,
      status: 'completed',
      transaction: { asset_id: 'BTC', amount: '0.1', fee: '0', note: 'long '.repeat(400) },
    }))
    const answer = length > 0 ? json({ transactions }) : errorBody('TXN-02')
    answer(request, response)
  }
}

/** Answers that wait at the second page until they are released. */
function held(otherwise: Script) {
  let release = () => {}
  const open = new Promise<void>((resolve) => {
    release = resolve
  })
  const script: Script = (request, response) =>
    (request.url?.includes('offset=999') ? after(open, otherwise) : otherwise)(request, response)
  return { script, release: () => release() }
}

function tray(page: Page): Locator {
  return page.getByRole('region', { name: 'Exports' })
}

function one(page: Page, name: string): Locator {
  return tray(page).getByRole('article', { name })
}

/** Exports the list of the page that is open, as CSV with all columns. */
async function exportedFrom(
  page: Page,
  what: string,
  meanwhile: (closed: Promise<void>) => Promise<void> = () => Promise.resolve(),
): Promise<readonly Download[]> {
  await page.getByRole('button', { name: `Export ${what}` }).click()
  const dialog = page.getByRole('dialog', { name: `Export ${what}` })
  const downloads = exportedIn(page, dialog)
  await meanwhile(dialog.waitFor({ state: 'hidden' }))
  return downloads
}

async function exportedIn(page: Page, dialog: Locator): Promise<readonly Download[]> {
  const downloads = downloadsOf(page)
  await dialog.getByRole('button', { name: 'Export', exact: true }).click()
  return downloads
}

/** The next two files that the page saves: an export and its facts. */
function downloadsOf(page: Page): Promise<readonly Download[]> {
  return new Promise((resolve) => {
    const found: Download[] = []
    const take = (download: Download) => {
      found.push(download)
      if (found.length < 2) return
      page.off('download', take)
      resolve(found)
    }
    page.on('download', take)
  })
}

function endsAsFacts(download: Download): number {
  return Number(download.suggestedFilename().endsWith('.facts.json'))
}

async function filesOf(downloads: readonly Download[]) {
  // The browser may begin either first.
  const [beside, file] = [...downloads].sort((one, other) => endsAsFacts(other) - endsAsFacts(one))
  if (!file || !beside) throw new Error('There are two files')
  expect(beside.suggestedFilename()).toBe(`${file.suggestedFilename()}.facts.json`)
  const text = await readFile(await file.path(), 'utf8')
  const told = facts.parse(JSON.parse(await readFile(await beside.path(), 'utf8')))
  return { file: file.suggestedFilename(), text, told }
}
