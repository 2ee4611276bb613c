import { startSession } from './support/session.ts'
import { rowLinks, tableOf } from './support/table.ts'
import { test } from './support/test.ts'

for (let i = 0; i < 6; i++)
  test(`load ${i}`, async ({ page }) => {
    const t0 = performance.now()
    await startSession(page)
    const t1 = performance.now()
    const asked: string[] = []
    page.on('request', (r) => asked.push(r.url()))
    await page.goto(i % 2 ? '/transactions?limit=10' : '/transactions?limit=50')
    const t2 = performance.now()
    await rowLinks(tableOf(page, 'Transactions')).nth(9).waitFor()
    const t3 = performance.now()
    await page.waitForLoadState('networkidle')
    const t4 = performance.now()
    console.log(
      i,
      'session',
      Math.round(t1 - t0),
      'goto',
      Math.round(t2 - t1),
      'rows',
      Math.round(t3 - t2),
      'idle',
      Math.round(t4 - t3),
      'asked',
      asked.length,
      'api',
      asked.filter((a) => a.includes('/api/')).length,
      'dates',
      asked.filter((a) => a.includes('_date')).length,
    )
  })
