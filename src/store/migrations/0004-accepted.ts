/** Findings of the whitelist review that somebody accepted. Times are texts: ISO 8601 UTC, by the gateway's clock. */
export const acceptedTables = (ordered: string): readonly string[] => [
  // `facts`: JSON. `stated_…` are not used any more.
  `create table if not exists custody_store.accepted_finding (
    account text not null,
    finding ${ordered} not null,
    subject text not null,
    facts text,
    reason text not null,
    accepted_by text not null,
    accepted_at ${ordered} not null,
    stated_by text,
    stated_at text,
    primary key (account, finding)
  )`,
]
