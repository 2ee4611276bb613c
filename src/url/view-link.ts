/** The link of a view: for saved views, and to tell which of them is on screen. */
import { type ListCodec, withQuery } from './list-view.ts'
import { listAt, reconciliationView } from './lists.ts'

function pageAt(
  path: string,
): { readonly title: string; readonly codec: ListCodec<string, string, string> } | undefined {
  return path === '/reconciliation' ? { title: 'Reconciliation', codec: reconciliationView } : listAt(path)
}

/** Filters, page size and sorting in their one spelling, without page and open record. Null if the address is no list page. */
export function viewLink(address: string): string | null {
  const { pathname, search } = parts(address)
  const codec = pageAt(pathname)?.codec
  if (!codec) return null
  const view = codec.parse(search)
  // Invalid values stay, so that the page reports them; what had no effect goes.
  const invalid = view.invalid.filter(({ reason }) => reason !== 'repeated' && reason !== 'empty')
  // Another page tomorrow, since lists grow.
  return withQuery(pathname, codec.serialise(codec.apply(view, { offset: 0, invalid })))
}

export function listPageName(address: string): string | null {
  return pageAt(parts(address).pathname)?.title ?? null
}

function parts(address: string): { pathname: string; search: string } {
  const [path = ''] = address.split('#')
  const query = path.indexOf('?')
  return query < 0
    ? { pathname: path, search: '' }
    : { pathname: path.slice(0, query), search: path.slice(query) }
}
