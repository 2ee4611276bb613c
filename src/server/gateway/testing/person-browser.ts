/** A browser, as far as signing in at a provider of identities needs one: it keeps cookies, and follows where it is led by hand. */
import { providerAnswer } from '../../../contract/session-bodies.ts'
import { jsonBody, stateIn, type TestGateway } from './gateway.ts'

export function openBrowser(gateway: TestGateway, cookies = new Map<string, string>()) {
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
  /** Asks the gateway, from its own page. */
  const ask = (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    if (!headers.has('origin')) headers.set('origin', gateway.address)
    return go(gateway.address + path, { ...init, headers })
  }
  /** Begins to sign in and does so at the provider, as somebody, or cancels there; the address that the provider leads back to. */
  const atProvider = async (person: string | null, from: string | null = null): Promise<URL> => {
    const begun = await ask('/session/provider', jsonBody({ from, anew: false }))
    let to = new URL(providerAnswer.parse(await begun.json()).address)
    while (to.origin !== gateway.address) {
      const body = new URLSearchParams(person === null ? {} : { person })
      const isAsked = to.pathname.startsWith('/interaction/')
      const answer = await go(to.href, isAsked ? { method: 'POST', body } : {})
      const location = answer.headers.get('location')
      if (location === null) throw new Error(`the provider answered ${answer.status} at ${to.pathname}`)
      to = new URL(location, to)
    }
    return to
  }
  const comeBack = async (to: URL): Promise<string> => {
    const answer = await go(to.href, { headers: { 'sec-fetch-site': 'cross-site' } })
    if (answer.status !== 303) throw new Error(`the gateway answered ${answer.status}`)
    return answer.headers.get('location') ?? ''
  }
  return {
    cookies,
    ask,
    atProvider,
    comeBack,
    state: async () => stateIn(await ask('/session')),
    signIn: async (person: string, from?: string) => comeBack(await atProvider(person, from)),
  }
}
