import type { GatewayOptions } from './options.ts'
import type { Provider } from './provider.ts'
import type { People } from './reader.ts'
import type { Sessions } from './session.ts'
import type { Trail } from './trail.ts'
import type { Upstream } from './upstream.ts'

export interface GatewayContext extends GatewayOptions {
  readonly sessions: Sessions
  readonly trail: Trail
  readonly upstream: Upstream
  /** Undefined where people sign in with a key. */
  readonly people: People | undefined
  readonly provider: Provider | undefined
}
