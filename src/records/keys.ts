/** What keys do. A handler can only be given to a key that stands in the list of them. */
import { useShortcuts } from '../ui/use-shortcuts.ts'
import type { Key } from './key-list.ts'

/** Runs these handlers at their keys, as long as the component is there. Not while somebody types, nor behind a modal. */
export const useKeys: (handlers: Readonly<Partial<Record<Key, () => void>>>) => void = useShortcuts
