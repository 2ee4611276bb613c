/** Firefox as the system ships it, headless, over WebDriver BiDi. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import puppeteer from 'puppeteer-core'
import { findFirefox } from '../../scripts/programs.mjs'
import { type Driver, windowSize } from './driver.ts'

/** Starts it with a profile and a folder for downloads of its own. */
export async function startFirefox(): Promise<Driver> {
  const executablePath = findFirefox()
  if (executablePath === undefined) throw new Error('There is no Firefox here.')
  const downloads = await mkdtemp(join(tmpdir(), 'custody-console-firefox-'))
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    defaultViewport: windowSize,
    extraPrefsFirefox: {
      'browser.download.folderList': 2,
      'browser.download.dir': downloads,
      'browser.download.always_ask_before_handling_new_types': false,
    },
  })
  const [page = await browser.newPage()] = await browser.pages()
  return {
    downloads,
    open: async (address) => void (await page.goto(address)),
    back: async () => void (await page.goBack()),
    // Puppeteer's type for the arguments is narrower than what it takes.
    evaluate: (inPage, ...given) =>
      page.evaluate<unknown[], (...given: unknown[]) => never>(inPage as never, ...given),
    click: (x, y) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    async press(key, held) {
      if (held) await page.keyboard.down(held)
      await page.keyboard.press(key)
      if (held) await page.keyboard.up(held)
    },
    async choose(paths) {
      const field = await page.waitForSelector('input[type="file"]')
      await field?.uploadFile(...paths)
    },
    async close() {
      await browser.close()
      await rm(downloads, { recursive: true, force: true })
    },
  }
}
