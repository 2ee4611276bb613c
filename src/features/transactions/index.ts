/** What other features use of the list of transactions: its filters. */
export { transactionFilterGroups } from './filter-groups.tsx'
