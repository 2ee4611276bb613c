/** What an audit pack is of: a period, and vaults whose reports it has. */
import { nameOrId } from '../contract/normal-records.ts'
import type { PackRequest } from '../contract/packs.ts'
import type { Subject } from '../evidence/about.ts'
import { readVaults } from '../url/holdings.ts'
import { readPeriod } from '../url/periods.ts'
import type { PackScope } from './entry.ts'
import type { ReportRecords } from './report-records.ts'

/** A fault is a sentence. `now`: milliseconds since 1970. */
export function readPackScope(
  { period: text, vaults }: Pick<PackRequest, 'period' | 'vaults'>,
  now: number,
): PackScope | { readonly fault: string } {
  const period = readPeriod(text)
  if (period === null) return { fault: 'period must be a year, a quarter, a month or days.' }
  if (Date.parse(period.first) > now) return { fault: 'period has not begun.' }
  if (vaults !== null && readVaults(vaults) === null)
    return { fault: 'vaults must be cold, warm, or ids with commas between.' }
  return { period, vaults }
}

/** Null for all of them. */
export async function packVaults(
  records: ReportRecords,
  { vaults }: PackScope,
): Promise<Subject['vaults'] | { readonly fault: string }> {
  const choice = vaults === null ? null : readVaults(vaults)
  if (choice === null) return null
  const named = (await records.vaults()).flatMap(({ vault_id: id, vault_name, vault_type }) =>
    id === null ? [] : [{ id, name: nameOrId(vault_name, id) ?? id, type: vault_type }],
  )
  const chosen = named.filter(({ id, type }) =>
    'type' in choice ? type === choice.type : choice.ids.includes(id),
  )
  const found = new Set(chosen.map(({ id }) => id))
  if ('ids' in choice && choice.ids.some((id) => !found.has(id)))
    return { fault: 'vaults names a vault that the account does not have.' }
  return chosen.map(({ id, name }) => ({ id, name }))
}
