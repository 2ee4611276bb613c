/** What the pages of vaults say. */

/** A vault without a name. */
export const unnamedVault = 'Vault'

/** What the columns of the list hold whose headers do not say it. */
export const columnHints = {
  count: 'How many assets this vault holds, counted once per network',
  states: 'How many holdings have an amount that cannot be moved now, by state',
}
