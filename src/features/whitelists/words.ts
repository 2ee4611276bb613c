/** What the pages of whitelists say. */
import { counted, countText } from '../../contract/count-text.ts'

/** A whitelist without a name. */
export const unnamedWhitelist = 'Whitelist'

/** How many have what was typed, among those that were looked through. */
export function foundText({ found, among, whole }: { found: number; among: number; whole: boolean }): string {
  const where = whole ? counted(among, 'whitelist') : `the ${counted(among, 'whitelist')} on this page`
  return `Found in ${countText(found)} of ${where}, by name or address.`
}
export const shortText = (least: number) => `Type at least ${least} characters to search addresses too.`
export const morePages = 'The list has more pages.'
export const searchAll = 'Search all whitelists'
export const moreFound = (count: number) => `and ${countText(count)} more`
