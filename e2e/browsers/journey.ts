/** What people do all day, in Firefox and WebKit; the other tests run in Chromium alone. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test as base, expect } from 'playwright/test'
import { type Driver, windowSize } from './driver.ts'
import { startFirefox } from './firefox.ts'
import { expectGone, expectLocation, expectText, press, rowIds } from './person.ts'
import { startWebKit } from './webkit.ts'

const test = base.extend<{ driver: Driver }, { signedIn: Driver }>({
  signedIn: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from this pattern what the fixture needs, here nothing
    async ({}, use, { project }) => {
      const driver = await (project.name === 'Firefox' ? startFirefox() : startWebKit())
      try {
        await driver.open(address('/'))
        await press(driver, 'button', 'Open the demonstration')
        await expectLocation(driver, '/')
        await use(driver)
      } finally {
        await driver.close()
      }
    },
    { scope: 'worker' },
  ],
  driver: async ({ signedIn }, use) => {
    await signedIn.open(address('/transactions'))
    await signedIn.evaluate(collectErrors)
    await expect.poll(async () => (await rowIds(signedIn)).length).toBe(50)
    await use(signedIn)
    await expectNoErrors(signedIn)
  },
})

test('filters, opens by pointer and key, turns the page and goes back', async ({ driver }) => {
  const before = await rowIds(driver)
  await press(driver, 'button', 'Filter')
  await press(driver, 'choice', 'Completed')
  await driver.press('Enter')
  await expectLocation(driver, '/transactions?status=completed')
  await expect.poll(() => rowIds(driver)).not.toEqual(before)
  const [first, second] = await rowIds(driver)

  await press(driver, 'row', '', 0)
  await expectLocation(driver, `/transactions?status=completed&tx=${first}`)
  await expectText(driver, ['dialog', 'Transaction'], 'Completed')
  // The drawer must not cover the filters.
  await press(driver, 'button', 'Next transaction')
  await expectLocation(driver, `/transactions?status=completed&tx=${second}`)
  await driver.press('Escape')
  await expectGone(driver, ['dialog', 'Transaction'])
  await driver.press('j')
  await driver.press('Enter')
  await expectText(driver, ['dialog', 'Transaction'], 'Completed')
  await driver.press('Escape')
  await expectGone(driver, ['dialog', 'Transaction'])

  await press(driver, 'link', 'Next')
  await expectLocation(driver, '/transactions?status=completed&offset=50')
  await expect.poll(async () => (await rowIds(driver))[0]).not.toBe(first)
  await driver.back()
  await expectLocation(driver, '/transactions?status=completed')
  await expect.poll(async () => (await rowIds(driver))[0]).toBe(first)
})

test('the palette takes what is typed at once, and dialogs are as high as what they hold', async ({
  driver,
}) => {
  await driver.press('k', 'Control')
  await driver.type('review')
  await expectText(driver, ['dialog', 'Search'], 'Whitelist review')
  await driver.press('Enter')
  await expect.poll(() => driver.evaluate(() => location.pathname)).toBe('/review')
  await driver.back()
  await driver.type('?')
  await expectWhole(driver, 'Keyboard shortcuts')
  await driver.press('Escape')
  await press(driver, 'button', 'Export transactions')
  await expectWhole(driver, 'Export transactions')
  await driver.press('Escape')
  await press(driver, 'button', 'Filter')
  await expectWhole(driver, 'Filters')
  await driver.press('Escape')
})

test('exports arrive, and evidence is verified', async ({ driver }) => {
  const endings = async () => (await readdir(driver.downloads)).map((name) => name.slice(name.indexOf('.')))
  await visit(driver, '/transactions?status=failed')
  await press(driver, 'button', 'Export transactions')
  for (const [format, ending] of [
    ['CSV', '.csv'],
    ['JSON', '.json'],
    ['Excel', '.xlsx'],
  ] as const) {
    await press(driver, 'link', format)
    await expect.poll(endings, { message: `files of ${format}` }).toEqual(expect.arrayContaining([ending]))
  }
  expect(await endings()).toHaveLength(3)
  await visit(driver, '/reconciliation')
  await press(driver, 'button', 'Export Reconciliation')
  await press(driver, 'choice', 'Signed')
  await press(driver, 'link', 'CSV')
  await expect.poll(endings).toContain('.csv.zip')
  const files = await readdir(driver.downloads)

  await visit(driver, '/verify')
  await driver.choose(files.filter((name) => /\.zip$/.test(name)).map((name) => join(driver.downloads, name)))
  await expectText(driver, ['region', 'What was signed'], 'Report: reconciliation', 60_000)
})

/** Waits for a dialog that is as high as its content, or at least half the window. */
async function expectWhole(driver: Driver, name: string): Promise<void> {
  await expectText(driver, ['dialog', name], /\S/)
  const { height, content } = await driver.evaluate((name) => {
    const dialog = [...document.querySelectorAll('dialog[open], [role="dialog"]')].find(
      (each) => each.getAttribute('aria-label') === name || each.querySelector('h2')?.textContent === name,
    )
    const body = [...(dialog?.querySelectorAll('*') ?? [])].map((each) => each.getBoundingClientRect().height)
    return { height: dialog?.getBoundingClientRect().height ?? 0, content: Math.max(0, ...body) }
  }, name)
  expect(height, `${name}: the dialog`).toBeGreaterThanOrEqual(Math.min(content, 0.5 * windowSize.height))
}

function address(path: string): string {
  return `${process.env.E2E_ADDRESS}${path}`
}

/** Opens an address, if the page before has reported no error. */
async function visit(driver: Driver, path: string): Promise<void> {
  await expectNoErrors(driver)
  await driver.open(address(path))
  await driver.evaluate(collectErrors)
}

async function expectNoErrors(driver: Driver): Promise<void> {
  expect(await driver.evaluate(() => Reflect.get(window, 'collected') ?? []), 'errors in the page').toEqual(
    [],
  )
}

/** Keeps what the page reports as an error from now on; called in the page. */
function collectErrors(): void {
  const errors: string[] = []
  Object.assign(window, { collected: errors })
  window.addEventListener('error', ({ message }) => errors.push(message))
  window.addEventListener('unhandledrejection', ({ reason }) => errors.push(String(reason)))
}
