/** What changed, in a sentence without its full stop. Text of the service stands in it as it came. */
import type { ChangedEntry, RecordChange } from '../contract/changes.ts'
import { nameOrId } from '../contract/normal-records.ts'
import { assetLabel, labelOf, statusLabels, transactionInWords } from './labels.ts'

export function recordChangeInWords(change: RecordChange): string {
  switch (change.kind) {
    case 'transaction':
      return transactionWords(change)
    case 'entry':
      return entryWords(change)
    case 'whitelist':
      return listWords('Whitelist', change)
    case 'vault':
      return listWords('Vault', change)
    case 'holding':
      return `${assetLabel(change)} in ${nameOrId(change.name, change.id) ?? 'a vault'}: ${amountWords(change)}`
    case 'balance':
      return `${assetLabel(change)} in ${change.id} balances: ${amountWords(change)}`
  }
}

function transactionWords(change: RecordChange): string {
  const transaction = transactionInWords(change)
  const [was, is] = [statusWord(change.before), statusWord(change.after)]
  switch (change.event) {
    case 'new':
      return `New: ${transaction}, ${is}`
    case 'late':
      return `New, on a day that was already read: ${transaction}, ${is}`
    case 'gone':
      return `${transaction} is gone: the service no longer knows it`
    case 'unlisted':
      return `${transaction} is no longer listed`
    case 'returned':
      return `${transaction} is listed again, ${is}`
    case 'backwards':
      return `${transaction} went back from ${was} to ${is}`
    case 'final':
      return `${transaction} changed after it was ${was}: ${fieldsInWords(change)}`
    default:
      return change.before === change.after
        ? `${transaction} changed: ${fieldsInWords(change)}`
        : `${transaction}: ${was} → ${is}`
  }
}

function fieldsInWords({ before, after, fields }: RecordChange): string {
  const status = before === after ? [] : [{ field: 'status', before, after }]
  return [...status, ...fields]
    .map((one) => `${one.field} ${one.before || 'empty'} → ${one.after || 'empty'}`)
    .join(', ')
}

/** As it stands within a sentence. */
function statusWord(status: string | null): string {
  return labelOf(statusLabels, status)?.label.toLowerCase() ?? (status || 'without a status')
}

function listWords(noun: string, { event, id, before, after, fields }: RecordChange): string {
  const name = nameOrId(after ?? before, id) ?? ''
  if (event === 'new') return `${noun} ${name} added`
  if (event === 'gone') return `${noun} ${name} removed`
  if (event === 'unlisted') return `${noun} ${name} is no longer listed`
  if (before !== after) return `${noun} ${nameOrId(before, id) ?? ''} renamed to ${name}`
  return `${noun} ${name} changed: ${fields.map((one) => `${one.field} ${one.before || 'empty'} → ${one.after || 'empty'}`).join(', ')}`
}

function entryWords({ event, id, name, before, after }: RecordChange): string {
  const list = nameOrId(name, id) ?? ''
  if (event === 'new') return `${list}: ${entryText(after)} added`
  if (event === 'gone') return `${list}: ${entryText(before)} removed`
  return `${list}: ${entryText(before)} replaced by ${entryText(after)}`
}

function entryText(text: string | null): string {
  if (text === null) return 'nothing'
  const entry: ChangedEntry = JSON.parse(text)
  const memo = entry.memo ? ` with memo ${entry.memo}` : ''
  return `${assetLabel(entry)} ${entry.address || 'without an address'}${memo}`
}

function amountWords({ event, before, after }: RecordChange): string {
  const amounts = `${before ?? 'not given'} → ${after ?? 'not given'}`
  return event === 'unexplained' ? `what transactions do not explain, ${amounts}` : amounts
}
