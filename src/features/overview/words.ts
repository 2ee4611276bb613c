/** What the overview says. */
import { countText } from '../../contract/count-text.ts'

/** Before the address of the service, and after that of the embedded one. */
export const readingFrom = 'Reading from'
export const notAllReadFrom = 'Some data could not be read from'
export const embedded = '(embedded)'

/** How many balances are left out. */
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
