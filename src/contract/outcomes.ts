/** Outcomes of transactions. Only completed ones moved anything. */
import { openStatuses, type TransactionStatus, transactionStatuses } from './enumerations.ts'

/** In the order in which they are shown. */
export const outcomes = {
  completed: { statuses: ['completed'], words: 'completed' },
  open: { statuses: openStatuses, words: 'in flight' },
  failed: { statuses: ['failed', 'rejected'], words: 'failed or rejected' },
  cancelled: { statuses: ['cancelled'], words: 'cancelled' },
  /** No list can be asked for just these. */
  unknown: { statuses: null, words: 'of unknown status' },
} as const satisfies Readonly<
  Record<string, { readonly statuses: readonly TransactionStatus[] | null; readonly words: string }>
>

export type Outcome = keyof typeof outcomes

export const otherOutcomes = ['open', 'failed', 'cancelled', 'unknown'] as const satisfies readonly Outcome[]

export function statusOutcome(status: string | null | undefined): Outcome {
  if (transactionStatuses.every((one) => one !== status)) return 'unknown'
  if (status === 'completed' || status === 'cancelled') return status
  return openStatuses.some((one) => one === status) ? 'open' : 'failed'
}
