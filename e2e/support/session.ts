/** Signing in, as a person does and as fast as can be. */
import { expect, type Page } from 'playwright/test'
import { viewerKey } from './test.ts'

/** Signs in by the one button that the embedded service offers, on the sign-in page that is open. */
export async function signIn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Open the demonstration' }).click()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
}

/** Signs the page's browser in without the sign-in page: for tests of what comes after. */
export async function startSession(page: Page): Promise<void> {
  const answer = await page.request.post('/session', { data: { apiKey: viewerKey } })
  expect(answer.ok()).toBe(true)
}
