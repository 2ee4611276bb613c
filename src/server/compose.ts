/** Service and gateway put together by settings: what `npm start` and the development server have in common. */
import type { FastifyInstance } from 'fastify'
import { createGateway } from './gateway/gateway.ts'
import type { ConsoleServer } from './gateway/options.ts'
import { keptSecret, sealingKeys } from './gateway/sealing.ts'
import { type GatewaySettings, readGatewaySettings } from './gateway/settings.ts'
import { openSigning, type Signing } from './gateway/signing-key.ts'
import { readServiceSettings, type ServiceSettings } from './service/settings.ts'
import { startService } from './service/start.ts'
import type { Environment, ReadSettings } from './settings.ts'

/** What the whole program is set to. Without `service`, the gateway reads one that runs elsewhere. */
export interface ProgramSettings {
  readonly gateway: GatewaySettings
  readonly service?: ServiceSettings
}

/** Reads the settings of the gateway and, where it is to be embedded, of the service; all that is wrong comes back together. */
export function readProgramSettings(environment: Environment): ReadSettings<ProgramSettings> {
  const gateway = readGatewaySettings(environment)
  if ((environment.CUSTODY_API_URL ?? '').trim() !== '')
    return gateway.settings === undefined
      ? gateway
      : { settings: { gateway: gateway.settings }, problems: [] }

  const service = readServiceSettings({
    ...environment,
    // Only the gateway is for others: the service behind it listens where the operating system likes.
    HOST: '127.0.0.1',
    PORT: '0',
    // One line a request is enough, and the gateway writes it.
    LOG_LEVEL: environment.LOG_LEVEL?.trim() || 'warn',
  })
  if (gateway.settings === undefined || service.settings === undefined)
    return { problems: [...new Set([...gateway.problems, ...service.problems])] }
  return { settings: { gateway: gateway.settings, service: service.settings }, problems: [] }
}

/** A gateway that does not listen yet, with its service behind it. */
export interface Program {
  readonly gateway: FastifyInstance
  /** Lets requests in flight finish, then closes the gateway and its service. */
  close(): Promise<void>
}

/** Starts the service where it is embedded, and builds the gateway in front of it. */
export async function compose(settings: ProgramSettings, console: ConsoleServer): Promise<Program> {
  const service = settings.service && (await startService(settings.service))
  try {
    const secrets =
      settings.gateway.SESSION_SECRET ?? ([await keptSecret(settings.gateway.DATA_DIR)] as const)
    const gateway = await createGateway({
      settings: settings.gateway,
      service: {
        address: service?.address ?? settings.gateway.CUSTODY_API_URL ?? '',
        embedded: service !== undefined,
      },
      demonstrationKey: service?.demonstration ? 'demo-viewer-key' : null,
      sealingKeys: sealingKeys(secrets),
      signing: await signingOf(settings.gateway),
      console,
    })
    return {
      gateway,
      async close() {
        await gateway.close()
        await service?.close()
      },
    }
  } catch (error) {
    await service?.close()
    throw error
  }
}

/** Reading goes on where no key can be kept: exports are then unsigned, and say so. */
async function signingOf({ SIGNING_KEY, DATA_DIR }: GatewaySettings): Promise<Signing | null> {
  try {
    return await openSigning(SIGNING_KEY, DATA_DIR)
  } catch (error) {
    process.stderr.write(
      `Exports will not be signed: ${error instanceof Error ? error.message : String(error)}. Set SIGNING_KEY, or make DATA_DIR writable.\n`,
    )
    return null
  }
}
