/** WebKitGTK as Debian ships it, over WebDriver, on a screen that nobody sees. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Builder, By, Capabilities, Key as Code, until } from 'selenium-webdriver'
import { findWebKit } from '../../scripts/programs.mjs'
import { freePort } from '../../src/testing/sockets.ts'
import { type Driver, type KeyboardKey, windowSize } from './driver.ts'

const codes: Readonly<Partial<Record<KeyboardKey, string>>> = {
  Enter: Code.ENTER,
  Escape: Code.ESCAPE,
}

/** Starts it with a home and a folder for downloads of its own. */
export async function startWebKit(): Promise<Driver> {
  const found = findWebKit()
  if (found === undefined) throw new Error('There is no WebKit here.')
  const home = await mkdtemp(join(tmpdir(), 'custody-console-webkit-'))
  const downloads = join(home, 'downloads')
  await mkdir(downloads)
  await writeFile(join(home, 'user-dirs.dirs'), `XDG_DOWNLOAD_DIR="${downloads}"\n`)

  const screen = spawn(
    found.screen,
    ['-displayfd', '1', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'],
    {
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  )
  const [display] = await once(screen.stdout, 'data')
  const port = await freePort()
  const program = spawn(found.driver, [`--port=${port}`], {
    env: {
      PATH: process.env.PATH ?? '',
      HOME: home,
      XDG_CONFIG_HOME: home,
      DISPLAY: `:${String(display).trim()}`,
      // Root has no sandbox, and no graphics card is here.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
      WEBKIT_DISABLE_COMPOSITING_MODE: '1',
    },
    stdio: 'ignore',
  })
  await untilOpen(port)
  const driver = await new Builder()
    .disableEnvironmentOverrides()
    .usingServer(`http://127.0.0.1:${port}`)
    .withCapabilities(
      new Capabilities({
        browserName: 'MiniBrowser',
        'webkitgtk:browserOptions': { binary: found.browser, args: ['--automation'] },
      }),
    )
    .build()
  const { width, height } = windowSize
  await driver.manage().window().setRect({ width, height })
  return {
    downloads,
    open: (address) => driver.get(address),
    back: () => driver.navigate().back(),
    evaluate: (inPage, ...given) => driver.executeScript(inPage, ...given),
    click: (x, y) => driver.actions().move({ x, y }).click().perform(),
    type: (text) => driver.actions().sendKeys(text).perform(),
    press(key, held) {
      const code = codes[key] ?? key
      const actions = driver.actions()
      return (
        held ? actions.keyDown(Code.CONTROL).sendKeys(code).keyUp(Code.CONTROL) : actions.sendKeys(code)
      ).perform()
    },
    async choose(paths) {
      const field = await driver.wait(until.elementLocated(By.css('input[type="file"]')), 10_000)
      await field.sendKeys(paths.join('\n'))
    },
    async close() {
      await driver.quit()
      await Promise.all([ended(program), ended(screen)])
      await rm(home, { recursive: true, force: true })
    },
  }
}

async function ended(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit')
  if (child.kill()) await exited
}

/** The driver prints nothing when it is ready, so it is polled. */
async function untilOpen(port: number): Promise<void> {
  const deadline = Date.now() + 15_000
  for (;;)
    try {
      await fetch(`http://127.0.0.1:${port}/status`)
      return
    } catch (error) {
      if (Date.now() > deadline) throw error
      await new Promise((resolve) => setImmediate(resolve))
    }
}
