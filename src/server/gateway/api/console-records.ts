/** Records as the API of the console has them: in the normal form, and in lists without what came. */
import { parseBody } from '../../../contract/answer-body.ts'
import type { ConsoleTransaction, ListedRecords } from '../../../contract/console-api.ts'
import type { WholeListName } from '../../../contract/list-names.ts'
import type { Transaction } from '../../../contract/normal-records.ts'
import type { ListedTransaction } from '../../../store/queries/transactions.ts'
import { normalisers, normaliseTransaction } from '../../../sync/service/normalise.ts'

export function consoleTransaction(row: ListedTransaction): ConsoleTransaction {
  return { ...listedRecord(normaliseTransaction(parseBody(row.record))), ...recordedOf(row) }
}

/** What the store knows of a transaction beside its record. */
export function recordedOf({
  recordedFrom: from,
  recordedBefore: before,
  isUnlisted,
}: ListedTransaction): Pick<ConsoleTransaction, 'recorded' | 'isUnlisted'> {
  return {
    recorded: from === null || before === null ? null : { from, before },
    ...(isUnlisted && { isUnlisted }),
  }
}

export function recordIn<Name extends WholeListName>(name: Name, text: string): ListedRecords[Name] {
  return normalisers[name](parseBody(text))
}

/** Without `received` and `text`, also in nested records. */
export function listedRecord<R extends Transaction | ListedRecords[WholeListName]>(record: R): R {
  const { received: _, text: __, ...listed } = record
  // Both are optional in every record.
  const plain = listed as R
  return 'assets' in plain ? { ...plain, assets: plain.assets.map(withoutReceived) } : plain
}

function withoutReceived<Part extends { readonly received?: unknown }>(part: Part): Omit<Part, 'received'> {
  const { received: _, ...others } = part
  return others
}
