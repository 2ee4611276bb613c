/** What the gateway knows of the console's pages. */
import { apiPrefix } from '../../contract/session.ts'
import { firstReadAt, firstRequestOf } from '../../url/first-read.ts'
import { pageAt, pages } from '../../url/pages.ts'
import { pathOf, Refusal } from '../http.ts'
import { forwardedTarget } from './forwarding.ts'

export interface ConsolePage {
  readonly route: string
  readonly module: string
}

const signIn: ConsolePage = { route: '/sign-in', module: 'src/app/SignInPage.tsx' }

export const consolePages: readonly ConsolePage[] = [signIn, ...pages.map(consolePage)]

function consolePage({ path, view }: (typeof pages)[number]): ConsolePage {
  return { route: path, module: `src/features/${view}.tsx` }
}

export function consolePageAt(path: string): ConsolePage | null {
  if (path === signIn.route) return signIn
  const at = pageAt(path)
  return at && consolePage(at.page)
}

/** What the page at an address asks for first, if the gateway would forward it. */
export function firstTargetAt(address: string): string | null {
  const path = pathOf(address)
  const read = firstReadAt(path, address.slice(path.length))
  try {
    return read && apiPrefix + forwardedTarget(apiPrefix + firstRequestOf(read))
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}
