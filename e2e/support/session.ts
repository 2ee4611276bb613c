/** Signing in, as a person does and by the API. */
import { type APIRequestContext, expect, type Locator, type Page } from 'playwright/test'
import { viewerKey } from '../../src/server/service/keys.ts'

/** A page, or the test's own requests. */
interface Requester {
  readonly request: APIRequestContext
}

/** Signs in by the one button that the embedded service offers, on the sign-in page that is open. */
export async function openDemonstration(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Open the demonstration' }).click()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
}

/** Signs in with a key on the sign-in page that is open, and for an account where one is named. */
export async function signInWith(page: Page, key: string, account?: string): Promise<void> {
  await page.getByLabel('API key').fill(key)
  if (account !== undefined) await page.getByLabel('Account id').fill(account)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
}

/** The menu at the reader's name in a page or a part of it; opened, where it is not. */
export async function openPreferences(within: Page | Locator): Promise<Locator> {
  const panel = within.getByRole('dialog', { name: 'Preferences' })
  if (!(await panel.isVisible())) await within.getByRole('button', { name: /^Preferences/ }).click()
  return panel
}

export async function pressSignOut(within: Page | Locator): Promise<void> {
  const panel = await openPreferences(within)
  await panel.getByRole('button', { name: 'Sign out', exact: true }).click()
}

/** Signs a page's browser in without the sign-in page: for tests of what comes after. Or the test's own requests. */
export async function startSession(
  { request }: Requester,
  apiKey = viewerKey,
  accountId?: string,
): Promise<void> {
  const answer = await request.post('/session', { data: { apiKey, accountId } })
  expect(answer.ok()).toBe(true)
}
