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

/** The ledger of all vaults, read when the reader asks for it. Every statement is made of it. */
export function useLedger(): UseReading<LedgerProgress, OwnedLedger> {
  return useReading({
    queryKey: ['ledger'],
    beginning: { stage: 'vaults', rows: 0, part: null, reading: 0 },
    read,
    sentence: ({ book }) => `Read: ${counted(book.read, 'transaction')}`,
  })
}

async function read({ session, stop: _, ...control }: ReadingControl<LedgerProgress>): Promise<OwnedLedger> {
  const ledger = await readLedger({ ...control, session: session.mark })
  return { ...ledger, service: session.service, account: session.account }
}
