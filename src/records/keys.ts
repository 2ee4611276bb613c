/** What keys do. A handler can only be given to a key that stands in the list of them. */
import { useShortcuts } from '../ui/use-shortcuts.ts'
import type { Key } from './key-list.ts'
import { usePreferences } from './preferences.ts'

/**
 * Runs these handlers at their keys, as long as the component is there. Not while somebody types, nor behind a modal; and keys without a
 * modifier only where the reader has not switched them off.
 */
export function useKeys(handlers: Readonly<Partial<Record<Key, () => void>>>): void {
  const { keys } = usePreferences()
  useShortcuts(keys ? handlers : { 'Mod+k': handlers['Mod+k'] })
}
