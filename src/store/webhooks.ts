/** How far the webhooks of an account were told, and the one message of each that waits. What they say is the sender's business. */
import { databaseText, fromDatabaseText, textIn } from './database-text.ts'
import { type AccountScope, LeaseLost } from './scope.ts'

export interface KeptWebhook {
  /** The last reading whose changes were told, or are in the message. */
  readonly toldIn: number
  readonly state: string
  /** JSON; null where none waits. */
  readonly message: string | null
}

/** By name. */
export async function keptWebhooks({
  database,
  account,
}: AccountScope): Promise<ReadonlyMap<string, KeptWebhook>> {
  const rows = await database
    .with({ purpose: 'sync' })
    .query<'webhook' | 'told_in' | 'state' | 'message'>(
      'select webhook, told_in, state, message from custody_store.webhook where account = $1',
      [account],
    )
  return new Map(
    rows.map(({ webhook, told_in, state, message }) => [
      fromDatabaseText(webhook ?? ''),
      {
        toldIn: Number(told_in),
        state: fromDatabaseText(state ?? '{}'),
        message: textIn(message),
      },
    ]),
  )
}

/** The account itself may be locked for minutes, while a whole reading is applied: the lease says who may write. */
export async function keepWebhook(
  { database, account }: AccountScope,
  fence: string,
  webhook: string,
  { toldIn, state, message }: KeptWebhook,
): Promise<void> {
  const kept = await database.with({ purpose: 'sync' }).query(
    `with held as (${heldLease})
     insert into custody_store.webhook (account, webhook, told_in, state, message)
     select account, $3, $4::bigint, $5, $6 from held
     on conflict (account, webhook) do update
     set told_in = excluded.told_in, state = excluded.state, message = excluded.message
     returning 1`,
    [
      ...[account, fence, databaseText(webhook), String(toldIn), databaseText(state)],
      message === null ? null : databaseText(message),
    ],
  )
  if (kept.length === 0) throw new LeaseLost()
}

/** Those of other names begin anew when they come back. */
export async function dropOtherWebhooks(
  { database, account }: AccountScope,
  fence: string,
  names: readonly string[],
): Promise<void> {
  await database.with({ purpose: 'sync' }).query(
    `with held as (${heldLease})
     delete from custody_store.webhook where account in (select account from held)
       and webhook not in (select value from json_array_elements_text($3::json) as given(value))`,
    [account, fence, JSON.stringify(names.map(databaseText))],
  )
}

const heldLease =
  'select account from custody_store.lease where account = $1 and fence = $2::bigint and holder is not null for update'
