/** How far the webhooks of an account were told, and the one message of each that waits. What they say is the sender's business. */
import { databaseText, fromDatabaseText } from './database-text.ts'
import { type AccountScope, write } from './scope.ts'

export interface KeptWebhook {
  /** The last reading whose changes were told, or are in the message. */
  readonly toldIn: number
  /** JSON. */
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
        message: message === null ? null : fromDatabaseText(message),
      },
    ]),
  )
}

export async function keepWebhook(
  scope: AccountScope,
  fence: string,
  webhook: string,
  { toldIn, state, message }: KeptWebhook,
): Promise<void> {
  await write(scope, fence, ({ queries, account }) =>
    queries.query(
      `insert into custody_store.webhook (account, webhook, told_in, state, message)
       values ($1, $2, $3::bigint, $4, $5)
       on conflict (account, webhook) do update
       set told_in = excluded.told_in, state = excluded.state, message = excluded.message`,
      [
        ...[account, databaseText(webhook), String(toldIn), databaseText(state)],
        message === null ? null : databaseText(message),
      ],
    ),
  )
}

/** Those of other names begin anew when they come back. */
export async function dropOtherWebhooks(
  scope: AccountScope,
  fence: string,
  names: readonly string[],
): Promise<void> {
  await write(scope, fence, ({ queries, account }) =>
    queries.query(
      `delete from custody_store.webhook where account = $1
         and webhook not in (select value from json_array_elements_text($2::json) as given(value))`,
      [account, JSON.stringify(names.map(databaseText))],
    ),
  )
}
