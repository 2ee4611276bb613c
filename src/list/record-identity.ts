import type { RowIdentity } from '../api/steady-rows.ts'

/** How a received record is known again, and when it has changed: in anything but the time of its retrieval. */
export function recordIdentity<R extends { readonly received: unknown }>(
  id: (record: R) => string | null,
): RowIdentity<R> {
  return {
    id,
    content: ({ received }) =>
      JSON.stringify(received, (key, value: unknown) => (key === 'timestamp' ? undefined : value)) ?? '',
  }
}
