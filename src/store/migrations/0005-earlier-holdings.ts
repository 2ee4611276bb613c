/** What holdings were in the reading before the latest, and which of them the latest does not settle. */
export const earlierHoldingTables = (): readonly string[] => [
  // A list that was otherwise in the reading before: the records of that one, as a JSON array of the texts that came.
  `create table if not exists custody_store.earlier_list (
    account text not null,
    list text not null,
    records text not null,
    primary key (account, list)
  )`,
  `create table if not exists custody_store.unsettled_balances (
    account text primary key,
    balances text not null
  )`,
]
