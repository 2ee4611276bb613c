import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SessionState } from '../../contract/session.ts'
import type { Database } from '../../database/database.ts'
import type { LogStream } from './log.ts'
import type { OpenPacks } from './packs/open-packs.ts'
import type { Prices } from './prices.ts'
import type { Provider } from './provider.ts'
import type { People } from './reader.ts'
import type { KeyRing } from './sealing.ts'
import type { Sessions } from './session.ts'
import type { GatewaySettings } from './settings.ts'
import type { Signing } from './signing-key.ts'
import type { AccountSync } from './sync/account-sync.ts'
import type { Clock } from './sync/clock.ts'
import type { Trail } from './trail.ts'
import type { Upstream } from './upstream.ts'
import type { TextOrigin } from './watched-file.ts'

export interface ConsoleServer {
  addFiles(app: FastifyInstance): Promise<void>
  sendPage(request: FastifyRequest, reply: FastifyReply, session: SessionState | undefined): Promise<unknown>
  readonly needsNonce?: boolean
}

export interface GatewayOptions {
  readonly settings: GatewaySettings
  readonly service: {
    readonly address: string
    readonly embedded: boolean
    /** Lasting: the embedded service has another address at each start. */
    readonly name: string
  }
  /** For one-click sign-in; null where the service has no demonstration data. */
  readonly demonstrationKey: string | null
  readonly keyRing: KeyRing
  /** Null where no key could be kept. Nothing is signed then. */
  readonly signing: Signing | null
  readonly console: ConsoleServer
  /** Opens where records are kept. Asked again until it succeeds. Whoever gets a database closes it. */
  readonly openRecords: () => Promise<Database>
  /** The same where nothing is kept, but may have been before; null where it cannot have been. */
  readonly openLeftRecords: () => Promise<Database | null>
  /** Of the demonstration, where the operator has no file of prices; null where there is no demonstration. */
  readonly inventedPrices: TextOrigin | null
  readonly log?: LogStream
  /** Of tests. */
  readonly clock?: Clock
}

declare module 'fastify' {
  /** What a route is, beside its path and method. */
  interface FastifyContextConfig {
    /** In metrics and in the audit log. */
    endpointName?: string
    /** For the machine that watches: with any host name, and past the proxy. */
    isProbe?: boolean
    /** Another site may lead here. */
    isFromAnywhere?: boolean
    /** Answers also while the audit log cannot be written. */
    isUnaudited?: boolean
  }
}

export interface GatewayContext extends GatewayOptions {
  readonly clock: Clock
  readonly sessions: Sessions
  readonly trail: Trail
  readonly upstream: Upstream
  readonly people: People | undefined
  readonly provider: Provider | undefined
  readonly prices: Prices | null
  readonly sync: AccountSync
  readonly packs: OpenPacks
}
