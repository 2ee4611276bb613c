/** The pages. Routes, navigation, finder and keys follow from them. `view` is the file in `pages` that draws one. */
import { decodedSegment } from '../contract/endpoints.ts'

const records = [
  { path: '/transactions', label: 'Transactions', key: 'g t', view: 'transactions/TransactionsPage' },
  { path: '/balances', label: 'Balances', key: 'g b', view: 'balances/BalancesPage' },
  { path: '/vaults', label: 'Vaults', key: 'g v', view: 'vaults/VaultsPage' },
  { path: '/whitelists', label: 'Whitelists', key: 'g w', view: 'whitelists/WhitelistsPage' },
] as const
const assurance = [
  { path: '/statements', label: 'Statements', key: 'g s', view: 'statements/StatementsPage' },
  { path: '/postings', label: 'Postings', key: 'g p', view: 'period-report/PeriodReportPage' },
  { path: '/counterparties', label: 'Counterparties', key: 'g y', view: 'period-report/PeriodReportPage' },
  { path: '/fees', label: 'Fees', key: 'g f', view: 'period-report/PeriodReportPage' },
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

/** The page at a path and its parameter, which is empty where the route has none. Null where there is no page. */
export function pageAt(pathname: string): { page: (typeof pages)[number]; parameter: string } | null {
  for (const page of pages) {
    const [before = '', name] = page.path.split(':')
    const rest = pathname.startsWith(before) ? pathname.slice(before.length) : null
    if (rest === null || (name === undefined ? rest !== '' : rest === '' || rest.includes('/'))) continue
    const parameter = decodedSegment(rest)
    return parameter === null ? null : { page, parameter }
  }
  return null
}
