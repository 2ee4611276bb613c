import { useRecordChanges } from '../../api/changes.ts'
import type { ChangedKind } from '../../contract/changes.ts'
import type { HistoryKind } from './steps.ts'

export const mostShown = 50

/** Asked for once, whoever shows it. One more than are shown says that there are more. */
export function useHistory(of: HistoryKind, id: string) {
  return useRecordChanges(kinds[of], id, mostShown + 1)
}

const kinds: Readonly<Record<HistoryKind, readonly ChangedKind[]>> = {
  transaction: ['transaction'],
  whitelist: ['whitelist', 'entry'],
  vault: ['vault', 'holding'],
}
