/** What moves on a page without its reader's doing, by the browser's own measure, and answers of the gateway that arrive one by one. */
import { expect, type Page, type Route } from 'playwright/test'

export interface Shifts {
  /** What moved since it was last asked: one line each, with what moved from where to where. */
  take(): Promise<readonly string[]>
}

/** Watches from the next page load on. */
export async function watchShifts(page: Page): Promise<Shifts> {
  await page.addInitScript(() => {
    interface Source {
      readonly node: Node | null
      readonly previousRect: DOMRectReadOnly
      readonly currentRect: DOMRectReadOnly
    }
    const shifts: string[] = []
    const nameOf = (node: Node | null): string => {
      const element = node instanceof Element ? node : node?.parentElement
      if (!element) return 'something that is gone'
      const name = element.getAttribute('aria-label') ?? element.textContent ?? ''
      return `<${element.localName}> “${name.replace(/\s+/g, ' ').trim().slice(0, 60)}”`
    }
    const placeOf = ({ x, y, width, height }: DOMRectReadOnly) => `${[x, y, width, height].map(Math.round)}`
    const note = (entries: readonly PerformanceEntry[]) => {
      for (const entry of entries) {
        // What moves within half a second of a press is taken for its answer.
        if (Reflect.get(entry, 'hadRecentInput') === true) continue
        const sources: readonly Source[] = Reflect.get(entry, 'sources')
        const moved = sources.map(
          ({ node, previousRect, currentRect }) =>
            `${nameOf(node)} ${placeOf(previousRect)} → ${placeOf(currentRect)}`,
        )
        shifts.push(`${Number(Reflect.get(entry, 'value')).toFixed(4)}: ${moved.join('; ')}`)
      }
    }
    const observer = new PerformanceObserver((list) => note(list.getEntries()))
    observer.observe({ type: 'layout-shift', buffered: true })
    Object.assign(window, {
      takeShifts: () => {
        note(observer.takeRecords())
        return shifts.splice(0)
      },
    })
  })
  return {
    take: async () => {
      await painted(page)
      return await page.evaluate(() => Reflect.get(window, 'takeShifts')())
    },
  }
}

/** Holds what the page asks of the API, and gives it one answer at a time, each on a page that has drawn the one before. */
export async function answerOneByOne(page: Page): Promise<{ settled: () => Promise<void> }> {
  const waiting: Route[] = []
  let underway = 0
  await page.route(/\/api\/(?!revision)/, (route) => void waiting.push(route))
  return {
    /** Resolves once everything was answered and drawn. */
    settled: () =>
      expect
        .poll(
          async () => {
            const route = waiting.shift()
            if (route !== undefined) {
              underway += 1
              // A page that was left may have given its request up.
              await route.continue().catch(() => {})
              await route
                .request()
                .response()
                .catch(() => null)
              underway -= 1
            }
            await painted(page)
            return waiting.length + underway + (await page.locator('[aria-busy="true"]').count())
          },
          { intervals: [50], timeout: 30_000 },
        )
        .toBe(0),
  }
}

/** Two frames later: what was there to draw is drawn, and its shifts are told. */
function painted(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise<void>((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))),
      ),
  )
}
