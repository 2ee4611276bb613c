/**
 * What each webhook has received: one row per account and webhook. `told_in`: the last reading whose changes it received, or will receive
 * with the waiting message. `state` and `message` are JSON of the sender.
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
