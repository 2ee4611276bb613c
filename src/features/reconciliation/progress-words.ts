import { counted } from '../../contract/count-text.ts'
import { balanceTypes } from '../../contract/enumerations.ts'
import type { ReconciliationProgress } from './use-reconciliation.ts'
import { ofVaults } from './words.ts'

const lists: readonly ReconciliationProgress['list'][] = [
  ...balanceTypes,
  'vaults',
  'vaults-again',
  'in-flight',
  'staked',
]

/** How far a reconciliation is, in words. */
export function progressWords({ list, rows, reading }: ReconciliationProgress) {
  return {
    doing: `Reading ${listName(list)}${reading > 0 ? ' again' : ''}`,
    count: counted(rows, 'row'),
    lists: { done: lists.indexOf(list), of: lists.length },
    note:
      reading > 0
        ? 'Something did not agree. Balances can change while they are read, so everything is read again to be sure.'
        : 'Reads the balances of all, cold and warm vaults, then every vault, then the transactions in processing and staking.',
  }
}

/** Whether what is read is the transactions, and the vaults beside them: what was compared before stands without them. */
export function isAboutTransactions({ list }: ReconciliationProgress): boolean {
  return lists.indexOf(list) > lists.indexOf('vaults')
}

function listName(list: ReconciliationProgress['list']): string {
  switch (list) {
    case 'vaults':
    case 'vaults-again':
      return 'vaults'
    case 'in-flight':
      return 'transactions in flight'
    case 'staked':
      return 'stakes and unstakes'
    default:
      return `balances of ${ofVaults[list]}`
  }
}
