import { useEffect, useEffectEvent } from 'react'
import type { DayRange } from '../../api/dates/day.ts'
import { counted } from '../../contract/count-text.ts'
import { type UseReading, useReading } from '../../list/reading/use-reading.ts'
import { holdingName } from './book.ts'
import type { Movements } from './movements.ts'
import { type MovementsProgress, readMovements } from './read-movements.ts'
import type { SettledHolding } from './settle.ts'
import type { OwnedLedger } from './use-ledger.ts'

/** The movements of a holding in a period, which are read at once: who is here has asked for them. Use it with a key of its own for each. */
export function useMovements(
  ledger: OwnedLedger,
  holding: SettledHolding,
  period: DayRange,
): UseReading<MovementsProgress, Movements> {
  const reading = useReading({
    queryKey: movementsKey(ledger, holding, period),
    beginning,
    read: ({ session, stop: _, ...control }) =>
      readMovements(ledger, holding, period, { ...control, session: session.mark }),
    sentence: ({ count }) => `Read: ${counted(count, 'movement')}`,
  })
  const begin = useEffectEvent(() => {
    if (reading.result === undefined && !reading.progress) reading.start()
  })
  useEffect(() => begin(), [])
  return reading
}

/** What tells one reading of movements from all others. */
export function movementsKey(
  { begun }: Pick<OwnedLedger, 'begun'>,
  { key }: SettledHolding,
  { first, last }: DayRange,
): readonly [string, ...unknown[]] {
  return ['movements', holdingName(key), first, last, begun]
}

const beginning: MovementsProgress = { side: 'source', rows: 0 }
