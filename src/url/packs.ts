import { readVaults, type VaultChoice, writeVaults } from './holdings.ts'
import { ListCodec } from './page-state.ts'
import { neighbourOf, type Period, periodAround, readPeriod, writePeriod } from './periods.ts'

/** The pack to make, of a `period` and of some `vaults`. */
export const packsCodec = new ListCodec({
  filters: [],
  params: ['period', 'vaults'],
  isPaged: false,
  isUsable: (name, value) => (name === 'period' ? readPeriod(value) : readVaults(value)) !== null,
})

export interface PackQuery {
  readonly period: Period
  readonly vaults: VaultChoice | null
}

/** The default period is the last month that is over. `today` is `YYYY-MM-DD`. */
export function readPackQuery(
  { period, vaults }: ReturnType<typeof packsCodec.parse>['params'],
  today: string,
): PackQuery {
  return {
    period: (period && readPeriod(period)) || lastMonth(today),
    vaults: vaults === undefined ? null : readVaults(vaults),
  }
}

export function lastMonth(today: string): Period {
  return neighbourOf(periodAround('month', today), -1)
}

export function packsHref({ period, vaults }: PackQuery): string {
  return packsCodec.href(
    '/packs',
    {},
    { period: writePeriod(period), ...(vaults && { vaults: writeVaults(vaults) }) },
  )
}
