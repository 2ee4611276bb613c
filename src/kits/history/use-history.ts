import { useRecordChanges } from '../../api/changes.ts'
import type { ChangedKind } from '../../contract/changes.ts'
import type { HistoryKind } from './steps.ts'

export const mostShown = 50

/** Shared by all components that show it. Asks for one more than is shown, to know whether there are more. */
export function useHistory(of: HistoryKind, id: string) {
  return useRecordChanges(kinds[of], id, mostShown + 1)
}

const kinds: Readonly<Record<HistoryKind, readonly ChangedKind[]>> = {
  transaction: ['transaction'],
  whitelist: ['whitelist', 'entry'],
  vault: ['vault', 'holding'],
}
