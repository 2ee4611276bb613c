import { safeHttpLink } from './untrusted-text.ts'

/**
 * What the help of an error is: a link that a reader can open, an address on the machine of whoever sent it, or no address. A service
 * behind the gateway, such as the embedded one, knows itself by a loopback address: from a reader's browser that leads to another machine
 * or to nothing, so that it is no link, unless it is this console's own (`origin`).
 */
export function helpKind(help: string, origin: string): 'link' | 'local' | 'text' {
  const href = safeHttpLink(help)
  if (href === null) return 'text'
  const url = new URL(href)
  return url.origin !== origin && loopback.test(url.hostname) ? 'local' : 'link'
}

// As `URL` spells them, whatever they were written as.
const loopback = /^((.+\.)?localhost\.?|127(\.\d+){3}|0\.0\.0\.0|\[::1?\]|\[::ffff:7f[\da-f]{2}:[\da-f]+\])$/
