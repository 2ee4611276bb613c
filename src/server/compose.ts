/** Starts service and gateway together, for `npm start` and the development server. */

import { existsSync } from 'node:fs'
import type { FastifyBaseLogger } from 'fastify'
import { isThere, openDatabase } from '../database/open.ts'
import type { ConsoleServer } from './gateway/context.ts'
import { createGateway } from './gateway/gateway.ts'
import { installationSecret, keyRing } from './gateway/sealing.ts'
import { type GatewaySettings, readGatewaySettings } from './gateway/settings.ts'
import { openSigning, type Signing } from './gateway/signing-key.ts'
import { errorText, systemCodeOf } from './http.ts'
import { printLines } from './program.ts'
import { viewerKey } from './service/keys.ts'
import { databasePlace, readServiceSettings, type ServiceSettings } from './service/settings.ts'
import { openLogged, startService } from './service/start.ts'
import type { Environment, ReadSettings } from './settings.ts'

/** Without `service`, the gateway reads a service elsewhere. */
interface ProgramSettings {
  readonly gateway: GatewaySettings
  readonly service?: ServiceSettings
}

export function readProgramSettings(environment: Environment): ReadSettings<ProgramSettings> {
  if ((environment.CUSTODY_API_URL ?? '').trim() !== '') {
    const { settings, problems } = readGatewaySettings(environment)
    return settings === undefined ? { problems } : { settings: { gateway: settings }, problems }
  }
  const gateway = readGatewaySettings({
    ...environment,
    // The operator's own, on this machine, and nobody else's.
    SYNC_PER_MINUTE: environment.SYNC_PER_MINUTE?.trim() || '100000',
  })
  const service = readServiceSettings({
    ...environment,
    // Only the gateway accepts outside callers. The service uses any free loopback port.
    HOST: '127.0.0.1',
    PORT: '0',
    // The gateway logs each request already.
    LOG_LEVEL: environment.LOG_LEVEL?.trim() || 'warn',
  })
  if (gateway.settings === undefined || service.settings === undefined)
    return { problems: [...new Set([...gateway.problems, ...service.problems])] }
  return { settings: { gateway: gateway.settings, service: service.settings }, problems: [] }
}

/** What takes a while when there is no embedded database yet. */
export function announceFirstStart({ service, gateway }: ProgramSettings): void {
  if (service && service.DATABASE_URL === undefined && !existsSync(gateway.DATA_DIR))
    printLines(
      ['First start: creating the database and its demonstration data takes a few seconds.'],
      process.stderr,
    )
}

/** The embedded database serves one opener: whoever else of this program keeps records there is handed the same. */
export async function compose(settings: ProgramSettings, console: ConsoleServer) {
  let log: FastifyBaseLogger | undefined
  const opened: { close(): Promise<void> }[] = []
  const keep = <Part extends { close(): Promise<void> }>(part: Part): Part => {
    opened.unshift(part)
    return part
  }
  const close = async () => {
    for (const part of opened.splice(0)) await part.close()
  }
  try {
    const database = settings.service && keep(await openLogged(settings.service, () => log))
    const service = settings.service && keep(await startService(settings.service, database))
    const secrets =
      settings.gateway.SESSION_SECRET ?? ([await installationSecret(settings.gateway.DATA_DIR)] as const)
    // The service's own stays open until the program ends.
    const openRecords = async () =>
      database ? { ...database, close: async () => {} } : await openDatabase(databasePlace(settings.gateway))
    const gateway = await createGateway({
      settings: settings.gateway,
      service: {
        address: service?.address ?? settings.gateway.CUSTODY_API_URL ?? '',
        embedded: service !== undefined,
        name: service ? `embedded:${service.installation}` : (settings.gateway.CUSTODY_API_URL ?? ''),
      },
      demonstrationKey: service?.demonstration ? viewerKey : null,
      keyRing: keyRing(secrets),
      signing: await signingOf(settings.gateway),
      console,
      inventedPrices: service?.prices ?? null,
      openRecords,
      openLeftRecords: async () =>
        database || isThere(databasePlace(settings.gateway)) ? await openRecords() : null,
    })
    log = gateway.log
    opened.unshift({ close: () => gateway.close() })
    return { gateway, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** A gateway without a key still reads, but signs nothing. */
async function signingOf({
  SIGNING_KEY,
  SIGNING_KEYS_PUBLIC,
  DATA_DIR,
}: GatewaySettings): Promise<Signing | null> {
  try {
    return await openSigning(SIGNING_KEY, DATA_DIR, SIGNING_KEYS_PUBLIC)
  } catch (error) {
    const advice = systemCodeOf(error) === '' ? '' : ' Set SIGNING_KEY, or make DATA_DIR writable.'
    printLines([`Nothing will be signed: ${errorText(error)}.${advice}`], process.stderr)
    return null
  }
}
