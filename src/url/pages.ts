/** The pages. Routes, navigation, finder and keys follow from them. */

const records = [
  { path: '/transactions', label: 'Transactions', key: 'g t' },
  { path: '/balances', label: 'Balances', key: 'g b' },
  { path: '/vaults', label: 'Vaults', key: 'g v' },
  { path: '/whitelists', label: 'Whitelists', key: 'g w' },
] as const
const assurance = [
  { path: '/statements', label: 'Statements', key: 'g s' },
  { path: '/reconciliation', label: 'Reconciliation', key: 'g r' },
  { path: '/review', label: 'Whitelist review', key: 'g h' },
  { path: '/sample', label: 'Samples', key: 'g m' },
  { path: '/changes', label: 'Changes', key: 'g d' },
] as const
const tools = [
  { path: '/check', label: 'Check address', key: 'g c' },
  { path: '/verify', label: 'Verify', key: 'g e' },
] as const
const overview = { path: '/', label: 'Overview', key: 'g o' } as const

/** The first group has no name. */
export const navigationGroups = [
  { label: null, pages: [overview] },
  { label: 'Records', pages: records },
  { label: 'Assurance', pages: assurance },
  { label: 'Tools', pages: tools },
] as const

export const navigation = [overview, ...records, ...assurance, ...tools] as const

export type NavigationPath = (typeof navigation)[number]['path']

/** The route of every page within the frame. At most its last segment has a colon. */
export type PagePath =
  | NavigationPath
  | '/transactions/:id'
  | '/balances/:type'
  | '/vaults/:id'
  | '/whitelists/:id'
