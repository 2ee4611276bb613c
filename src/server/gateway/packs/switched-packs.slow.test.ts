/** Packs of a person who goes on with another account: each account has its own. */
import { generateKeyPairSync } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startProvider } from '../../../../e2e/support/provider.ts'
import * as upstream from '../../../../e2e/support/scripted-service.ts'
import { type MadePack, madePacksPath } from '../../../contract/packs.ts'
import { startApi } from '../../testing/console-api.ts'
import { newFolder } from '../../testing/folder.ts'
import { serveOneTransaction } from '../../testing/syncing.ts'
import { expectFailure, forTests, jsonBody } from '../testing/gateway.ts'
import { openBrowser } from '../testing/person-browser.ts'

const service = forTests(await upstream.startScriptedService())
const provider = forTests(await startProvider())
service.script('*', serveOneTransaction)

it('are listed and sent for the account of which they are made, and for no other', async () => {
  const folder = await newFolder()
  const accounts = join(folder, 'accounts.json')
  const accountOf = (name: string) => ({ name, groups: ['treasury'], apiKey: `key of ${name}` })
  await writeFile(accounts, JSON.stringify([accountOf('Treasury'), accountOf('Reserves')]))
  const { privateKey } = generateKeyPairSync('ed25519')
  const { gateway, pass } = await startApi({
    ...provider.environment,
    ...{ CUSTODY_API_URL: service.address, OIDC_ACCOUNTS_FILE: accounts, DATA_DIR: folder },
    ...{ SIGNING_KEY: privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64') },
    ...{ SESSION_IDLE_MINUTES: '1000', SESSION_HOURS: '700' },
  })
  provider.open(gateway.address)
  for (const seconds of [20, 40, 60, 300]) await pass(seconds)
  const { signIn, state, ask } = openBrowser(gateway)
  await signIn('ana')
  const packs = async (): Promise<readonly MadePack[]> => (await ask(madePacksPath)).json()
  const file = async (id: string) => {
    const { fingerprint } = await state()
    return await ask(`${madePacksPath}/${id}?fingerprint=${fingerprint}`)
  }
  const begun = await ask(madePacksPath, jsonBody({ period: '2026-10', vaults: null, reference: null }))
  const { id }: MadePack = await begun.json()
  await expect.poll(packs, { timeout: 60_000 }).toMatchObject([{ id, state: 'ready' }])
  await ask('/session/account', jsonBody({ account: 'Reserves' }))
  expect(await packs()).toEqual([])
  await expectFailure(await file(id), 'GTW-05')
  await ask(`${madePacksPath}/${id}`, { method: 'DELETE' })
  await ask('/session/account', jsonBody({ account: 'Treasury' }))
  expect(await packs()).toMatchObject([{ id, state: 'ready' }])
  const answer = await file(id)
  expect(answer.status).toBe(200)
  await answer.arrayBuffer()
})
