import type { Waiting } from '../api/patience.ts'

/** Why nothing comes at present, although nobody has to do anything about it. */
export function whyWaiting({ error }: Waiting): string {
  return error.failure.code === 'ERR-03'
    ? 'The service asks to wait (ERR-03)'
    : 'No good answer for the moment'
}
