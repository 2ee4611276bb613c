/**
 * The lease on an account: a row, by the clock of the database. Each holder gets a higher fence, which every write checks. Lease queries go
 * ahead of writes, which can occupy all connections for longer than a lease lasts.
 */
import { type AccountScope, LeaseLost } from './scope.ts'

/** Returns the fence; null while another holds it, or has not ended its last transaction. Its own holder takes it again. */
export function takeLease(
  { database, account }: AccountScope,
  holder: string,
  seconds: number,
): Promise<string | null> {
  return database.transaction(async (queries) => {
    // None is given for longer than an hour: one that ends in two is from before the clock was set back.
    const free = await queries.query(
      `select 1 from custody_store.lease where account = $1
           and (holder is null or holder = $2 or until < clock_timestamp()
             or until > clock_timestamp() + interval '2 hours') for update`,
      [account, holder],
    )
    if (free.length === 0) return null
    // A standby that takes over may lack the last fences, and must not give them again.
    // A transaction that is under way keeps the account: its rows would come after those of the new holder.
    const [raised] = await queries.query<'fence'>(
      `update custody_store.account set fence = fence + 1 + (random() * ${widestStep})::bigint where account =
           (select account from custody_store.account where account = $1 and not is_forgotten for update skip locked)
         returning fence`,
      [account],
    )
    const fence = raised?.fence ?? null
    if (fence === null) return null
    await queries.query(
      `update custody_store.lease set holder = $2, fence = $3::bigint, until = clock_timestamp() + ${interval('$4')}
         where account = $1`,
      [account, holder, fence, String(seconds)],
    )
    return fence
  })
}

/** A billion, so that two takers that know of the same fence give the same one by no chance. */
const widestStep = 1_000_000_000

/** True where somebody waits for moments. */
export async function renewLease(
  { database, account }: AccountScope,
  fence: string,
  seconds: number,
): Promise<boolean> {
  const [renewed] = await database.query<'is_wanted'>(
    `update custody_store.lease set until = clock_timestamp() + ${interval('$3')}
     where account = $1 and fence = $2::bigint and holder is not null
     returning wanted_moments is not null as is_wanted`,
    [account, fence, String(seconds)],
  )
  if (!renewed) throw new LeaseLost()
  return renewed.is_wanted === 't'
}

/** Does nothing where the lease is lost. */
export async function releaseLease({ database, account }: AccountScope, fence: string): Promise<void> {
  await database.query(
    `update custody_store.lease set holder = null, until = null
     where account = $1 and fence = $2::bigint`,
    [account, fence],
  )
}

export async function look({ database, account }: AccountScope): Promise<void> {
  await database.query('update custody_store.lease set looked_at = clock_timestamp() where account = $1', [
    account,
  ])
}

function interval(seconds: string): string {
  return `${seconds}::double precision * interval '1 second'`
}
