/**
 * What came with the page: the session, and the first rows, which the page's own <head> asks for while the scripts still load. Either is
 * taken once. A page from the development server, or for somebody whose cookie did not come along, has neither.
 */
import { type SessionState, sessionElementId, sessionMarkHeader, sessionState } from '../contract/session.ts'

/** The session with which the page was sent. */
export function sessionOfPage(): SessionState | undefined {
  const element = document.getElementById(sessionElementId)
  element?.remove()
  return element ? sessionState.parse(JSON.parse(element.textContent)) : undefined
}

/** The gateway gives up before this; it is for a gateway that itself hangs. In milliseconds. */
export const requestTimeout = 90_000

let first: { readonly url: string; readonly answer: Promise<Response | null> } | null = null

/**
 * Takes over the request that the page's <head> began. A browser joins the two only where they are alike, so this one has no header of
 * its own; whose rows they are is seen by the answer's.
 */
export function takeOverFirstRequest(): void {
  const link = document.querySelector('link[rel="preload"][as="fetch"]')
  const url = link?.getAttribute('href')
  if (!url) return
  const answer = fetch(url, { credentials: 'same-origin', signal: AbortSignal.timeout(requestTimeout) })
  first = { url, answer: answer.catch(() => null) }
}

/** Whether the answer to the page's first request has rows, once its beginning is there: false where there is no such request. */
export async function isFirstAnswerGood(): Promise<boolean> {
  return (await first?.answer)?.ok ?? false
}

/** Older than this, it is asked for anew: a page may stay without its script for long. Milliseconds since the page was asked for. */
const keeps = 60_000

/** The answer to the page's first request, where that is what is asked for, in this session; null where it has to be asked for. */
export async function firstAnswer(url: string, session: string): Promise<Response | null> {
  if (first?.url !== url) return null
  const { answer } = first
  first = null
  const response = performance.now() < keeps ? await answer : null
  return response?.headers.get(sessionMarkHeader) === session ? response : null
}
