import { counted } from '../../contract/count-text.ts'
import { balanceTypes } from '../../contract/enumerations.ts'
import type { BooksList } from '../../reconciliation/read-books.ts'
import { ofVaults } from '../../reconciliation/words.ts'
import type { ReconciliationProgress } from './use-reconciliation.ts'

const lists: readonly BooksList[] = [...balanceTypes, 'vaults']

/** How far a reconciliation is, in words. */
export function progressWords({ list, rows, reading }: ReconciliationProgress) {
  return {
    doing: `Reading ${listName(list)}${reading > 0 ? ' again' : ''}`,
    count: counted(rows, 'row'),
    lists: { done: lists.indexOf(list), of: lists.length },
    note:
      reading > 0
        ? 'Something did not agree. Books move while they are read, so everything is read a second time before anything is said.'
        : 'Balances of all, cold and warm vaults, and then every vault.',
  }
}

function listName(list: BooksList): string {
  return list === 'vaults' ? 'vaults' : `balances of ${ofVaults[list]}`
}
