/** The pages. Routes, navigation, finder and keys follow from them. `view` is the file in `pages` that draws one. */
import { listTarget, recordTarget } from '../contract/console-targets.ts'
import { limitRange, pathSegment } from '../contract/endpoints.ts'
import { balanceTypes } from '../contract/enumerations.ts'
import { periodReports } from '../contract/period-reports.ts'
import { misleads } from '../contract/request-path.ts'
import { consoleLists } from './lists.ts'
import { type ListCodec, listRequest } from './page-state.ts'

const records = Object.values(consoleLists).map(({ path, title, key, view }) => ({
  ...{ path, label: title, key, view },
}))
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
  ...Object.fromEntries(
    Object.values(consoleLists).map(({ path, name, codec }) => [
      path,
      (search: string) => firstRows(name, codec, search),
    ]),
  ),
  '/balances/:type': (_, type) => (balanceTypes.some((one) => one === type) ? balances(type) : null),
  '/transactions/:id': (_, id) => record('transactions', id),
  '/vaults/:id': (_, id) => record('vaults', id),
}

function firstRows(
  name: keyof typeof consoleLists,
  codec: ListCodec<string, string, string>,
  search: string,
): FirstRead | null {
  if (!codec.isPaged) return balances('all')
  const view = codec.parse(search)
  const request = listRequest(codec, view)
  // In which currency is not known yet where the link does not say it, nor is whether a text that is looked for is an address.
  const isOfCurrency = codec.sorting(view)?.column === 'value' && request.currency === undefined
  const isNarrowed = codec.narrowing.some((param) => view.params[param] !== undefined)
  return isOfCurrency || isNarrowed ? null : { kind: 'list', target: listTarget(name, request) }
}

/** The list is read whole, and filtered and sorted by its page. */
function balances(type: string): FirstRead {
  return { kind: 'whole', target: listTarget('balances', { limit: limitRange.max }, type) }
}

/** Null for an id that no path can carry. */
function record(name: 'transactions' | 'vaults', id: string): FirstRead | null {
  return misleads(pathSegment(id)) ? null : { kind: 'record', target: recordTarget(name, id) }
}
