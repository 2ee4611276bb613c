/** An installation whose people sign in at a provider of identities: gateways with one secret, before one service. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { jsonBody, startGateway, type TestGateway } from '../../src/server/gateway/testing/gateway.ts'
import { startProvider, type TestProvider } from './provider.ts'
import * as upstream from './scripted-service.ts'

export const treasury = {
  name: 'Treasury',
  groups: ['treasury'],
  apiKey: 'key-of-treasury',
  accountId: 'acct-1',
}
export const reserves = { name: 'Reserves', groups: ['treasury', 'audit'], apiKey: 'key-of-reserves' }

export const beginBody = jsonBody({ from: null, anew: false })

export interface Installation {
  readonly service: upstream.ScriptedService
  readonly provider: TestProvider
  readonly gateway: TestGateway
  /** Another gateway of it, with other accounts or settings where they are named. */
  startCopy(
    accounts?: readonly object[],
    environment?: Readonly<Record<string, string>>,
  ): Promise<TestGateway>
  /** Opens the provider for the first gateway, as it is set up well, and forgets what the service received. */
  reset(): void
  keysUsed(): unknown[]
  close(): Promise<void>
}

export async function startInstallation(): Promise<Installation> {
  const directory = await mkdtemp(join(tmpdir(), 'custody-provider-'))
  const service = await upstream.startScriptedService()
  const provider = await startProvider()
  const copies: TestGateway[] = []
  const startCopy: Installation['startCopy'] = async (accounts = [treasury, reserves], environment = {}) => {
    const file = join(directory, `accounts-${copies.length}.json`)
    await writeFile(file, JSON.stringify(accounts))
    const copy = await startGateway({
      CUSTODY_API_URL: service.address,
      ...provider.environment,
      OIDC_ACCOUNTS_FILE: file,
      OIDC_ALLOWED_GROUPS: 'treasury, audit, staff',
      ...environment,
    })
    copies.push(copy)
    return copy
  }
  const gateway = await startCopy()
  provider.open(gateway.address)
  return {
    service,
    provider,
    gateway,
    startCopy,
    reset() {
      service.reset()
      provider.open(gateway.address)
    },
    keysUsed: () => service.received.map(({ headers }) => headers['x-api-key']),
    async close() {
      await Promise.all(copies.map((copy) => copy.close()))
      await provider.close()
      await service.close()
      await rm(directory, { recursive: true })
    },
  }
}
