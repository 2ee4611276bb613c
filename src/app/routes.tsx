import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { matchRoutes, Outlet, type RouteObject, type ShouldRevalidateFunctionArgs } from 'react-router-dom'
import { pageBase } from '../api/open-pack.ts'
import { listAt, recordAt } from '../api/records.ts'
import { sessionQuery } from '../api/session.ts'
import { wholeListAt } from '../api/whole-list.ts'
import { lazyChunk } from '../ui/lazy.tsx'
import { type FirstRead, firstReads, pages } from '../url/pages.ts'
import { signInPath } from '../url/sign-in.ts'
import { Crash } from './Crash.tsx'
import { Shell } from './Shell.tsx'
import { useSessionFollowed } from './use-session.ts'

interface PageFile {
  readonly default: ComponentType
}

const files = import.meta.glob<PageFile>('../pages/*/*Page.tsx')

/** A page that is asked for waits for its code, and not long for its first rows, while the one before stays. */
export function consoleRoutes(client: QueryClient): RouteObject[] {
  return [
    {
      Component: Console,
      ErrorBoundary: Crash,
      children: [
        { path: signInPath, ...loaded(() => import('./SignInPage.tsx')) },
        {
          Component: Shell,
          children: [
            ...pages.map((page) => pageRoute(client, page)),
            { path: '*', ...loaded(() => import('./NotFoundPage.tsx')) },
          ],
        },
      ],
    },
  ]
}

function pageRoute(client: QueryClient, { path, view }: (typeof pages)[number]): RouteObject {
  const first = firstReads[path]
  const file = files[`../pages/${view}.tsx`]
  if (!file) throw new Error(`no file draws ${view}`)
  return {
    path,
    ...loaded(file),
    ...(first && {
      async loader({ request, params: { id, type = id } }) {
        await readFirst(client, first(new URL(request.url).search, type ?? ''))
        return null
      },
      shouldRevalidate: isOtherPage,
    }),
  }
}

/** Where its code cannot be loaded, drawing it says so: the router would draw nothing at all if `lazy` rejected. */
function loaded(file: () => Promise<PageFile>): RouteObject {
  const load = lazyChunk(file)
  const lazy = () =>
    load().then(
      ({ default: Component }) => ({ Component }),
      (error: unknown) => ({
        Component() {
          throw error
        },
      }),
    )
  return { lazy, ErrorBoundary: Crash }
}

/** Another filter is no other page: it asks for its rows itself. The address changes at once then, and a second change builds on the first. */
function isOtherPage({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean {
  return currentUrl.pathname !== nextUrl.pathname
}

/** Milliseconds. After that the page is drawn without its rows. */
const longestWait = 400

/** Nothing is read before somebody is known to be signed in. Never fails: the page says why. */
async function readFirst(client: QueryClient, read: FirstRead | null): Promise<void> {
  if (read === null || !client.getQueryData(sessionQuery.queryKey)?.signedIn) return
  await Promise.race([
    client.ensureQueryData<unknown>(queries[read.kind](read.target)).catch(() => {}),
    new Promise((resolve) => setTimeout(resolve, longestWait)),
  ])
}

const queries = { list: listAt, record: recordAt, whole: wholeListAt } satisfies Record<
  FirstRead['kind'],
  unknown
>

function Console() {
  useSessionFollowed()
  return <Outlet />
}

/**
 * Loads the code of a page when the pointer or the focus comes to a link to it. Its rows wait for the press: the audit log names who read
 * what, and a pointer reads nothing.
 */
export function preloadNearby(routes: RouteObject[]): void {
  const come = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null
    if (link?.origin !== window.location.origin) return
    for (const { route } of matchRoutes(routes, link.pathname, pageBase || '/') ?? [])
      if (typeof route.lazy === 'function') void route.lazy()
  }
  for (const event of ['pointerover', 'focusin']) document.addEventListener(event, come, { passive: true })
}
