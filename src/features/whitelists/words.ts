/** What the pages of whitelists say. */
import { counted, countText } from '../../contract/count-text.ts'

/** A whitelist without a name. */
export const unnamedWhitelist = 'Whitelist'

/** Where the buttons lead. */
export const whitelistLinks = {
  review: 'Whitelist review',
  all: 'All whitelists',
  open: 'Open',
  from: 'Transactions from it',
  to: 'Transactions to it',
}
export const copyLink = 'Copy link to this whitelist'

/** How many have what was typed, among those that were looked through. */
export function foundText({ found, among, whole }: { found: number; among: number; whole: boolean }): string {
  const where = whole ? counted(among, 'whitelist') : `the ${counted(among, 'whitelist')} on this page`
  return `Found in ${countText(found)} of ${where}, by name or address.`
}
export const shortText = (least: number) => `Type at least ${least} characters to search addresses too.`
export const morePages = 'The list has more pages.'
export const searchAll = 'Search all whitelists'
export const moreFound = (count: number) => `and ${countText(count)} more`

/** A whitelist that no longer is, or never was; its id stands between the two. */
export const unknown = {
  title: 'No whitelist has this id',
  before(among: number): string {
    if (among === 0) return 'The service lists no whitelists, so none has the id '
    if (among === 1) return 'The service lists one whitelist, and its id is not '
    return `The service lists ${countText(among)} whitelists, and none has the id `
  },
  after: '. It may have been removed since this link was made.',
}

/** Several with one id. */
export const sameId = {
  title: (count: number) => `The service lists ${countText(count)} whitelists with this id`,
  text: 'All of them are shown. Transactions name a whitelist by its id alone, so they may belong to any of these.',
}

/** What an entry has, and what it lacks. */
export const noAddresses = 'This whitelist has no addresses.'
export const noMemo = 'No memo'
export const memoNotGiven = 'Not given'
export const memoMissed = 'Receivers on this network usually ask for one.'

/** What went to it. */
export const usedBy = {
  title: 'Used by',
  nothing: 'The service lists no transactions to this whitelist.',
  all: 'All transactions to it',
}

/** For those who hear that it is on its way. */
export const loading = 'Loading the whitelist'
