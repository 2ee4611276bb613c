import type { GatewayErrorCode } from '../../contract/gateway-errors.ts'
import { Refusal } from '../http.ts'

/** A failure that the gateway itself answers for. */
export class GatewayFailure extends Refusal<GatewayErrorCode> {}
