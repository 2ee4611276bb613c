/** What the console needs of each report of a period. Its page follows from it; `src/reports/registry.ts` has what makes it. */
export const periodReports = [
  {
    name: 'postings',
    path: '/postings',
    title: 'Postings',
    shortcut: 'g p',
    what: 'A list of postings',
    columns: ['Date', 'Vault', 'Kind', 'Asset', 'Amount', 'Counterparty', 'Note'],
  },
  {
    name: 'counterparties',
    path: '/counterparties',
    title: 'Counterparties',
    shortcut: 'g y',
    what: 'A list of counterparties',
    columns: ['Counterparty', 'Account', 'Asset', 'Transactions', 'Amount', 'More than ever', 'Last'],
  },
  {
    name: 'fees',
    path: '/fees',
    title: 'Fees',
    shortcut: 'g f',
    what: 'A list of fees',
    columns: ['Asset', 'Fees', 'Paid'],
  },
] as const satisfies readonly PeriodReportPlace[]

interface PeriodReportPlace {
  readonly name: string
  /** `/NAME` */
  readonly path: `/${string}`
  readonly title: string
  /** The keys that open its page. */
  readonly shortcut: string
  /** The start of a sentence. */
  readonly what: string
  /** Those that its first table always has, shown while it is made. */
  readonly columns: readonly string[]
}

export type PeriodReportName = (typeof periodReports)[number]['name']
export type PeriodReportPath = (typeof periodReports)[number]['path']
