/** Until when the reader has seen what changed, for pages beside the bell. */
import { useChangesAfter } from '../../api/changes.ts'
import { useReader } from '../../api/session.ts'
import { lookOf, markSeen, seenBy } from './look.ts'

/** Null while nobody is signed in, and while a pack is open. */
export function useLook() {
  const reader = useReader() ?? ''
  const look = lookOf(reader).useValue()
  const { data: answer } = useChangesAfter(look?.reading ?? null)
  if (reader === '') return null
  const isNew = look !== null && answer !== undefined && answer.last > look.reading
  return {
    /** ISO 8601 UTC. Null where nothing is seen. */
    at: look?.at ?? null,
    /** Given until when, ISO 8601 UTC: what was told later is not seen. Null where nothing is new. */
    markSeen: isNew
      ? (until: string) =>
          markSeen(reader, {
            ...seenBy(answer),
            reading: Math.min(answer.last, Date.parse(until)),
            at: until,
          })
      : null,
  }
}
