/** The way to the sign-in page and back to where one came from. */
import { type GatewayErrorCode, gatewayErrors } from '../contract/gateway-errors.ts'

/** Where one signs in. */
export const signInPath = '/sign-in'

/** The state of a visit to the sign-in page after signing out, in this tab or another one. */
export const signedOut = 'signed-out'

/** The sign-in page's address that leads back to `location`; `again` asks for a key even where there is a session. */
export function signInHref(
  location: { pathname: string; search: string; hash: string },
  { again = false }: { again?: boolean } = {},
): string {
  const from = location.pathname + location.search + location.hash
  const query = new URLSearchParams({ ...(from === '/' ? {} : { from }), ...(again ? { again: '1' } : {}) })
  return query.size > 0 ? `${signInPath}?${query}` : signInPath
}

/** Whether the sign-in page was asked for another key. */
export function asksAgain(search: string): boolean {
  return new URLSearchParams(search).has('again')
}

/** Why signing in at the provider of identities failed, as the gateway says in the address; null for whatever else stands there. */
export function signInProblem(search: string): GatewayErrorCode | null {
  const told = new URLSearchParams(search).get('error')
  return told !== null && isGatewayCode(told) ? told : null
}

function isGatewayCode(code: string): code is GatewayErrorCode {
  return Object.hasOwn(gatewayErrors, code)
}

/** Where to go after signing in: a path of this console and nothing else, whatever the link says. */
export function returnPath(search: string): string {
  const from = new URLSearchParams(search).get('from') ?? '/'
  // "//host" and "/\host" are other sites to a browser.
  if (!/^\/(?![/\\])/.test(from)) return '/'
  try {
    const url = new URL(from, 'https://console.invalid')
    const path = url.pathname + url.search + url.hash
    return url.origin === 'https://console.invalid' && !path.startsWith('//') && url.pathname !== signInPath
      ? path
      : '/'
  } catch {
    return '/'
  }
}
