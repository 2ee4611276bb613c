/** People instead of keys: they sign in at a provider of identities, which is another site, and come back. */

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gatewayErrors } from '../src/contract/gateway-errors.ts'
import { expectAccessible } from './support/accessibility.ts'
import { account, keyOf } from './support/accounts.ts'
import { expectAddress } from './support/page.ts'
import { startGatewayBefore } from './support/product.ts'
import { startProvider, type TestProvider } from './support/provider.ts'
import { type ScriptedService, startScriptedService } from './support/scripted-service.ts'
import { openPreferences, pressSignOut } from './support/session.ts'
import { rowHeaderLinks, tableOf } from './support/table.ts'
import { test as base, expect } from './support/test.ts'

interface People {
  readonly service: ScriptedService
  readonly provider: TestProvider
  readonly address: string
}

const test = base.extend<object, { people: People }>({
  people: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from this pattern what the fixture needs, here nothing
    async ({}, use) => {
      const directory = await mkdtemp(join(tmpdir(), 'custody-people-'))
      const file = join(directory, 'accounts.json')
      await writeFile(
        file,
        JSON.stringify([
          { name: 'Treasury', groups: ['treasury'], apiKey: 'key-of-a', accountId: 'acct-1' },
          { name: 'Reserves', groups: ['treasury', 'audit'], apiKey: 'key-of-b' },
        ]),
      )
      const service = await startScriptedService()
      const provider = await startProvider()
      const gateway = await startGatewayBefore(service.address, {
        ...provider.environment,
        OIDC_ACCOUNTS_FILE: file,
      })
      provider.open(gateway.address)
      await use({ service, provider, address: gateway.address })
      await gateway.stop()
      await provider.close()
      await service.close()
      await rm(directory, { recursive: true })
    },
    { scope: 'worker' },
  ],
  baseURL: ({ people }, use) => use(people.address),
})

test.use({ viewport: { width: 1440, height: 900 } })

test('a person signs in at the provider, sees who reads what, switches the account and signs out of both @all', async ({
  page,
  people: { service },
}) => {
  service.script('*', account)
  const keysRead = () => service.received.map(keyOf)
  await page.goto('/vaults?vault_type=cold')
  const begin = page.getByRole('button', { name: 'Sign in with Example Bank' })
  await expect(begin).toBeVisible()
  await expect(page.getByRole('textbox')).toHaveCount(0)
  await expect(page.getByLabel('API key')).toHaveCount(0)
  await expectAccessible(page, 'signing in at a provider')
  await begin.click()
  await page.getByLabel('Name').fill('ana')
  await page.getByRole('button', { name: 'Continue' }).click()

  await expectAddress(page, '/vaults?vault_type=cold')
  const rows = rowHeaderLinks(tableOf(page, 'Vaults'))
  await expect(rows).toHaveCount(50)
  const frame = page.getByRole('banner')
  await expect(frame).toContainText('Ana Souza')
  await expect(frame).toContainText('Treasury')
  const preferences = await openPreferences(page)
  await expect(preferences).toContainText(/Signs out at \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC if idle/)
  expect(new Set(keysRead())).toEqual(new Set(['key-of-a']))

  service.reset()
  service.script('*', account)
  await preferences.getByRole('button', { name: 'Switch account' }).click()
  const choice = page.getByRole('dialog', { name: 'Switch account' })
  await expect(choice.getByRole('button', { name: 'Treasury' })).toHaveAttribute('aria-current', 'true')
  await expectAccessible(page, 'the choice of an account')
  await choice.getByRole('button', { name: 'Reserves' }).click()
  await expect(choice).toBeHidden()
  await expect(frame).toContainText('Reserves')
  await expect(rows).toHaveCount(50)
  // What the page before had asked for may come later than the switch.
  const keys = keysRead()
  expect(keys).toContain('key-of-b')
  expect(keys.slice(keys.indexOf('key-of-b'))).not.toContain('key-of-a')

  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expect(menu).toContainText('Ana Souza')
  await pressSignOut(menu)
  await page.getByRole('button', { name: 'Sign out of Example Bank' }).click()
  await expectAddress(page, '/sign-in')

  // Signing out ended the session at the provider too, so it asks again.
  await begin.click()
  await page.getByLabel('Name').fill('dan')
  await page.getByRole('button', { name: 'Continue' }).click()
  const banner = page.getByRole('status').filter({ hasText: gatewayErrors['GTW-15'].title })
  await expect(banner).toContainText(gatewayErrors['GTW-15'].advice)
  // After a refusal the console has the provider ask again.
  await begin.click()
  await expect(page.getByLabel('Name')).toBeVisible()
})
