/** What the pages of transactions say. How one transaction is called stands in transaction-in-words.ts, of dates in records/dates/words.ts. */

/** The page and the drawer of one transaction. */
export const oneTransaction = {
  title: 'Transaction',
  loading: 'Loading the transaction',
  previous: 'Previous transaction',
  next: 'Next transaction',
  copyLink: 'Copy link to this transaction',
  open: 'Open',
  all: 'All transactions',
}

/** Heard where a step to the record before or after leads nowhere. */
export const noStep = {
  end: 'There are no more transactions in this direction.',
  changed: 'The list has changed. The transaction next to this one could not be found.',
  failed: 'The page with that transaction could not be read.',
}

/** The parts of a transaction. */
export const parts = { transfer: 'Transfer', from: 'From', to: 'To', record: 'Record' }

/** Beside one that a later reading changed. */
export const changed = 'Changed since you opened it'

/** In which asset a fee is. */
export const feeHint = 'In the network’s own asset'

/** What the filters of both ends take. */
export const partyPlaceholder = 'Vault or whitelist, name or id'
export const addressPlaceholder = 'Wallet address'
