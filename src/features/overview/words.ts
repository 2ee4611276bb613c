/** What the overview says. */
import { countText } from '../../contract/count-text.ts'

export const title = 'Overview'

/** Before the address of the service, and after that of the embedded one. */
export const readingFrom = 'Reading from'
export const notAllReadFrom = 'Some data could not be read from'
export const embedded = '(embedded)'

/** How many transactions are in flight or failed, and for when each figure is. */
export const transactions = 'Transactions'
export const now = 'now'
export const lastWeek = 'last 7 days'

/** What is held. */
export const holdings = { title: 'Balances', aside: 'with the share in cold vaults' }
export const moreBalances = (count: number) => `${countText(count)} more`

/** What the last reconciliation came to. */
export const reconciliation = {
  title: 'Reconciliation',
  none: 'No reconciliation has been run in this browser yet.',
  differs: 'Differences',
  agrees: 'Agrees',
  open: 'Not certain',
  start: 'Reconcile',
  again: 'Reconcile again',
}
