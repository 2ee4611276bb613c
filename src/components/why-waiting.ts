import type { Waiting } from '../api/patience.ts'

/** Why nothing comes at present, although nobody has to do anything about it. */
export function whyWaiting({ error }: Waiting): string {
  if (error.failure.code === 'ERR-03') return 'The service asks to wait (ERR-03)'
  // What it says of being online proves nothing: there may be no way to the gateway all the same.
  if (error.failure.kind === 'unreachable' && navigator.onLine === false) return 'This browser is offline'
  return 'No good answer for the moment'
}
