import type { DateUnit } from '../../api/dates/window-widths.ts'
import { counted } from '../../contract/count-text.ts'
import type { ReadingControl } from '../../list/reading/read-in-session.ts'
import { type UseReading, useReading } from '../../list/reading/use-reading.ts'
import { type Ledger, type LedgerProgress, readLedger } from './read-ledger.ts'

/** A ledger, and whose it is. */
export interface OwnedLedger extends Ledger {
  /** Address of the service, and the account; null where it has none. */
  readonly service: string
  readonly account: string | null
}

/** The ledger of one vault, or of all, read when the reader asks for it. Every statement of these vaults is made of it. */
export function useLedger(
  vault_id: string | null,
  unit: DateUnit = 'day',
): UseReading<LedgerProgress, OwnedLedger> {
  return useReading({
    queryKey: ['ledger', vault_id, unit],
    beginning,
    read: (control) => read(vault_id, unit, control),
    sentence: ({ book }) => `Read: ${counted(book.read, 'transaction')}`,
  })
}

const beginning: LedgerProgress = { stage: 'vaults', rows: 0, part: null, reading: 0 }

async function read(
  vault_id: string | null,
  unit: DateUnit,
  { session, stop: _, ...control }: ReadingControl<LedgerProgress>,
): Promise<OwnedLedger> {
  const ledger = await readLedger(vault_id, { ...control, unit, session: session.mark })
  return { ...ledger, service: session.service, account: session.account }
}
