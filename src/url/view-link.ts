/** What a page with filters shows, as a link: for views that are kept, and to tell which of them is on screen. */
import type { ListCodec } from './list-view.ts'
import { balancesView, transactionsView, vaultsView, whitelistsView } from './pages.ts'
import { reconciliationView } from './reconciliation.ts'

const pages: Readonly<Record<string, { readonly name: string; readonly link: (search: string) => string }>> =
  {
    '/transactions': { name: 'Transactions', link: linkWith('/transactions', transactionsView) },
    '/balances': { name: 'Balances', link: linkWith('/balances', balancesView) },
    '/balances/cold': { name: 'Cold balances', link: linkWith('/balances/cold', balancesView) },
    '/balances/warm': { name: 'Warm balances', link: linkWith('/balances/warm', balancesView) },
    '/vaults': { name: 'Vaults', link: linkWith('/vaults', vaultsView) },
    '/whitelists': { name: 'Whitelists', link: linkWith('/whitelists', whitelistsView) },
    '/reconciliation': { name: 'Reconciliation', link: linkWith('/reconciliation', reconciliationView) },
  }

/**
 * The view at an address of this console, in its one spelling: filters, page size and arrangement, from the first page on.
 * The open record is left out. Null for addresses that are no list page's, whatever they are.
 */
export function viewLink(address: string): string | null {
  const { pathname, search } = parts(address)
  return pageAt(pathname)?.link(search) ?? null
}

/** What the list page at this address is called; null where there is none. */
export function listPageName(address: string): string | null {
  return pageAt(parts(address).pathname)?.name ?? null
}

function pageAt(pathname: string) {
  return Object.hasOwn(pages, pathname) ? pages[pathname] : undefined
}

/** Only a path counts: "//host/vaults" and "https://host/vaults" begin no page's path. */
function parts(address: string): { pathname: string; search: string } {
  const [path = ''] = address.split('#')
  const query = path.indexOf('?')
  return query < 0
    ? { pathname: path, search: '' }
    : { pathname: path.slice(0, query), search: path.slice(query) }
}

function linkWith<F extends string, X extends string>(pathname: string, codec: ListCodec<F, X>) {
  return (search: string): string => {
    const view = codec.parse(new URLSearchParams(search))
    // What is wrong stays, for the page to say so when the view is opened; what had no effect goes.
    const refused = view.refused.filter(({ reason }) => reason !== 'repeated' && reason !== 'empty')
    // A page of a list that grows is another page tomorrow. What was open goes with its page.
    const query = codec.serialise(codec.apply(view, { offset: 0, refused })).toString()
    return query === '' ? pathname : `${pathname}?${query}`
  }
}
