/** Until when the reader has seen what changed, for pages beside the bell. */
import { useReader } from '../../api/session.ts'
import { lookOf, markSeen, seenAt } from './look.ts'

/** Null while nobody is signed in, and while a pack is open. */
export function useLook() {
  const reader = useReader() ?? ''
  const at = seenAt(lookOf(reader).useValue())
  if (reader === '') return null
  return {
    /** ISO 8601 UTC. Null before the first look. */
    at,
    /** Given until when, ISO 8601 UTC: what was told later is not seen. */
    markSeen: (until: string) => markSeen(reader, Date.parse(until)),
  }
}
