/** Unsettled balances: transactions stopped explaining them in one reading, and no later reading has confirmed what it found. */
import * as z from 'zod/mini'
import type { Queries } from '../database/database.ts'
import type { WrittenAccount } from './scope.ts'

/** `balance` is decimal text, `readAt` ISO 8601 UTC. */
const balanceReading = z.object({ balance: z.string(), readAt: z.string() })

const unsettledBalance = z.object({
  vault_id: z.nullable(z.string()),
  asset_id: z.nullable(z.string()),
  network_id: z.nullable(z.string()),
  /** As it was last settled, or first read. */
  before: balanceReading,
  after: balanceReading,
  /**
   * What transactions did not explain of it before and after, as decimal text. Null where it changed while all transactions were read, so that
   * nothing tells which of these came before it.
   */
  remainders: z.nullable(z.object({ before: z.string(), after: z.string() })),
})
export type UnprovedBalance = z.infer<typeof unsettledBalance>

const unsettledBalances = z.readonly(z.array(unsettledBalance))

export async function readUnprovedBalances(
  queries: Queries,
  account: string,
): Promise<readonly UnprovedBalance[]> {
  const [row] = await queries.query<'balances'>(
    'select balances from custody_store.unsettled_balances where account = $1',
    [account],
  )
  return unsettledBalances.parse(JSON.parse(row?.balances ?? '[]'))
}

/** Whether they are other ones than before. */
export async function replaceUnprovedBalances(
  { queries, account }: WrittenAccount,
  balances: readonly UnprovedBalance[] | undefined,
): Promise<boolean> {
  if (balances === undefined) return false
  const changed =
    balances.length === 0
      ? await queries.query(
          'delete from custody_store.unsettled_balances where account = $1 returning account',
          [account],
        )
      : await queries.query(
          `insert into custody_store.unsettled_balances (account, balances) values ($1, $2)
           on conflict (account) do update set balances = excluded.balances
           where unsettled_balances.balances <> excluded.balances returning account`,
          [account, JSON.stringify(balances)],
        )
  return changed.length > 0
}
