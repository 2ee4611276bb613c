/** Asks for the code and the first rows of a page together. */
import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { pageBase } from '../api/open-pack.ts'
import { readAheadOf } from '../api/records.ts'
import { isFirstAnswerGood } from '../api/request.ts'
import { sessionQuery } from '../api/session.ts'
import { wholeListQuery } from '../api/whole-list.ts'
import { lazyComponent } from '../ui/lazy.tsx'
import { firstReadAt } from '../url/first-read.ts'
import { pageAt, pages } from '../url/pages.ts'

const files = import.meta.glob<{ readonly default: ComponentType }>('../pages/*/*Page.tsx')

const views = new Map(pages.map(({ view }) => [view, lazyComponent(fileOf(view))]))

function fileOf(view: string) {
  const load = files[`../pages/${view}.tsx`]
  if (!load) throw new Error(`no file draws ${view}`)
  return load
}

export const pageRoutes = pages.map(({ path, view }) => ({ path, Component: views.get(view)?.View ?? null }))

export async function loadPageAt(pathname: string): Promise<void> {
  const at = pageAt(pathname)
  await (at && views.get(at.page.view)?.load())
}

/** Reads what the page at an address shows first. Never fails: the page says why. */
export async function readFirst(client: QueryClient, pathname: string, search: string): Promise<void> {
  const read = firstReadAt(pathname, search)
  if (read?.of === 'balances') await client.prefetchQuery(wholeListQuery('balances', {}, read.type))
  else if (read) await readAheadOf(client, read.of, read.target)
}

/** Begins to read what a page shows first while its code loads. */
export function readAhead(client: QueryClient, pathname: string, search: string): void {
  const isSignedIn = client.getQueryData(sessionQuery.queryKey)?.signedIn
  if (isSignedIn) void readFirst(client, pathname, search)
}

/** Milliseconds. After that the page is drawn without its rows. */
const longestWait = 400

/** Resolves once the page has its code and, in `client`, its first rows; also when they fail or take too long. */
export async function firstPage(client: QueryClient, { pathname: path, search }: Location): Promise<void> {
  const pathname = path.slice(pageBase.length) || '/'
  const readRows = async () => {
    if (await isFirstAnswerGood()) await readFirst(client, pathname, search)
  }
  await inTime([loadPageAt(pathname), readRows()])
}

/** The same for who has just signed in. The form stays until the page can be drawn, however long its code takes. */
export async function pageBehindSignIn(client: QueryClient, to: string): Promise<void> {
  const { pathname, search } = new URL(to, window.location.href)
  await Promise.allSettled([loadPageAt(pathname), inTime([readFirst(client, pathname, search)])])
}

async function inTime(work: readonly Promise<void>[]): Promise<void> {
  await Promise.race([Promise.allSettled(work), new Promise((resolve) => setTimeout(resolve, longestWait))])
}
