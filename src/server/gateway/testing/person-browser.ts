/** A browser, as far as signing in at a provider of identities needs one: it keeps cookies, and follows where it is led by hand. */
import type { SessionState } from '../../../contract/session.ts'
import { providerAnswer } from '../../../contract/session-bodies.ts'
import { jsonBody, stateIn, type TestGateway } from './gateway.ts'

/** One browser before one gateway. */
export interface PersonBrowser {
  /** Asks the gateway, from its own page. */
  ask(path: string, init?: RequestInit): Promise<Response>
  state(): Promise<SessionState>
  /** Begins to sign in and does so at the provider, as somebody, or cancels there; the address that the provider leads back to. */
  atProvider(person: string | null, from?: string | null): Promise<URL>
  /** Goes to an address that the provider led to; where the gateway leads on to. */
  comeBack(to: URL): Promise<string>
  /** All of it. */
  signIn(person: string, from?: string | null): Promise<string>
  /** The browser's cookies, by their names. */
  readonly cookies: Map<string, string>
}

/** A browser without a cookie, or with those of another. */
export function openBrowser(gateway: TestGateway, cookies = new Map<string, string>()): PersonBrowser {
  const go = async (url: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    headers.set('cookie', [...cookies].map((each) => each.join('=')).join('; '))
    const answer = await fetch(url, { redirect: 'manual', ...init, headers })
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (/; expires=Thu, 01 Jan 1970/i.test(cookie)) cookies.delete(name)
      else cookies.set(name, value)
    }
    return answer
  }
  const browser: PersonBrowser = {
    cookies,
    ask: (path, init = {}) => {
      const headers = new Headers(init.headers)
      if (!headers.has('origin')) headers.set('origin', gateway.address)
      return go(gateway.address + path, { ...init, headers })
    },
    state: async () => stateIn(await browser.ask('/session')),
    async atProvider(person, from = null) {
      const begun = await browser.ask('/session/provider', jsonBody({ from, anew: false }))
      let to = new URL(providerAnswer.parse(await begun.json()).address)
      while (to.origin !== gateway.address) {
        const answer = to.pathname.startsWith('/interaction/')
          ? await go(to.href, {
              method: 'POST',
              body: new URLSearchParams(person === null ? {} : { person }),
            })
          : await go(to.href)
        const location = answer.headers.get('location')
        if (location === null) throw new Error(`the provider answered ${answer.status} at ${to.pathname}`)
        to = new URL(location, to)
      }
      return to
    },
    async comeBack(to) {
      const answer = await go(to.href, { headers: { 'sec-fetch-site': 'cross-site' } })
      if (answer.status !== 303) throw new Error(`the gateway answered ${answer.status}`)
      return answer.headers.get('location') ?? ''
    },
    signIn: async (person, from) => browser.comeBack(await browser.atProvider(person, from)),
  }
  return browser
}
