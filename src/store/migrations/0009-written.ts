/**
 * When a row was last written, in milliseconds since 1970, always increasing whatever the clock says; sums are made again from here. Null
 * for rows of the first reading, or of an older version of the program.
 */
export const writtenColumn = (): readonly string[] => [
  'alter table custody_store.transaction add column if not exists written_at bigint',
  `create index if not exists transaction_written on custody_store.transaction (account, written_at)
    where written_at is not null`,
]
