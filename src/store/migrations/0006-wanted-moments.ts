/** What reports wait for, for whoever reads the account: see `moments.ts`. */
export const wantedMomentsColumn = (): readonly string[] => [
  'alter table custody_store.lease add column if not exists wanted_moments text',
]
