/** The automatic half of accessibility. What a person has to judge (order, words, focus) is in the tests of the journeys. */
import axe from 'axe-core'
import { expect, type Page } from 'playwright/test'
import { isWholeSet } from '../../src/testing/cases.ts'

const levels = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
const rulesOfColour = ['color-contrast', 'link-in-text-block']

/** Fails with every finding of axe on the page as it stands, in light and in dark, one a line: rule, element, what is wrong. */
export async function expectAccessible(page: Page, state: string, isWanted = isWholeSet): Promise<void> {
  if (!isWanted) return
  await inTheme(page, 'light')
  const light = await findingsOf(page, { type: 'tag', values: levels })
  await inTheme(page, 'dark')
  // The themes differ in their tokens alone, so that only what is about colours can come out differently.
  const dark = await findingsOf(page, { type: 'rule', values: rulesOfColour })
  await inTheme(page, 'light')
  expect({ light, dark }, `findings of axe on: ${state}`).toEqual({ light: [], dark: [] })
}

/** Runs axe in the page. It is brought in once, and what it says of all that passed stays there: both take longer than to run it. */
async function findingsOf(page: Page, runOnly: axe.RunOnly): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  return await page.evaluate(async (only): Promise<readonly string[]> => {
    const { violations }: axe.AxeResults = await Reflect.get(globalThis, 'axe').run(document, {
      resultTypes: ['violations'],
      runOnly: only,
    })
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) =>
        `${id} at ${target.join(' ')}: ${failureSummary ?? ''}`.replace(/\s+/g, ' '),
      ),
    )
  }, runOnly)
}

/** In the whole set: no finding of axe, and no scrolling sideways on a phone. The window is as wide after it as before. */
export async function expectSound(page: Page, state: string): Promise<void> {
  if (!isWholeSet) return
  await expectAccessible(page, state)
  const size = page.viewportSize()
  await page.setViewportSize({ width: 360, height: 800 })
  await expectNoSidewaysScroll(page, `${state} at 360 px`)
  if (size) await page.setViewportSize(size)
}

export async function expectNoSidewaysScroll(page: Page, state: string): Promise<void> {
  const excess = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  await expect.poll(excess, `pixels beyond the window on: ${state}`).toBeLessThanOrEqual(0)
}

/** As the system asks for; waits out what fades or slides, which until then has not its own colours yet. */
async function inTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })
}
