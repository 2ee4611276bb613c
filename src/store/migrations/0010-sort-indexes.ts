/** Lists in the order of each column that can be sorted by, so that a page of ten million records is read off an index; and the records of a memo. */
export const sortIndexes = (): readonly string[] => [
  ...['network_label', 'source_label', 'destination_label', 'txn_hash'].map((column) => index(column)),
  // Few have one.
  index('destination_memo', ` and destination_memo > ''`),
]

function index(column: string, condition = ''): string {
  return `create index if not exists transaction_by_${column} on custody_store.transaction (account, ${column}, position)
    where gone_in is null${condition}`
}
