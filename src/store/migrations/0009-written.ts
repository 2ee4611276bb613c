/**
 * Of what was written since a moment, the sums are made anew. In milliseconds since 1970, each write after the one before, whatever the clock says;
 * null where the first reading wrote it, or an older version of the program.
 */
export const writtenColumn = (): readonly string[] => [
  'alter table custody_store.transaction add column if not exists written_at bigint',
  `create index if not exists transaction_written on custody_store.transaction (account, written_at)
    where written_at is not null`,
]
