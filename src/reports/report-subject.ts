/** The subject of a report as the gateway understood it, which is what it signs. */
import { isoInstant } from '../contract/day.ts'
import type { Refused, Report } from '../contract/report.ts'
import type { About, Subject } from '../evidence/about.ts'
import type { Edge } from '../ledger/edges.ts'
import { readVaults } from '../url/holdings.ts'
import { datedAccount, type ReportRecords } from './report-records.ts'

/** `edges`: where it tells transactions apart. */
export async function reportSubject(
  report: Report,
  edges: readonly Edge[],
  records: ReportRecords,
): Promise<Pick<About, 'what' | 'stated'> | Refused> {
  const { name, parameters, inputs } = report
  const { vaults, from: _, until: __, ...others } = parameters
  const chosen = vaults === undefined ? null : readVaults(vaults)
  const named = chosen && 'ids' in chosen ? await namedVaults(chosen.ids, records) : null
  if (named && 'refusal' in named) return named
  const given = Object.entries({ ...others, ...(chosen && 'type' in chosen && { vaults: chosen.type }) })
  return {
    what: {
      ...{ kind: 'report', name, period: periodOf(report, edges, records), vaults: named },
      parameters: {
        ...Object.fromEntries(
          given.flatMap(([name, text]) => (statedNames.has(name) ? [] : [[name, [text]]])),
        ),
        ...(inputs?.prices && { prices: [`${inputs.prices.source.name} ${inputs.prices.source.sha256}`] }),
      },
      ...{ sort: null, columns: null },
    },
    stated: Object.fromEntries(given.filter(([name]) => statedNames.has(name))),
  }
}

/** What is its maker's word. */
const statedNames: ReadonlySet<string> = new Set(['reference', 'addressee'])

/** From the first of its moments to the last; of one alone, all that was before. What is no date of a record has its ends among the parameters. */
function periodOf(
  { parameters }: Report,
  edges: readonly Edge[],
  { state }: ReportRecords,
): Subject['period'] {
  const [first, last] = [edges.at(0), edges.at(-1)]
  const { from, until, zone: named = 'UTC' } = parameters
  if (from !== undefined && until !== undefined) return { from, before: until, zone: named }
  if (first === undefined || last === undefined) return null
  const instant = ({ at }: Edge) => isoInstant(at)
  const zone = parameters.zone ?? (datedAccount(state).whose === 'service' ? 'service' : 'UTC')
  return { from: first === last ? null : instant(first), before: instant(last), zone }
}

async function namedVaults(ids: readonly string[], records: ReportRecords) {
  const names = new Map((await records.vaults()).map((vault) => [vault.vault_id, vault.vault_name]))
  const unknown = ids.filter((id) => !names.has(id))
  if (unknown.length > 0) return unknownVault
  return ids.map((id) => ({ id, name: names.get(id) ?? '' }))
}

const unknownVault: Refused = {
  refusal: {
    title: 'There is no such vault',
    text: 'The link names a vault that this account does not have.',
  },
}
