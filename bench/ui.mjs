/**
 * `npm run bench:ui`: how soon the page of a hundred transactions answers, in a browser whose processor is slowed four times. Starts the
 * built product, and measures from each input until the frame that shows its answer is painted. Prints the median and the worst. A record
 * is there with its amount; when all of its fields are, which may be a frame later, is printed beside it. Other rows take what a browser
 * takes to draw a hundred: they are held against a copy of the same table that is drawn in the same run.
 */
import { availableParallelism, loadavg } from 'node:os'
import { chromium } from 'playwright'
import { findBrowser } from '../scripts/browser.mjs'
import { startProduct, summary } from './product.mjs'

const rounds = Number(process.argv[2] ?? 20)
const slowdown = 4
/** Within this an answer feels like one's own doing. */
const limit = 100

/**
 * What is measured: a name, what the answer shows in, what brings the page to where it begins, the input, and what comes after.
 * @typedef {import('playwright').Page} Page
 * @typedef {'record' | 'closed' | 'focus' | 'field' | 'rows'} Place
 * @typedef {{ name: string, shows: Place, before?: (page: Page, round: number) => Promise<unknown>, act: (page: Page, round: number) => Promise<unknown>, after?: (page: Page) => Promise<unknown> }} Measure
 */

/** @type {readonly Measure[]} */
const measures = [
  {
    name: 'open the drawer by click',
    shows: 'record',
    // The pointer is there before its button is pressed. By the mouse itself: to look for what lies under it first, as click() does, is work
    // in the page that no reader causes.
    before: (page, round) => pointAt(page, round % 12),
    act: async (page) => {
      await page.mouse.down()
      await page.mouse.up()
    },
    after: closeDrawer,
  },
  {
    name: 'open the drawer by Enter',
    shows: 'record',
    before: (page) => page.locator('a[data-row-id]').first().focus(),
    act: (page) => page.keyboard.press('Enter'),
    after: closeDrawer,
  },
  {
    name: 'close the drawer',
    shows: 'closed',
    before: async (page) => {
      await page.locator('a[data-row-id]').nth(3).click()
      await page.getByRole('dialog', { name: 'Transaction', exact: true }).waitFor()
    },
    act: (page) => page.keyboard.press('Escape'),
  },
  {
    name: 'step to the next record in the drawer',
    shows: 'record',
    before: async (page) => {
      if ((await page.locator('dialog[open]').count()) > 0) return
      await page.locator('a[data-row-id]').first().click()
      await page.getByRole('dialog', { name: 'Transaction', exact: true }).waitFor()
    },
    act: (page) => page.keyboard.press(']'),
  },
  {
    name: 'move to the next row',
    shows: 'focus',
    before: async (page) => {
      if ((await page.locator('dialog[open]').count()) > 0) await closeDrawer(page)
      if ((await page.locator('a[data-row-id]:focus').count()) === 0)
        await page.locator('a[data-row-id]').first().focus()
    },
    act: (page) => page.keyboard.press('j'),
  },
  {
    name: 'type in a filter',
    shows: 'field',
    before: async (page) => {
      if ((await page.locator('[popover] input:focus').count()) > 0) return
      await page.getByRole('search').getByRole('button', { name: 'Asset' }).click()
      await page.locator('[popover] input').first().focus()
    },
    act: (page, round) => page.keyboard.press('ETHUSDC'.charAt(round % 7)),
  },
  {
    name: 'turn the page',
    shows: 'rows',
    act: (page, round) => page.keyboard.press(round % 2 === 0 ? 'n' : 'p'),
  },
  {
    name: 'change a filter',
    shows: 'rows',
    before: (page) => page.getByRole('search').getByRole('button', { name: /^Type/ }).click(),
    act: (page, round) =>
      page
        .getByRole('option', { name: round % 2 === 0 ? /^Deposit/ : /^Withdraw/ })
        .click({ timeout: 10_000 }),
  },
]

/** Measures everything in turn, and says what took longer than it may. */
async function report(/** @type {Page} */ page) {
  const slow = []
  console.log(
    `100 rows, processor slowed ${slowdown} times, ${rounds} rounds; milliseconds from input to painted frame`,
  )
  for (const { name, shows, before, act, after } of measures) {
    const durations = []
    const wholes = []
    // The first round warms up what every page does once.
    for (let round = -1; round < rounds; round += 1) {
      await before?.(page, round + 1)
      await settled(page)
      const answer = await listen(page, shows)
      await act(page, round + 1)
      const { answered, whole } = await answer()
      await settled(page)
      await after?.(page)
      if (round < 0) continue
      durations.push(answered)
      if (whole !== null) wholes.push(whole)
    }
    await page.keyboard.press('Escape')
    const { median, worst } = summary(durations)
    if (shows === 'rows') {
      const copy = await drawCopies(page)
      console.log(
        `     ${name.padEnd(40)} median ${ms(median)}  worst ${ms(worst)}  ${(median / copy).toFixed(1)} of a copied table (${ms(copy).trim()})`,
      )
      continue
    }
    const late = durations.filter((duration) => duration > limit).length
    const all = wholes.length > 0 ? summary(wholes) : null
    console.log(
      `${median > limit ? 'SLOW' : 'ok  '} ${name.padEnd(40)} median ${ms(median)}  worst ${ms(worst)}` +
        (late > 0 ? `, ${late} of ${rounds} over ${limit}` : '') +
        (all ? `  all fields: median ${ms(all.median)}  worst ${ms(all.worst)}` : ''),
    )
    if (median > limit) slow.push(name)
  }
  const [load = 0] = loadavg()
  if (load > availableParallelism())
    console.log(
      `The machine was busy (load ${load.toFixed(1)} on ${availableParallelism()} processors): it was slowed by more than ${slowdown} times.`,
    )
  if (slow.length > 0) {
    console.error(`Slower than ${limit} ms: ${slow.join(', ')}.`)
    process.exitCode = 1
  }
}

/**
 * Waits in the page for the next input, and from when the browser received it (the event's own time) until the first frame that shows
 * its answer is painted; for a record also until the first that shows all of it.
 */
async function listen(/** @type {Page} */ page, /** @type {Place} */ shows) {
  await page.evaluate((place) => {
    const drawer = () => document.querySelector('dialog[open]')?.textContent ?? null
    const seen = () => {
      const { activeElement } = document
      if (place === 'focus') return activeElement?.closest('tr')?.rowIndex
      if (place === 'field') return activeElement instanceof HTMLInputElement ? activeElement.value : null
      if (place === 'rows')
        return [...document.querySelectorAll('a[data-row-id]')]
          .map((row) => row.getAttribute('data-row-id'))
          .join()
      return drawer()
    }
    const before = seen()
    const digits = (/** @type {string} */ text) => text.replaceAll(/[^0-9.]/g, '')
    /** The row whose record is asked for: the one that was pressed, or else the one after the open one. */
    const asked = (/** @type {Event} */ event) => {
      const pressed = event.target instanceof Element ? event.target.closest('tr') : null
      if (pressed !== null) return pressed.querySelector('a[data-row-id]')
      const links = [...document.querySelectorAll('a[data-row-id]')]
      const open = new URLSearchParams(location.search).get('tx')
      return links[links.findIndex((link) => link.getAttribute('data-row-id') === open) + 1] ?? null
    }
    const isAnswered = (/** @type {Element | null} */ row) => {
      if (seen() === before) return false
      if (place === 'closed') return drawer() === null
      if (place !== 'record') return true
      // Of the record that was asked for, and not of the one before.
      const label = row?.getAttribute('aria-label')?.split(' ') ?? []
      const amount = digits(label.find((word) => /^[0-9.]+$/.test(word)) ?? 'none')
      return digits(document.querySelector('dialog[open] header')?.textContent ?? '').startsWith(amount)
    }
    const isWhole = (/** @type {Element | null} */ row) =>
      drawer()?.includes(row?.getAttribute('data-row-id') ?? 'none') ?? false
    const answered = new Promise((resolve) => {
      const begin = (/** @type {Event} */ event) => {
        removeEventListener('keydown', begin, true)
        removeEventListener('click', begin, true)
        const row = asked(event)
        /** When the first frame is painted in which something is so. */
        const painted = (/** @type {() => boolean} */ isSo) =>
          new Promise((settle) => {
            const frame = () => {
              if (!isSo()) return requestAnimationFrame(frame)
              // A message that is posted within a frame is handled once that frame is painted.
              const { port1, port2 } = new MessageChannel()
              port1.onmessage = () => settle(performance.now() - event.timeStamp)
              return port2.postMessage(null)
            }
            requestAnimationFrame(frame)
          })
        const both = [
          painted(() => isAnswered(row)),
          place === 'record' ? painted(() => isAnswered(row) && isWhole(row)) : Promise.resolve(null),
        ]
        resolve(Promise.all(both).then(([first, whole]) => ({ answered: first, whole })))
      }
      addEventListener('keydown', begin, true)
      addEventListener('click', begin, true)
    })
    Object.assign(globalThis, { answered })
  }, shows)
  return () =>
    page.evaluate(
      () =>
        /** @type {Promise<{ answered: number, whole: number | null }>} */ (
          Reflect.get(globalThis, 'answered')
        ),
    )
}

/** Waits until nothing is drawn or fetched any more. */
async function settled(/** @type {Page} */ page) {
  await page.waitForLoadState('networkidle')
  await page.evaluate(
    () => new Promise((resolve) => requestIdleCallback(() => resolve(undefined), { timeout: 2000 })),
  )
}

/** How long a copy of the table takes from being put in its place to the painted frame; the median. */
async function drawCopies(/** @type {Page} */ page) {
  const durations = []
  for (let round = 0; round < rounds; round += 1) {
    await settled(page)
    durations.push(
      await page.evaluate(async () => {
        const table = document.querySelector('table')
        if (!table) throw new Error('the page has no table')
        const copy = document.importNode(table, true)
        const start = performance.now()
        table.replaceWith(copy)
        await new Promise((resolve) =>
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

async function closeDrawer(/** @type {Page} */ page) {
  await page.keyboard.press('Escape')
  await page.locator('dialog[open]').waitFor({ state: 'detached' })
}

async function pointAt(/** @type {Page} */ page, /** @type {number} */ place) {
  const box = await page.locator('tbody tr').nth(place).boundingBox()
  if (box) await page.mouse.move(box.x + 300, box.y + 10)
}

async function openPage(/** @type {string} */ address) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.request.post(`${address}/session`, { data: { apiKey: 'demo-viewer-key' } })
  await page.goto(`${address}/transactions?limit=100`)
  await page.locator('tbody tr').nth(99).waitFor()
  const client = await page.context().newCDPSession(page)
  await client.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  return page
}

/** Whole milliseconds, in a column. */
function ms(/** @type {number} */ milliseconds) {
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
