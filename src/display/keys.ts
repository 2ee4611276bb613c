import { useShortcuts } from '../ui/shortcuts.tsx'
import { navigation } from '../url/pages.ts'
import { usePreferences } from './preferences.ts'

/** Keys without a modifier work unless the reader has switched them off. */
export function useKeys(handlers: Readonly<Partial<Record<Key, () => void>>>): void {
  const { keys } = usePreferences()
  useShortcuts(keys ? handlers : { 'Mod+k': handlers['Mod+k'] })
}

/** The key to show on a control; none if the reader has switched keys off. */
export function useKeyHint(): (key: Key) => string | undefined {
  const { keys } = usePreferences()
  return (key) => (keys ? key : undefined)
}

/** `g t` is two keys in turn. */
interface KeyLine {
  readonly keys: readonly string[]
  readonly what: string
}

const everywhere = [
  { keys: ['Mod+k', '/'], what: 'Search or paste anything' },
  { keys: ['r'], what: 'Refresh what is on the page' },
  { keys: ['b'], what: 'Open what is new' },
  { keys: ['?'], what: 'Show keyboard shortcuts' },
] as const satisfies readonly KeyLine[]

const inList = [
  { keys: ['n', 'p'], what: 'Next and previous page' },
  { keys: ['j', 'k'], what: 'Next and previous row; the arrow keys do the same within a table' },
] as const satisfies readonly KeyLine[]

const inRecord = [
  { keys: ['[', ']'], what: 'Previous and next record' },
  { keys: ['w'], what: 'Watch a transaction in flight' },
] as const satisfies readonly KeyLine[]

/** Handled by the table and the browser. */
const inTable: readonly KeyLine[] = [
  { keys: ['Home', 'End'], what: 'First and last row' },
  { keys: ['Enter'], what: 'Open the row' },
  { keys: ['←', '→'], what: 'Move between table headers' },
]

export const keyGroups: readonly { readonly label: string; readonly lines: readonly KeyLine[] }[] = [
  { label: 'Go to', lines: navigation.map(({ key, label }) => ({ keys: [key], what: label })) },
  { label: 'Everywhere', lines: [...everywhere, { keys: ['Escape'], what: 'Close what is open' }] },
  { label: 'In a list', lines: [...inList, ...inTable] },
  { label: 'In an open record', lines: inRecord },
]

export type Key =
  | (typeof navigation)[number]['key']
  | (typeof everywhere | typeof inList | typeof inRecord)[number]['keys'][number]
