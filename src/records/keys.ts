/** What keys do. A handler can only be given to a key that stands in the list of them. */
import { useShortcuts } from '../ui/use-shortcuts.ts'
import type { Key } from './key-list.ts'

/** Where the keys of `g` lead. */
export const pageKeys = [
  { keys: ['g o'], what: 'Go to the overview', to: '/' },
  { keys: ['g t'], what: 'Go to transactions', to: '/transactions' },
  { keys: ['g b'], what: 'Go to balances', to: '/balances' },
  { keys: ['g v'], what: 'Go to vaults', to: '/vaults' },
  { keys: ['g w'], what: 'Go to whitelists', to: '/whitelists' },
  { keys: ['g h'], what: 'Go to the whitelist review', to: '/whitelists/hygiene' },
  { keys: ['g s'], what: 'Go to statements', to: '/statements' },
  { keys: ['g r'], what: 'Go to reconciliation', to: '/reconciliation' },
  { keys: ['g c'], what: 'Check an address', to: '/check' },
] as const satisfies readonly { keys: readonly [string]; what: string; to: string }[]

/** Runs these handlers at their keys, as long as the component is there. Not while somebody types, nor behind a modal. */
export const useKeys: (handlers: Readonly<Partial<Record<Key, () => void>>>) => void = useShortcuts
