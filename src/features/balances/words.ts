/** What the page of balances and an open holding say. */
import type { Holding } from '../../api/records.ts'
import { counted, countText } from '../../contract/count-text.ts'
import { neverAdded } from '../../records/labels.ts'

/** The page of every type. */
export const allBalances = 'All balances'

/** What narrows the page. */
export const hideZeros = 'Hide zeros'
/** What an export says of what it leaves out. */
export const zerosHidden = 'zeros are hidden'

/** What a column holds whose header does not say it. */
export const shareHint = 'How much of the total is in cold vaults'
export const typeHint = (type: string) => `Held in ${type} vaults`

/** In place of a network's name. */
export const unnamedNetwork = 'an unnamed network'

/** What a row opens. */
export function rowLabel({ asset_id, network_name }: Holding): string {
  return `${asset_id ?? 'Asset'} on ${network_name ?? unnamedNetwork}`
}

/** How much is on screen, and that it is not all where some is left out. */
export function countOf(shown: number, all = shown): string {
  const some = shown === all ? '' : `${countText(shown)} of `
  return `${some}${counted(all, 'balance')}. ${neverAdded}: two assets can share a name.`
}
