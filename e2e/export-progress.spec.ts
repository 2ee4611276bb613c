/** Exports on their way: watched, refused, held up by a rate limit, a failure or the network, and folded once they are done. */
import { expectAccessible } from './support/accessibility.ts'
import { beginTransactions, exportedFrom, leaveOutDates, one, textOf, tray } from './support/export.ts'
import { goWithin } from './support/page.ts'
import { after, errorBody, type Script } from './support/scripted-service.ts'
import { startSession } from './support/session.ts'
import { rowLinks, tableOf } from './support/table.ts'
import { expect, test } from './support/test.ts'

test.use({ dates: true, viewport: { width: 1440, height: 900 } })

test.describe('of the demonstration', () => {
  test.beforeEach(({ page }) => startSession(page))

  test('an export that is refused is not tried again, one that ended is folded, and offline one waits @all', async ({
    page,
    context,
  }) => {
    await test.step('a filter that the service refuses is not tried again', async () => {
      await page.goto('/transactions?status=nonsense')
      await beginTransactions(page)
      const export_ = one(page, 'Transactions, CSV')
      await expect(export_).toContainText('Refused: the service does not accept this filter.')
      await expect(export_).toContainText('TXN-01')
      await expect(export_.getByRole('button', { name: /Try again/ })).toHaveCount(0)
      await export_.getByRole('button', { name: 'Cancel' }).click()
      await expect(tray(page)).toHaveCount(0)
    })

    await test.step('what has ended well stands in one line when another is begun, and unfolds', async () => {
      await goWithin(page, '/vaults?limit=5')
      const lines = (await textOf(await exportedFrom(page, 'vaults'))).trim().split('\r\n')
      const first = one(page, 'Vaults, CSV').last()
      await exportedFrom(page, 'vaults')
      await expect(first).toContainText(`Complete, ${lines.length - 1} rows`)
      await expect(first.getByRole('button', { name: 'Save again' })).toHaveCount(0)
      // The pager can be pressed beside them.
      await page.getByRole('link', { name: 'Next', exact: true }).click({ trial: true })
      await first.getByRole('button', { name: 'Expand' }).click()
      await expect(first).toContainText('Saved as vaults_')
      await expect(first.getByRole('button', { name: 'Save again' })).toBeVisible()
      await expectAccessible(page, 'exports of which one is folded')
    })

    await test.step('offline, it says so, and goes on by itself', async () => {
      await goWithin(page, '/transactions?limit=10')
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
      const download = exportedFrom(page, 'transactions', undefined, leaveOutDates)
      await begun
      await expect(one(page, 'Transactions, CSV')).toContainText('This browser is offline')
      offline = false
      await context.setOffline(false)
      expect((await download).suggestedFilename()).toMatch(/Z\.csv$/)
    })
  })
})

test.describe('of a service that is held up', () => {
  test.use({ baseURL: ({ scripted }, use) => use(scripted.console) })

  test('it is watched, and goes on from any page; two run at once; leaving warns @all', async ({
    page,
    scripted,
  }) => {
    const gate = held(scripted.passOn)
    scripted.script('/transactions', gate.script)
    await page.goto('/transactions?limit=10')
    await beginTransactions(page)
    const transactions = one(page, 'Transactions, CSV')
    await expect(transactions).toContainText(/1,000 records, 1 page/)
    await expect(tray(page)).toContainText('1 export running')
    await expectAccessible(page, 'an export that is on its way')

    await page.getByRole('link', { name: 'Vaults', exact: true }).click()
    await expect(rowLinks(tableOf(page, 'Vaults')).first()).toBeVisible()
    expect((await exportedFrom(page, 'vaults')).suggestedFilename()).toMatch(/Z\.csv$/)
    await expect(tray(page)).toContainText('1 of 2 exports running')

    const leaving = page.waitForEvent('dialog')
    void page.close({ runBeforeUnload: true })
    const warning = await leaving
    expect(warning.type()).toBe('beforeunload')
    await warning.dismiss()

    const download = page.waitForEvent('download')
    gate.release()
    const whole = await download
    expect(whole.suggestedFilename()).toMatch(/Z\.csv$/)
    expect((await textOf(whole)).split('\r\n').length).toBeGreaterThan(1000)
  })

  test('a wait that begins ten minutes after the export is counted from then @all', async ({
    page,
    scripted,
  }) => {
    // The worker has the true clock: the page is ten minutes late, and catches up once the export waits for its second page.
    await page.clock.install({ time: Date.now() - 600_000 })
    const gate = held(errorBody('ERR-03', { 'retry-after': '30' }))
    scripted.script('/transactions', (request, response) =>
      (request.url?.includes('offset=999') ? gate.script : scripted.passOn)(request, response),
    )
    await page.goto('/transactions?limit=10')
    await beginTransactions(page)
    await expect(one(page, 'Transactions, CSV')).toContainText('1,000 records, 1 page')
    await page.clock.fastForward(600_000)
    // The first text that is shown: a second later the countdown is right in any case.
    const first = page.evaluate(
      () =>
        new Promise<string>((resolve) => {
          new MutationObserver(() => {
            const [, seconds] = /continues by itself in (\d+) s/.exec(document.body.innerText) ?? []
            if (seconds) resolve(seconds)
          }).observe(document.body, { subtree: true, childList: true, characterData: true })
        }),
    )
    gate.release()
    // A little over 30: the two clocks are a moment apart.
    expect(Number(await first)).toBeLessThan(100)
  })

  test('what a failure stopped goes on from there @all', async ({ page, scripted }) => {
    const refusing: Script = (request, response) =>
      (request.url?.includes('offset=999') ? errorBody('ERR-00') : scripted.passOn)(request, response)
    scripted.script('/transactions', refusing)
    await page.goto('/transactions?limit=10')
    await beginTransactions(page)
    const export_ = one(page, 'Transactions, CSV')
    await expect(export_).toContainText('Stopped by an error')
    await expect(export_).toContainText('ERR-00')
    await expectAccessible(page, 'an export that an error stopped')
    scripted.reset()
    const download = page.waitForEvent('download')
    await export_.getByRole('button', { name: 'Try again from here' }).click()
    expect((await download).suggestedFilename()).toMatch(/Z\.csv$/)
    // It went on where it was: the first page was read to begin with and to see at the end what is new, and not for another try.
    const asked = scripted.received.map(({ target }) => new URL(target, 'http://service').searchParams)
    expect(asked.filter((query) => query.get('limit') === '1000')[0]?.get('offset')).toBe('999')
  })
})

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
