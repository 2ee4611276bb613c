import { type GatewayErrorCode, isGatewayCode } from '../contract/error-codes.ts'

export const signInPath = '/sign-in'

/** History state of the sign-in page after signing out, in any tab. */
export const signedOut = 'signed-out'

/** History state of the sign-in page after a session of this reader ended. Null without one. */
export function endedSession(reader: string | null): { readonly ended: string } | null {
  return reader === null ? null : { ended: reader }
}

/** Whose session ended; null where none did. */
export function readerBefore(origin: unknown): string | null {
  const isKnown = typeof origin === 'object' && origin !== null && 'ended' in origin
  return isKnown && typeof origin.ended === 'string' ? origin.ended : null
}

/** Leads back to `location`. `again` asks even a reader with a session. */
export function signInHref(
  location: { pathname: string; search: string; hash: string },
  { again = false }: { again?: boolean } = {},
): string {
  const from = location.pathname + location.search + location.hash
  const query = new URLSearchParams({ ...(from === '/' ? {} : { from }), ...(again ? { again: '1' } : {}) })
  return query.size > 0 ? `${signInPath}?${query}` : signInPath
}

export function asksAgain(search: string): boolean {
  return new URLSearchParams(search).has('again')
}

/** Why the identity provider's sign-in failed, from the gateway's redirect. Null for any other text. */
export function signInProblem(search: string): GatewayErrorCode | null {
  const told = new URLSearchParams(search).get('error')
  return told !== null && isGatewayCode(told) ? told : null
}

/** Where to go after signing in: only ever a path of this console. */
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
