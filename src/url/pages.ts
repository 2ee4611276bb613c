/** The pages. Routes, navigation, finder and keys follow from them. `view` is the file in `pages` that draws one. */
import { type ListParameters, listTarget, recordTarget } from '../contract/console-targets.ts'
import { limitRange, pathSegment } from '../contract/endpoints.ts'
import { balanceTypes } from '../contract/enumerations.ts'
import { periodReports } from '../contract/period-reports.ts'
import { misleads } from '../contract/request-path.ts'
import { transactionsCodec, vaultsCodec, whitelistsCodec } from './lists.ts'
import { listRequest } from './page-state.ts'

const records = [
  { path: '/transactions', label: 'Transactions', key: 'g t', view: 'transactions/TransactionsPage' },
  { path: '/balances', label: 'Balances', key: 'g b', view: 'balances/BalancesPage' },
  { path: '/vaults', label: 'Vaults', key: 'g v', view: 'vaults/VaultsPage' },
  { path: '/whitelists', label: 'Whitelists', key: 'g w', view: 'whitelists/WhitelistsPage' },
] as const
const assurance = [
  { path: '/statements', label: 'Statements', key: 'g s', view: 'statements/StatementsPage' },
  ...periodReports.map(
    ({ path, title, shortcut }) =>
      ({ path, label: title, key: shortcut, view: 'period-report/PeriodReportPage' }) as const,
  ),
  { path: '/reconciliation', label: 'Reconciliation', key: 'g r', view: 'reconciliation/ReconciliationPage' },
  { path: '/review', label: 'Whitelist review', key: 'g h', view: 'review/ReviewPage' },
  { path: '/changes', label: 'Changes', key: 'g a', view: 'changes/ChangesPage' },
  { path: '/sample', label: 'Samples', key: 'g m', view: 'sample/SamplePage' },
  { path: '/packs', label: 'Audit packs', key: 'g d', view: 'packs/PacksPage' },
] as const
const tools = [
  { path: '/check', label: 'Check address', key: 'g c', view: 'check/CheckPage' },
  { path: '/verify', label: 'Verify', key: 'g e', view: 'verify/VerifyPage' },
] as const
const overview = { path: '/', label: 'Overview', key: 'g o', view: 'overview/OverviewPage' } as const

export const navigationGroups = [
  { label: null, pages: [overview] },
  { label: 'Records', pages: records },
  { label: 'Assurance', pages: assurance },
  { label: 'Tools', pages: tools },
] as const

export const navigation = [overview, ...records, ...assurance, ...tools] as const

/** Every page within the frame. At most the last segment of a path is a parameter. */
export const pages = [
  ...navigation,
  { path: '/transactions/:id', view: 'transactions/TransactionPage' },
  { path: '/balances/:type', view: 'balances/BalancesPage' },
  { path: '/vaults/:id', view: 'vaults/VaultPage' },
  { path: '/whitelists/:id', view: 'whitelists/WhitelistPage' },
  { path: '/counterparties/:id', view: 'counterparty/CounterpartyPage' },
] as const

export type NavigationPath = (typeof navigation)[number]['path']
export type PagePath = (typeof pages)[number]['path']

/** `whole`: a list of which all pages are read. */
export interface FirstRead {
  readonly kind: 'list' | 'record' | 'whole'
  readonly target: string
}

/**
 * What a page asks for first. The console asks while the code of the page loads, and the gateway has the browser ask before any code runs.
 * None, or null, where a page asks for nothing, for several things, or for what is not known yet.
 */
export const firstReads: Readonly<
  Partial<Record<PagePath, (search: string, parameter: string) => FirstRead | null>>
> = {
  '/transactions': (search) =>
    listUnlessByValue('transactions', listRequest(transactionsCodec, transactionsCodec.parse(search))),
  '/vaults': (search) => listUnlessByValue('vaults', listRequest(vaultsCodec, vaultsCodec.parse(search))),
  '/whitelists'(search) {
    const view = whitelistsCodec.parse(search)
    // Whether the text is an address is not known yet.
    return view.params.q === undefined
      ? list(listTarget('whitelists', listRequest(whitelistsCodec, view)))
      : null
  },
  '/balances': () => balances('all'),
  '/balances/:type': (_, type) => (balanceTypes.some((one) => one === type) ? balances(type) : null),
  '/transactions/:id': (_, id) => record('transactions', id),
  '/vaults/:id': (_, id) => record('vaults', id),
}

/** In which currency is not known yet where the link does not say it. */
function listUnlessByValue<Name extends 'transactions' | 'vaults'>(
  name: Name,
  request: ListParameters<Name> & { readonly sort?: unknown; readonly currency?: unknown },
): FirstRead | null {
  const isByValue = String(request.sort).startsWith('value:')
  return isByValue && request.currency === undefined ? null : list(listTarget(name, request))
}

function list(target: string): FirstRead {
  return { kind: 'list', target }
}

/** The list is read whole, and filtered and sorted by its page. */
function balances(type: string): FirstRead {
  return { kind: 'whole', target: listTarget('balances', { limit: limitRange.max }, type) }
}

/** Null for an id that no path can carry. */
function record(name: 'transactions' | 'vaults', id: string): FirstRead | null {
  return misleads(pathSegment(id)) ? null : { kind: 'record', target: recordTarget(name, id) }
}
