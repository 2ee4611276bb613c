/** The automatic half of accessibility. What a person has to judge (order, words, focus) is in the tests of the journeys. */
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from 'playwright/test'

const levels = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Fails with every finding of axe on the page as it stands, one a line: rule, element, what is wrong. */
export async function expectAccessible(page: Page, state: string): Promise<void> {
  await settled(page)
  const { violations } = await new AxeBuilder({ page }).withTags(levels).analyze()
  const findings = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) =>
      `${id} at ${target.join(' ')}: ${failureSummary ?? ''}`.replace(/\s+/g, ' '),
    ),
  )
  expect(findings, `findings of axe on: ${state}`).toEqual([])
}

/** Fails where the page as a whole can be scrolled sideways. */
export async function expectNoSidewaysScroll(page: Page, state: string): Promise<void> {
  const excess = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  await expect.poll(excess, `pixels beyond the window on: ${state}`).toBeLessThanOrEqual(0)
}

/** Waits out what fades or slides in: until then it has not its own colours yet. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })
}
