/** The books of a session: read once, found again by a reload and by other tabs, and gone with the session. */
import type { Page } from 'playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { signOut } from './support/session.ts'
import { expect, test, testWithBooks } from './support/test.ts'

test.use({ viewport: { width: 1440, height: 900 } })

const reportOf = (page: Page) => page.getByRole('region', { name: 'Reconciliation', exact: true })

/** Bytes that the browser keeps of books, and whether any of them can be read as they are. */
const keptIn = (page: Page) =>
  page.evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name }) => name)
    if (!names.includes('custody-console.books')) return { bytes: 0, isReadable: false }
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('custody-console.books')
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
    if (!database.objectStoreNames.contains('pieces')) return { bytes: 0, isReadable: false }
    const all = await new Promise<{ bytes: ArrayBuffer }[]>((resolve) => {
      const request = database.transaction('pieces').objectStore('pieces').getAll()
      request.onsuccess = () => resolve(request.result)
    })
    database.close()
    const text = all.map(({ bytes }) => new TextDecoder('latin1').decode(bytes)).join('')
    return { bytes: text.length, isReadable: /transaction|vault|completed/.test(text) }
  })

test('records are read once for all tabs of a session, kept unreadable to others, and gone when it ends @all', async ({
  page,
  context,
}) => {
  const asked: string[] = []
  context.on('request', (request) => {
    if (/\/api\/service\/transactions\?limit=1000\b/.test(request.url())) asked.push(request.url())
  })
  await page.goto('/vaults?limit=10')
  await expect(page.getByRole('region', { name: 'Records' })).toContainText(/1,300 records · /)
  await expectAccessible(page, 'how far the records are read')
  expect(asked).toEqual([])
  await page.getByRole('link', { name: 'Reconciliation', exact: true }).click()
  await expect(reportOf(page)).toContainText('As of', { timeout: 60_000 })
  expect(asked.length).toBeGreaterThan(0)
  await expect.poll(async () => (await keptIn(page)).bytes, { timeout: 60_000 }).toBeGreaterThan(100_000)
  expect((await keptIn(page)).isReadable).toBe(false)

  asked.length = 0
  await page.reload()
  await expect(reportOf(page)).toContainText('As of')
  const second = await context.newPage()
  await second.setViewportSize({ width: 1440, height: 900 })
  await second.goto('/reconciliation')
  await expect(reportOf(second)).toContainText('As of')
  expect(asked).toEqual([])

  await signOut(second)
  for (const tab of [page, second]) await expect(tab.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect.poll(() => keptIn(page)).toEqual({ bytes: 0, isReadable: false })
})

testWithBooks('what the books cannot answer is told, and answered once they can @all', async ({ page }) => {
  const main = page.getByRole('main')
  await page.route(/\/assets\/answer-.*\.js$/, (route) => route.abort())
  await page.goto('/statements?period=2026-01')
  await expect(main.getByRole('alert')).toContainText('could not be loaded')
  await page.unrouteAll()
  await main.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText(/holdings proved/).first()).toBeVisible()
})

testWithBooks(
  'a worker that ends without a word is replaced, and its books are opened again @all',
  async ({ page }) => {
    await page.goto('/review')
    await expect(page.getByRole('main').getByRole('table').first()).toBeVisible()
    const workers = page.workers()
    expect(workers).toHaveLength(1)
    for (const worker of workers) {
      const gone = worker.waitForEvent('close')
      await worker.evaluate(() => self.close())
      await gone
    }
    await page.getByRole('link', { name: 'Reconciliation', exact: true }).click()
    await expect(reportOf(page)).toContainText('As of')
  },
)
