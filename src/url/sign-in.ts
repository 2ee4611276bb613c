/** The way to the sign-in page and back to where one came from. */

/** The sign-in page's address that leads back to `location`. */
export function signInHref(location: { pathname: string; search: string; hash: string }): string {
  const from = location.pathname + location.search + location.hash
  return from === '/' ? '/sign-in' : `/sign-in?${new URLSearchParams({ from })}`
}

/** Where to go after signing in: a path of this console and nothing else, whatever the link says. */
export function returnPath(search: string): string {
  const from = new URLSearchParams(search).get('from') ?? '/'
  // "//host" and "/\host" are other sites to a browser.
  if (!/^\/(?![/\\])/.test(from)) return '/'
  try {
    const url = new URL(from, 'https://console.invalid')
    const path = url.pathname + url.search + url.hash
    return url.origin === 'https://console.invalid' && !path.startsWith('//') && url.pathname !== '/sign-in'
      ? path
      : '/'
  } catch {
    return '/'
  }
}
