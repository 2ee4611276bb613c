/** How checks, verdicts and places are called. They say what stands against what, and blame nobody. */
import type { HoldingsList } from '../../books/read-books.ts'
import { counted, countText } from '../../contract/count-text.ts'
import { type BalanceType, balanceTypes } from '../../contract/enumerations.ts'
import type { Component, HoldingKey } from './books.ts'
import type { Check, Place } from './compare.ts'
import type { Problem } from './problems.ts'
import type { MovementsList } from './read-movements.ts'
import type { FindingVerdict } from './reconcile.ts'

/** How far a reconciliation is. */
export interface ReconciliationProgress {
  readonly list: HoldingsList | MovementsList
  readonly rows: number
  /** 0, and 1 while what did not agree is read again. */
  readonly reading: number
}

/** What the page is before anything was read. */
export const introduction = {
  title: 'Check that balances, vaults and transactions agree',
  text: 'Reads every vault and every balance, and adds them up to the last digit. For each asset on each network:',
  checks: [
    'cold plus warm equals the balance of all vaults',
    'the vaults of each type add up to the balance of that type',
    'no asset is listed on one side only',
    'for information: available, processing, staking and claimable add up to the total',
    'for information: transactions add up to each vault’s processing and staking',
  ],
}

/** Where there is nothing to list. */
export const nothing = {
  title: 'No findings',
  onPage: 'No findings on this page',
  agrees: 'Everything that was compared agrees.',
  empty: 'There is nothing to compare.',
}
export const problemsTitle = 'Problems in the records'

/** What transactions add up to, against what vaults say. */
export const againstVaults = {
  title: 'Transactions against vaults',
  rules:
    'Processing is what is leaving a vault and is pending, processing or confirming, with its fee. Staking is what was staked and not unstaked.',
  otherRules:
    'Another service may count by other rules. A difference may then come from the rules, not from an error in its books.',
}

/** What is compared with what. */
export const checkLabels: Readonly<Record<Check, string>> = {
  'cold-and-warm': 'Cold and warm against all',
  'vaults-and-balance': 'Vaults against balance',
  'total-and-parts': 'Parts against total',
  'transactions-and-vault': 'Transactions against vault',
}

/** What is said of two figures. */
export const verdictLabels: Readonly<Record<FindingVerdict, string>> = {
  agrees: 'Agrees',
  differs: 'Differs',
  'one-sided': 'On one side only',
  unreadable: 'Cannot be compared',
  changed: 'Changed while reading',
}

/** What a verdict means. */
export const verdictMeanings: Readonly<Record<FindingVerdict, string>> = {
  agrees: 'Both figures are the same, to the last digit.',
  differs: 'Both readings gave the same two different figures.',
  'one-sided': 'One side lists this asset on this network, and the other does not.',
  unreadable: 'A figure is missing or is not a decimal number.',
  changed: 'The figures changed between the readings.',
}

/** Whose balance it is. */
export const ofVaults: Readonly<Record<BalanceType, string>> = {
  all: 'all vaults',
  cold: 'cold vaults',
  warm: 'warm vaults',
}

/** So many vaults of a type: "1 cold vault". */
export function countOfVaults(type: BalanceType, count: number): string {
  return counted(count, type === 'all' ? 'vault' : `${type} vault`)
}

/** Where a figure comes from, in words alone. */
export function placeName(place: Place): string {
  switch (place.kind) {
    case 'balance':
      return `Balance of ${ofVaults[place.type]}`
    case 'balances':
      return `Balances of ${place.types.map((type) => ofVaults[type]).join(' and ')} together`
    case 'vaults':
      return `Holdings of ${countOfVaults(place.type, place.count)} together`
    case 'vault':
      return `Vault ${[place.name, place.id].filter(Boolean).join(' · ') || 'without name and id'}`
    case 'transactions': {
      const vault = placeName({ kind: 'vault', ...place.vault })
      return `${place.part === 'processing' ? 'In flight' : 'Staked and not unstaked'} according to transactions: ${vault}`
    }
    case 'parts':
      return `Sum of the parts: ${placeName(place.of)}`
  }
}

/** What is wrong with a record, in one sentence. */
export function problemInWords(problem: Problem): string {
  const where = placeName(problem.place)
  switch (problem.kind) {
    case 'negative':
      return `${where}: ${holdingName(problem)} has a negative ${partNames[problem.component]} balance, ${problem.value}.`
    case 'no-decimal':
      return `${where}: the ${partNames[problem.component]} balance of ${holdingName(problem)} is “${problem.value}”. That is not a decimal number, so it cannot be added or compared.`
    case 'holding-repeated':
      return `${where} lists ${holdingName(problem)} ${countText(problem.times)} times. Each one counts.`
    case 'vault-repeated':
      return `${where} is listed ${countText(problem.times)} times. Each one counts.`
    case 'vault-type':
      return problem.value === null
        ? `${where} has no type. It counts among all vaults, but not as cold or warm.`
        : `${where} is of type “${problem.value}”. It counts among all vaults, but not as cold or warm.`
  }
}

function holdingName({ asset_id, network_id }: HoldingKey): string {
  return `${asset_id || 'an asset without an id'} on ${network_id || 'an unnamed network'}`
}

const partNames: Readonly<Record<Component, string>> = {
  total_balance: 'total',
  available_balance: 'available',
  processing_balance: 'processing',
  staking_balance: 'staking',
  claimable_balance: 'claimable',
}

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
