/** In which asset a fee is. */
export const feeHint = 'In the network’s own asset'

/** What the filters of both ends take. */
export const partyPlaceholder = 'Vault or whitelist, name or id'
export const addressPlaceholder = 'Wallet address'
