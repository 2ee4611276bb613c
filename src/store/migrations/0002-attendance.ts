/** Who looks at an account, and how reading it goes: told to every copy of the program by the one that knows. */
export const attendanceTables = (): readonly string[] => [
  // `session`: a digest. After `until` it has ended by itself.
  `create table if not exists custody_store.session (
    account text not null,
    session text not null,
    until timestamptz not null,
    primary key (account, session)
  )`,
  `create table if not exists custody_store.sync_status (
    account text primary key,
    status text not null
  )`,
]
