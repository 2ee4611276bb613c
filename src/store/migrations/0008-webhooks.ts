/**
 * How far each webhook was told: one row for each account and webhook. `told_in`: the last reading whose changes it was told of, or is being told
 * of by the message that waits. `state` and `message` are JSON of whoever sends.
 */
export const webhookTables = (ordered: string): readonly string[] => [
  `create table if not exists custody_store.webhook (
    account text not null,
    webhook ${ordered} not null,
    told_in bigint not null,
    state text not null,
    message text,
    primary key (account, webhook)
  )`,
]
