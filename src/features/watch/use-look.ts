/** Until when the reader has seen what changed, for pages beside the bell. */
import { useChangesAfter } from '../../api/changes.ts'
import { useReader } from '../../api/session.ts'
import { lookOf, markSeen } from './look.ts'

/** Null while nobody is signed in, and while a pack is open. */
export function useLook() {
  const reader = useReader() ?? ''
  const look = lookOf(reader).useValue()
  const { data: answer } = useChangesAfter(look?.seen ?? null)
  if (reader === '') return null
  return {
    /** ISO 8601 UTC. Null before the first look. */
    at: look && new Date(look.seen).toISOString(),
    /** Given until when, ISO 8601 UTC: what was told later is not seen. Null where nothing is new. */
    markSeen:
      look && answer && answer.last > look.seen
        ? (until: string) => markSeen(reader, Date.parse(until))
        : null,
  }
}
