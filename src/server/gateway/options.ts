import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SessionState } from '../../contract/session.ts'
import type { LogStream } from './log.ts'
import type { SealingKeys } from './sealing.ts'
import type { GatewaySettings } from './settings.ts'
import type { Signing } from './signing-key.ts'

export interface ConsoleServer {
  addFiles(app: FastifyInstance): Promise<void>
  sendPage(request: FastifyRequest, reply: FastifyReply, session: SessionState | undefined): Promise<unknown>
  readonly needsNonce?: boolean
}

export interface GatewayOptions {
  readonly settings: GatewaySettings
  readonly service: { readonly address: string; readonly embedded: boolean }
  /** For one-click sign-in; null where the service has no demonstration data. */
  readonly demonstrationKey: string | null
  readonly sealingKeys: SealingKeys
  /** Null where no key could be kept: then exports are not signed. */
  readonly signing: Signing | null
  readonly console: ConsoleServer
  readonly log?: LogStream
}
