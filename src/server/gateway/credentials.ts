/** How a key travels to the service. */
import type { Credentials } from './reader.ts'
import type { GatewaySettings } from './settings.ts'

/** The headers that carry key and account id, under the names that the service wants. */
export function keyHeaders(
  settings: Pick<GatewaySettings, 'CUSTODY_API_KEY_HEADER' | 'CUSTODY_ACCOUNT_ID_HEADER'>,
  { apiKey, accountId }: Credentials,
): Record<string, string> {
  return {
    [settings.CUSTODY_API_KEY_HEADER]: apiKey,
    ...(accountId === null ? {} : { [settings.CUSTODY_ACCOUNT_ID_HEADER]: accountId }),
  }
}
