import { useShortcuts } from '../ui/shortcuts.tsx'
import { navigation } from '../url/pages.ts'
import { usePreferences } from './preferences.ts'

/** What keys do. A handler can only be given to a key that stands in the list of them. */

/**
 * Runs these handlers at their keys, as long as the component is there. Not while somebody types, nor behind a modal; and keys without a
 * modifier only where the reader has not switched them off.
 */
export function useKeys(handlers: Readonly<Partial<Record<Key, () => void>>>): void {
  const { keys } = usePreferences()
  useShortcuts(keys ? handlers : { 'Mod+k': handlers['Mod+k'] })
}

/** Every key of the console, by where it works. This is the one list: `?` shows it. Only what shows it loads its words. */

/** One line of the list: keys that do the same kind of thing, and what that is. `g t` is two keys, one after the other. */
interface KeyLine {
  readonly keys: readonly string[]
  readonly what: string
}

const everywhere = [
  { keys: ['Mod+k'], what: 'Search pages, vaults, whitelists, assets, views and actions' },
  { keys: ['?'], what: 'Show keyboard shortcuts' },
] as const satisfies readonly KeyLine[]

const inList = [
  { keys: ['/'], what: 'Search transactions: paste anything' },
  { keys: ['n', 'p'], what: 'Next and previous page' },
  { keys: ['j', 'k'], what: 'Next and previous row; the arrow keys do the same within a table' },
] as const satisfies readonly KeyLine[]

const inRecord = [
  { keys: ['['], what: 'Previous record' },
  { keys: [']'], what: 'Next record' },
] as const satisfies readonly KeyLine[]

/** Keys that the table and the browser handle themselves: `nextRow` moves between rows, a link opens at Enter. */
const inTable = [
  { keys: ['Home', 'End'], what: 'First and last row' },
  { keys: ['Enter'], what: 'Open the row' },
  { keys: ['←', '→'], what: 'Move between table headers, or resize a column at its edge' },
] as const satisfies readonly KeyLine[]

const ofLayers = [{ keys: ['Escape'], what: 'Close what is open' }] as const satisfies readonly KeyLine[]

/** The whole list, as it is shown. */
export const keyGroups: readonly { readonly label: string; readonly lines: readonly KeyLine[] }[] = [
  { label: 'Go to', lines: navigation.map(({ key, label }) => ({ keys: [key], what: label })) },
  { label: 'Everywhere', lines: [...everywhere, ...ofLayers] },
  { label: 'In a list', lines: [...inList, ...inTable] },
  { label: 'In an open record', lines: inRecord },
]

/** A key, or two in a row, that a handler can be given to. */
export type Key =
  | (typeof navigation)[number]['key']
  | (typeof everywhere | typeof inList | typeof inRecord)[number]['keys'][number]
