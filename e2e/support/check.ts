/** The page that checks an address. */
import { expect, type Page } from 'playwright/test'
import { type TransactionItem, whitelistsOf } from './api.ts'
import { goWithin } from './within.ts'

/** Valid, and in no demonstration: from EIP-55, "Test Cases". */
export const unknown = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

/** The field for the address. */
export function field(page: Page) {
  return page.getByRole('textbox', { name: 'Address', exact: true })
}

/** What the page says of it, first of all. */
export function verdict(page: Page) {
  return page.getByRole('region', { name: 'Verdict' })
}

/** The first part of the page with this name. */
export function section(page: Page, name: string) {
  return page.getByRole('region', { name, exact: true }).first()
}

/** Opens the check of an address. */
export async function check(page: Page, address: string, further = ''): Promise<void> {
  await page.goto(`/check?address=${encodeURIComponent(address)}${further}`)
}

/** Goes on to the check of another address, on the page that is open. */
export async function checkNext(page: Page, address: string, further = ''): Promise<void> {
  await goWithin(page, `/check?address=${encodeURIComponent(address)}${further}`)
}

/** An address that nobody has, another one for each number below 256. */
export function stranger(number: number): string {
  return `0x${number.toString(16).padStart(2, '0')}${unknown.slice(4).toLowerCase()}`
}

/** Waits until the verdict has this title, and these words. */
export async function expectVerdict(page: Page, title: string, words: string): Promise<void> {
  await expect(verdict(page).getByRole('heading', { level: 2 })).toHaveText(title)
  await expect(verdict(page)).toContainText(words)
}

/** The transaction of a record; fails where there is none. */
export function sentOf(item: TransactionItem | undefined) {
  if (!item) throw new Error('the demonstration has no such transaction')
  return item.transaction
}

type Entry = Awaited<ReturnType<typeof whitelistsOf>>[number]['assets'][number]

/** The first whitelist with such an address that no other whitelist has. */
export async function listed(page: Page, isWanted: (entry: Entry) => boolean) {
  const all = (await whitelistsOf(page, 'limit=1000')).flatMap((list) =>
    list.assets.map((entry) => ({ name: list.whitelist_name, entry })),
  )
  const found = all.find(
    ({ name, entry }) =>
      isWanted(entry) &&
      all.every(
        (other) => other.name === name || other.entry.address.toLowerCase() !== entry.address.toLowerCase(),
      ),
  )
  if (!found) throw new Error('the demonstration has no such entry')
  return found
}
