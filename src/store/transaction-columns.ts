/** How rows are handed to a statement: a page of them in one parameter. */
import { type DerivedRow, derivedRule, type ReceivedTransaction, transactionRow } from './transaction-row.ts'

const types = {
  whole_id: 'text',
  content: 'text',
  status: 'text',
  transaction_type: 'text',
  asset_id: 'text',
  network_id: 'text',
  network_label: 'text',
  amount: 'numeric',
  amount_text: 'text',
  fee: 'numeric',
  fee_text: 'text',
  fee_form: 'text',
  source_type: 'text',
  source_id: 'text',
  source_label: 'text',
  source_address: 'text',
  source_key: 'text',
  destination_type: 'text',
  destination_id: 'text',
  destination_label: 'text',
  destination_address: 'text',
  destination_key: 'text',
  destination_memo: 'text',
  txn_hash: 'text',
  words: 'text',
} satisfies Readonly<Record<Exclude<keyof DerivedRow, 'id'>, string>>

/** Made of the record alone, in the order of every statement. */
export const derivedColumns: readonly string[] = [...Object.keys(types), 'rule']

/** For a `set` of an update. */
export function setDerived(from: string): string {
  return derivedColumns.map((name) => `${name} = ${from}.${name}`).join(', ')
}

export function derivedOf(from: string): string {
  return derivedColumns.map((name) => `${from}.${name}`).join(', ')
}

/** After `from`: the rows of `rowsText` in parameter `$number`. `others`: columns that are not made of the record, with their types. */
export function recordsetOf(number: number, others = 'place bigint, record text'): string {
  const columns = Object.entries({ ...types, rule: 'integer' }).map((column) => column.join(' '))
  return `json_to_recordset($${number}::json) as given(id text, ${others}, ${columns.join(', ')})`
}

export function rowsText(rows: readonly (ReceivedTransaction & { readonly occurrence?: number })[]): string {
  return JSON.stringify(
    // To spread thirty columns into another object takes three times as long.
    rows.map(({ transaction, text: record, ...places }) =>
      Object.assign(transactionRow(transaction), places, { record, rule: derivedRule }),
    ),
  )
}
