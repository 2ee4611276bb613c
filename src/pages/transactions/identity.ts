import type { Transaction } from '../../api/records.ts'
import { recordIdentity } from '../../components/list/record-identity.ts'

/** How a transaction is known again in another reading, and whether it has changed. */
export const transactionIdentity = recordIdentity<Transaction>((row) => row.transaction_id)
