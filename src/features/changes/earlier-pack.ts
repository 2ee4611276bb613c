/** An earlier audit pack that the reader has brought. This tab has it in memory, for the session in which it was opened. */
import { useSyncExternalStore } from 'react'
import { useSessionMark } from '../../api/hooks.ts'
import type { OpenedPack } from '../verify/index.ts'

let earlier: { readonly pack: OpenedPack; readonly session: string } | null = null
const listeners = new Set<() => void>()

export function useEarlierPack(): OpenedPack | null {
  const session = useSessionMark()
  const kept = useSyncExternalStore(subscribe, () => earlier)
  return kept !== null && kept.session === session ? kept.pack : null
}

export function keepEarlierPack(pack: OpenedPack, session: string): void {
  earlier = { pack, session }
  for (const tell of listeners) tell()
}

function subscribe(tell: () => void): () => void {
  listeners.add(tell)
  return () => void listeners.delete(tell)
}
