/** What the pages of vaults say. */

/** A vault without a name. */
export const unnamedVault = 'Vault'

/** Where the buttons of a vault lead. */
export const vaultLinks = {
  all: 'All vaults',
  statement: 'Statement',
  out: 'Transactions out',
  in: 'Transactions in',
}

/** Its latest transactions, side by side. */
export const latestOut = {
  title: 'Latest out',
  nothing: 'The service lists no transactions out of this vault.',
  all: 'All transactions out',
}
export const latestIn = {
  title: 'Latest in',
  nothing: 'The service lists no transactions into this vault.',
  all: 'All transactions in',
}

/** A vault without holdings. */
export const noHoldings = { title: 'No holdings listed', text: 'The service lists none in this vault.' }

/** What the columns of the list hold whose headers do not say it. */
export const columnHints = {
  count: 'How many assets this vault holds, counted once per network',
  states: 'How many holdings have an amount that cannot be moved now, by state',
}
