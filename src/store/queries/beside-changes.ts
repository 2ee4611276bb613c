/** What the records say beside the changes of one of them. */
import type { ChangedKind, KeptRecord } from '../../contract/changes.ts'
import type { Queries } from '../../database/database.ts'
import { columnText, fromDatabaseText, textIn } from '../database-text.ts'

/** How many records have an id, and the status of a transaction, without what a later reading has to confirm first. */
export async function keptRecord(
  queries: Queries,
  account: string,
  kind: ChangedKind,
  id: string,
): Promise<KeptRecord> {
  const kept = keptWith[kind]
  if (kept === null) return { records: 0, status: null }
  const [row] = await queries.query<'records' | 'status'>(
    `select count(*) as records, ${kept.status} as status from custody_store.${kept.table} where account = $1 and ${kept.id} = $2`,
    [account, columnText(id)],
  )
  return { records: Number(row?.records), status: textIn(row?.status) }
}

const statusBefore = `select status_before from custody_store.unconfirmed_change
  where account = $1 and kind = 'transaction' and record_id = $2 order by reading, place limit 1`
const whitelist = { table: 'whitelist', id: 'whitelist_id', status: 'null' }
const vault = { table: 'vault', id: 'vault_id', status: 'null' }

const keptWith: Readonly<Record<ChangedKind, typeof vault | null>> = {
  transaction: { table: 'transaction', id: 'id', status: `coalesce((${statusBefore}), min(status))` },
  whitelist,
  entry: whitelist,
  vault,
  holding: vault,
  balance: null,
}

/** Of a change of a holding: by its reading and place. */
export type CompletedMeanwhile = ReadonlyMap<string, readonly string[]>

/**
 * Of the latest changes of what a vault holds: the transactions of that vault and asset that were seen to complete in the time in which the change
 * came about, at most `most` for each. What an earlier change of that holding has is not named again.
 */
export async function completedMeanwhile(
  queries: Queries,
  account: string,
  vaultId: string,
  limit: number,
  most: number,
): Promise<CompletedMeanwhile> {
  const rows = await queries.query<'reading' | 'place' | 'id'>(
    `select held.reading, held.place, completed.id from (
       select reading, place, since, asset_id, network_id,
         lag(reading) over (partition by asset_id, network_id order by reading, place) as earlier
       from custody_store.change
       where account = $1 and kind = 'holding' and record_id = $2 and event = 'changed'
       order by reading desc, place desc limit $3::bigint
     ) as held cross join lateral (
       select distinct coalesce(kept.whole_id, kept.id) as id from custody_store.change as told
       join custody_store.transaction as kept on kept.account = $1 and kept.id = told.record_id and kept.occurrence = 1
       where told.account = $1 and told.kind = 'transaction'
         and told.reading > held.since and told.reading > coalesce(held.earlier, 0) and told.reading <= held.reading
         and told.status_after = 'completed' and told.status_before is distinct from 'completed'
         and kept.asset_id is not distinct from held.asset_id and kept.network_id is not distinct from held.network_id
         and (kept.source_id = $2 or kept.destination_id = $2)
       limit $4::bigint
     ) as completed order by held.reading, held.place, completed.id`,
    [account, columnText(vaultId), String(limit), String(most)],
  )
  const completed = new Map<string, string[]>()
  for (const { reading, place, id } of rows) {
    const key = changeKey({ reading: Number(reading), place: Number(place) })
    completed.set(key, [...(completed.get(key) ?? []), fromDatabaseText(id ?? '')])
  }
  return completed
}

export function changeKey({ reading, place }: { readonly reading: number; readonly place: number }): string {
  return `${reading}/${place}`
}
