/** What a page with filters shows, as a link: for views that are kept, and to tell which of them is on screen. */
import { type ListCodec, withQuery } from './list-view.ts'
import { listAt, reconciliationView } from './lists.ts'

/** The page with filters at this path. */
function pageAt(
  path: string,
): { readonly title: string; readonly codec: ListCodec<string, string> } | undefined {
  return path === '/reconciliation' ? { title: 'Reconciliation', codec: reconciliationView } : listAt(path)
}

/**
 * The view at an address of this console, in its one spelling: filters, page size and sorting, from the first page on.
 * The open record is left out. Null for addresses that are no list page's, whatever they are.
 */
export function viewLink(address: string): string | null {
  const { pathname, search } = parts(address)
  const codec = pageAt(pathname)?.codec
  if (!codec) return null
  const view = codec.parse(search)
  // What is wrong stays, for the page to say so when the view is opened; what had no effect goes.
  const invalid = view.invalid.filter(({ reason }) => reason !== 'repeated' && reason !== 'empty')
  // A page of a list that grows is another page tomorrow. What was open goes with its page.
  return withQuery(pathname, codec.serialise(codec.apply(view, { offset: 0, invalid })))
}

/** What the list page at this address is called; null where there is none. */
export function listPageName(address: string): string | null {
  return pageAt(parts(address).pathname)?.title ?? null
}

/** Only a path counts: "//host/vaults" and "https://host/vaults" begin no page's path. */
function parts(address: string): { pathname: string; search: string } {
  const [path = ''] = address.split('#')
  const query = path.indexOf('?')
  return query < 0
    ? { pathname: path, search: '' }
    : { pathname: path.slice(0, query), search: path.slice(query) }
}
