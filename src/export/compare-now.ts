import type { Patience } from '../api/patience.ts'
import { askPatiently } from '../api/patience.ts'
import { readWhole, type WalkEnd } from '../api/walk.ts'
import { balanceTypes } from '../contract/enumerations.ts'
import { balancesView, transactionsView, vaultsView, whitelistsView } from '../url/lists.ts'
import { beginComparison, type Comparison } from './compare.ts'
import type { ExportAsked } from './export-job.ts'
import { withSource } from './export-source.ts'
import type { ExportFacts } from './facts.ts'
import { listExportAt } from './lists.ts'
import type { OpenExport } from './open-export.ts'

/** A comparison with the service as it is now, and how reading it ended. */
export interface ComparedNow extends Comparison {
  readonly end: WalkEnd
}

/** How comparing is watched and stopped. */
export interface CompareControl extends Patience {
  /** The mark of the only session in which the service is asked. */
  readonly session?: string
  /** So many records were read. */
  readonly onProgress: (rows: number) => void
}

/** Reads what an export was of again, and compares. Throws as `readWhole` and `openExport` do. */
export async function compareNow(
  opened: OpenExport,
  asked: ExportAsked,
  control: CompareControl,
): Promise<ComparedNow> {
  const { session, onProgress, ...patience } = control
  const { signal } = patience
  const ask = <T>(request: () => Promise<T>) => askPatiently(request, patience)
  return await withSource(
    asked,
    { signal, ask, ...(session !== undefined && { session }) },
    async ({ list, whole }) => {
      const comparison = await beginComparison(opened, list, signal)
      const end = await readWhole(whole, {
        ...patience,
        onPage: comparison.add,
        onProgress: ({ met }) => onProgress(met),
      })
      return { ...(await comparison.end()), end }
    },
  )
}

/** What an export was of, to ask it again; null for a list or a filter that the read API does not have. */
export function askedAgain({ asked: { endpoint, parameters }, list: name }: ExportFacts): ExportAsked | null {
  if (listExportAt(endpoint)?.name !== name) return null
  switch (name) {
    case 'transactions': {
      const filter = picked(transactionsView.filters, parameters)
      return filter && { list: 'transactions', filter }
    }
    case 'vaults': {
      const filter = picked(vaultsView.filters, parameters)
      return filter && { list: 'vaults', filter }
    }
    case 'whitelists': {
      const filter = picked(whitelistsView.filters, parameters)
      return filter && { list: 'whitelists', filter }
    }
    case 'balances': {
      const filter = picked(balancesView.filters, parameters)
      const type = balanceTypes.find((each) => endpoint === `/balances/${each}`) ?? 'all'
      return filter && { list: 'balances', filter, type }
    }
    default:
      return null
  }
}

/** The filter, or null where there is a parameter that would be left out: that were another list. */
function picked<F extends string>(
  names: readonly F[],
  parameters: Readonly<Record<string, string>>,
): Partial<Record<F, string>> | null {
  const filter: Partial<Record<F, string>> = {}
  let found = 0
  for (const name of names) {
    const value = parameters[name]
    if (value === undefined) continue
    filter[name] = value
    found += 1
  }
  return found === Object.keys(parameters).length ? filter : null
}
