/** The automatic refresh of the list of transactions, under a clock that the test has installed. */
import { expect, type Page } from 'playwright/test'
import type { ScriptedConsole } from './test.ts'

/** A reading of the first page of the list without filters; what is read ahead, and for the address book, are others. */
const firstPage = /\/transactions\?limit=\d+&offset=0$/

/** The readings of the list's first page that the service received. */
export function lists(scripted: ScriptedConsole) {
  return scripted.received.filter(({ target }) => firstPage.test(target))
}

/** Lets the clock pass the next automatic refresh, and waits until it has been answered. */
export async function nextRefresh(page: Page, scripted: ScriptedConsole): Promise<void> {
  const before = lists(scripted).length
  const answered = page.waitForResponse((response) => firstPage.test(response.url()))
  await page.clock.fastForward(31_000)
  await (await answered).finished()
  // The first answer may be that of a reading that was under way.
  await expect.poll(() => lists(scripted).length).toBeGreaterThan(before)
}
