/**
 * `npm run bench:ui`: how soon the page of a hundred transactions answers, in a browser whose processor is slowed four times. Starts the
 * built product, and measures from each input until the frame that shows its answer is painted. Prints the median and the worst. Other
 * rows take what a browser takes to draw a hundred: they are compared with a copy of the same table that is drawn in the same run.
 */
import { availableParallelism, loadavg } from 'node:os'
import { chromium, type Page } from 'playwright'
import { findBrowser } from '../scripts/browser.mjs'
import { print, startProduct, summary } from './harness.ts'

const rounds = Number(process.argv[2] ?? 20)
const slowdown = 4
/** Within this an answer feels immediate. */
const limit = 100

interface Measure {
  readonly name: string
  /** Reads in the page what changes once the answer shows. */
  readonly look: () => unknown
  readonly before?: (page: Page, round: number) => Promise<unknown>
  readonly act: (page: Page, round: number) => Promise<unknown>
  readonly after?: (page: Page) => Promise<unknown>
}

const drawer = () => document.querySelector('dialog[open] header')?.textContent
const focusedRow = () => document.activeElement?.closest('tr')?.rowIndex
const shownRows = () =>
  [...document.querySelectorAll('a[data-row-id]')].map((row) => row.getAttribute('data-row-id')).join()

const measures: readonly Measure[] = [
  {
    name: 'open the drawer by click',
    look: drawer,
    // The pointer is there before its button is pressed. By the mouse itself, since click() first looks for what lies under it.
    before: (page, round) => pointAt(page, round % 12),
    act: async (page) => {
      await page.mouse.down()
      await page.mouse.up()
    },
    after: closeDrawer,
  },
  {
    name: 'close the drawer',
    look: drawer,
    before: openDrawer,
    act: (page) => page.keyboard.press('Escape'),
  },
  {
    name: 'step to the next record in the drawer',
    look: drawer,
    before: openDrawer,
    act: (page) => page.keyboard.press(']'),
    after: closeDrawer,
  },
  {
    name: 'move to the next row',
    look: focusedRow,
    before: (page) => page.locator('a[data-row-id]').first().focus(),
    act: (page) => page.keyboard.press('j'),
  },
  {
    name: 'turn the page',
    look: shownRows,
    act: (page, round) => page.keyboard.press(round % 2 === 0 ? 'n' : 'p'),
  },
  {
    name: 'change a filter',
    look: shownRows,
    before: (page) => page.getByRole('search').getByRole('button', { name: /^Type/ }).click(),
    act: (page, round) =>
      page
        .getByRole('dialog', { name: 'Type', exact: true })
        .getByRole('button', { name: round % 2 === 0 ? 'Deposit' : 'Withdraw' })
        .click({ timeout: 10_000 }),
  },
]

async function report(page: Page) {
  const slow: string[] = []
  print(
    `100 rows, processor slowed ${slowdown} times, ${rounds} rounds; milliseconds from input to painted frame`,
  )
  for (const { name, look, before, act, after } of measures) {
    const durations: number[] = []
    // The first round warms up what every page does once.
    for (let round = -1; round < rounds; round += 1) {
      await before?.(page, round + 1)
      await settled(page)
      await page.evaluate(`(${listen})(${look})`)
      await act(page, round + 1)
      const duration = await page.evaluate<number>('answer')
      await settled(page)
      await after?.(page)
      if (round >= 0) durations.push(duration)
    }
    await page.keyboard.press('Escape')
    const { median, worst } = summary(durations)
    const figures = `${name.padEnd(40)} median ${ms(median)}  worst ${ms(worst)}`
    if (look === shownRows) {
      const copy = await drawCopies(page)
      print(`     ${figures}  ${(median / copy).toFixed(1)} of a copied table (${ms(copy).trim()})`)
      continue
    }
    print(`${median > limit ? 'SLOW' : 'ok  '} ${figures}`)
    if (median > limit) slow.push(name)
  }
  const [load = 0] = loadavg()
  if (load > availableParallelism())
    print(
      `The machine was busy (load ${load.toFixed(1)} on ${availableParallelism()} processors): it was slowed by more than ${slowdown} times.`,
    )
  if (slow.length > 0) {
    print(`Slower than ${limit} ms: ${slow.join(', ')}.`)
    process.exitCode = 1
  }
}

/**
 * In the page: `window.answer` is how long it takes from when the browser receives the next input (the event's own time) until the first
 * frame is painted in which `look` reads something else.
 */
function listen(look: () => unknown) {
  const before = look()
  const answer = new Promise((resolve) => {
    const begin = (event: Event) => {
      removeEventListener('keydown', begin, true)
      removeEventListener('click', begin, true)
      const frame = () => {
        if (look() === before) return requestAnimationFrame(frame)
        // A message that is posted within a frame is handled once that frame is painted.
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => resolve(performance.now() - event.timeStamp)
        return port2.postMessage(null)
      }
      requestAnimationFrame(frame)
    }
    addEventListener('keydown', begin, true)
    addEventListener('click', begin, true)
  })
  Object.assign(window, { answer })
}

async function settled(page: Page) {
  await page.waitForLoadState('networkidle')
  await page.evaluate(
    () => new Promise((resolve) => requestIdleCallback(() => resolve(undefined), { timeout: 2000 })),
  )
}

/** How long a copy of the table takes from being put in its place to the painted frame; the median. */
async function drawCopies(page: Page): Promise<number> {
  const durations: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    await settled(page)
    durations.push(
      await page.evaluate(async () => {
        const table = document.querySelector('table')
        if (!table) throw new Error('the page has no table')
        const copy = document.importNode(table, true)
        const start = performance.now()
        table.replaceWith(copy)
        await new Promise<unknown>((resolve) =>
          requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel()
            port1.onmessage = resolve
            port2.postMessage(null)
          }),
        )
        const end = performance.now()
        copy.replaceWith(table)
        return end - start
      }),
    )
  }
  return summary(durations).median
}

async function openDrawer(page: Page) {
  await page.locator('a[data-row-id]').first().click()
  await page.getByRole('dialog', { name: 'Transaction', exact: true }).waitFor()
}

async function closeDrawer(page: Page) {
  await page.keyboard.press('Escape')
  await page.locator('dialog[open]').waitFor({ state: 'detached' })
}

async function pointAt(page: Page, place: number) {
  const box = await page.locator('tbody tr').nth(place).boundingBox()
  if (box) await page.mouse.move(box.x + 300, box.y + 10)
}

async function openPage(address: string) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.request.post(`${address}/session`, { data: { apiKey: 'demo-viewer-key' } })
  // With a filter of the type, which then has its chip.
  await page.goto(`${address}/transactions?limit=100&transaction_type=withdraw`)
  await page.locator('tbody tr').nth(99).waitFor()
  const client = await page.context().newCDPSession(page)
  await client.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  return page
}

function ms(milliseconds: number) {
  return milliseconds.toFixed(0).padStart(4)
}

const product = await startProduct({ DEMO_TRANSACTIONS: '2000', LOG_LEVEL: 'warn' })
const found = findBrowser()
const browser = await chromium.launch({
  ...(found && { executablePath: found.path }),
  args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
})
try {
  const page = await openPage(product.address)
  await report(page)
} finally {
  await browser.close()
  await product.stop()
}
