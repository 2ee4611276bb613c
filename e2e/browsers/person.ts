/** A person before a browser: finds what is on the screen by its role and name, presses it, types, and reads. */
import { expect } from 'playwright/test'
import type { Driver } from './driver.ts'

/** What can be named on a page, and the elements that it may be. */
const roles = {
  button: 'button, [role="button"], summary',
  link: 'a[href]',
  choice: 'label',
  row: '[data-row-id]',
  dialog: 'dialog[open], [role="dialog"]',
  region: 'section, [role="region"], article',
} as const
type Role = keyof typeof roles

/** An element that a person can name: its role, and its name as assistive technology says it. */
type Named = readonly [role: Role, name: string]

/** Presses what is named, once it is there and at rest and nothing lies over it: where a pointer would hit something else, it waits. */
export async function press(driver: Driver, role: Role, name: string, index = 0): Promise<void> {
  let point: readonly [number, number] | undefined
  await expect
    .poll(
      async () => {
        const found = await driver.evaluate(target, roles[role], name, index)
        const isAtRest = String(found) === String(point)
        point = typeof found === 'string' ? undefined : found
        return typeof found === 'string' ? found : isAtRest ? 'at rest' : 'moving'
      },
      { message: `${role} "${name}"` },
    )
    .toBe('at rest')
  if (point) await driver.click(...point)
}

export async function expectText(
  driver: Driver,
  [role, name]: Named,
  text: string | RegExp,
  timeout = 10_000,
): Promise<void> {
  const said = expect.poll(() => driver.evaluate(textOf, roles[role], name), {
    message: `${role} "${name}"`,
    timeout,
  })
  await (typeof text === 'string' ? said.toContain(text) : said.toMatch(text))
}

export function expectGone(driver: Driver, [role, name]: Named): Promise<void> {
  return expect
    .poll(() => driver.evaluate(textOf, roles[role], name), { message: `${role} "${name}"` })
    .toBeNull()
}

export function expectLocation(driver: Driver, address: string): Promise<void> {
  return expect.poll(() => driver.evaluate(() => location.pathname + location.search)).toBe(address)
}

export function rowIds(driver: Driver): Promise<(string | null)[]> {
  return driver.evaluate(
    (rows) => [...document.querySelectorAll(rows)].map((row) => row.getAttribute('data-row-id')),
    roles.row,
  )
}

/**
 * Where to press what is named, or what is in the way. It is called in the page, and so are the next two: they can use nothing of
 * this file.
 */
function target(selector: string, name: string, index: number): readonly [number, number] | string {
  const nameOf = (element: Element) => {
    const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : []
    const by = (element.getAttribute('aria-labelledby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id))
    const text =
      element.getAttribute('aria-label') ?? [...by, ...labels].map((each) => each?.textContent ?? '').join('')
    return (text || (element.textContent ?? '')).replace(/\s+/g, ' ').trim()
  }
  const found = [...document.querySelectorAll(selector)].filter(
    (element) => (name === '' || nameOf(element) === name) && element.getClientRects().length > 0,
  )[index]
  if (!found) return 'not there'
  if (found.matches(':disabled')) return 'disabled'
  found.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  const box = [...found.getClientRects()].find(({ width, height }) => width > 0 && height > 0)
  if (!box) return 'without a size'
  const [x, y] = [Math.round(box.left + box.width / 2), Math.round(box.top + box.height / 2)]
  const hit = document.elementFromPoint(x, y)
  if (hit && found.contains(hit)) return [x, y]
  return hit ? `under ${hit.outerHTML.slice(0, 120)}` : 'out of sight'
}

/** What is named says, as it is laid out; null where it is not there. An unnamed one is the first. */
function textOf(selector: string, name: string): string | null {
  const nameOf = (element: Element) =>
    element.getAttribute('aria-label') ??
    (element.getAttribute('aria-labelledby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' ')
  const found = [...document.querySelectorAll<HTMLElement>(selector)].find(
    (element) => (name === '' || nameOf(element).trim() === name) && element.getClientRects().length > 0,
  )
  return found ? found.innerText : null
}
