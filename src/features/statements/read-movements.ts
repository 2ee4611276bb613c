/** Reading the movements of one holding in a period: what came to its vault, and what left it. */
import { type DayNumber, type DayRange, dateParameters, dayNumber } from '../../api/dates/day.ts'
import type { Transaction } from '../../api/records.ts'
import { transactionList } from '../../api/walk/lists.ts'
import type { RetryOptions } from '../../api/walk/retries.ts'
import { readWhole } from '../../api/walk/walk.ts'
import type { SettledHolding } from '../../books/settle.ts'
import type { Filter } from '../../contract/endpoints.ts'
import { collectMovements, type Movements, paysForOthers } from './movements.ts'
import type { Ledger } from './read-ledger.ts'

/** By which party of a transaction the vault is found. */
type Side = 'source' | 'destination'

/** How far it is. */
export interface MovementsProgress {
  readonly side: Side
  readonly rows: number
}

/** How reading is watched, held up and stopped. */
export interface ReadMovementsOptions extends RetryOptions {
  /** The mark of the only session in which everything is read. */
  readonly session?: string
  readonly onProgress: (progress: MovementsProgress) => void
  /** Rows a page; the most that the service gives where it is not said. */
  readonly pageSize?: number
}

/** Reads them. Whether they are those of the ledger, `differsOn` says. Throws as `readWhole` does. */
export async function readMovements(
  ledger: Pick<Ledger, 'settlement' | 'dateForm' | 'today' | 'dayOf'>,
  holding: SettledHolding,
  period: DayRange,
  { session, onProgress, ...walk }: ReadMovementsOptions,
): Promise<Movements> {
  const { vault_id, asset_id, network_id } = holding.key
  const collector = collectMovements({
    holding,
    settlement: ledger.settlement,
    period,
    dayOf: (id) => numberOf(ledger.dayOf(id)),
  })
  const { start_date, end_date } = dateParameters(period, ledger.dateForm, 'utc')
  const filter: Filter<'transactions'> = {
    status: 'completed',
    ...(network_id && { network_id }),
    ...(asset_id && !paysForOthers(holding.key, ledger.settlement) && { asset_id }),
    start_date,
    // A service may refuse an end that lies ahead; what is newer than the ledger has no day in it.
    ...(period.last < ledger.today && { end_date }),
  }
  const lists: readonly (readonly [Side, Filter<'transactions'>])[] = vault_id
    ? [
        ['source', { ...filter, source_id: vault_id }],
        ['destination', { ...filter, destination_id: vault_id }],
      ]
    : []
  const isSource = ({ source }: Transaction) =>
    source.source_type === 'vault' && source.source_id === vault_id
  for (const [side, asked] of lists) {
    onProgress({ side, rows: 0 })
    const whole = transactionList(asked, session)
    // Other filters need not tell whether all is there: the ledger does.
    await readWhole(
      { ...whole, crossFilters: [] },
      {
        ...walk,
        onProgress: ({ met }) => onProgress({ side, rows: met }),
        onPage: (records) =>
          // One that left the vault and came back to it is in both lists.
          collector.add(records.filter((record) => isSource(record) === (side === 'source'))),
      },
    )
  }
  return collector.movements()
}

function numberOf(day: string | null): DayNumber | null {
  return day === null ? null : dayNumber(day)
}
