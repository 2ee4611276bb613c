/** Moments that reports wait for: see `moments.ts`. */
export const wantedMomentsColumn = (): readonly string[] => [
  'alter table custody_store.lease add column if not exists wanted_moments text',
]
