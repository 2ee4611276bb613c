/** What the console waits for before it draws anything: so that the first thing drawn is the page with its rows, and none is drawn twice. */
import type { QueryClient } from '@tanstack/react-query'
import { isFirstAnswerGood } from '../api/request.ts'
import type { FirstPage } from './App.tsx'
import { pageAt } from './pages.ts'

/** Longer is not waited: then the page is drawn as far as it is there. Milliseconds. */
const longestWait = 400

/**
 * The page at this address with, in `client`, the rows that came with it; null where it takes long, cannot be fetched, or is another's to
 * show, such as the sign-in page.
 */
export async function firstPage(
  client: QueryClient,
  { pathname, search }: Location,
): Promise<FirstPage | null> {
  const at = pageAt(pathname)
  if (!at) return null
  const { page, name } = at
  const readRows = async () => {
    if (await isFirstAnswerGood()) await page.prefetch?.(client, search, name)
  }
  const all = Promise.all([page.load(), readRows()]).then(
    ([{ default: View }]) => ({ page, View }),
    () => null,
  )
  return await Promise.race([all, new Promise<null>((resolve) => setTimeout(resolve, longestWait, null))])
}
