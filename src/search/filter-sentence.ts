/** A filter of transactions as people say it: "Failed BTC withdrawals to Kraken over 100,000, 2026-10-01 to 2026-10-31". */

import type { TransactionFilterName } from '../contract/console-api.ts'
import { groupedDecimal } from '../contract/count-text.ts'
import { openStatuses } from '../contract/enumerations.ts'
import { withCapital } from '../contract/initials.ts'
import type { OfferedFilter } from '../contract/search.ts'
import type { SearchNames } from './names.ts'
import { typeWords } from './words.ts'

export function filterSentence(filter: OfferedFilter, { parties, networks }: SearchNames): string {
  const firstOf = (name: TransactionFilterName) => filter[name]?.[0]
  const named = (name: TransactionFilterName) =>
    filter[name]?.map((id) => [...parties, ...networks].find((one) => one.id === id)?.name ?? id)
  const [sender, receiver] = [
    either(named('source_id') ?? filter.source_address),
    either(named('destination_id') ?? filter.destination_address),
  ]
  const isOwn = parties.some(({ kind, id }) => kind === 'vault' && filter.source_id?.includes(id))
  const types = filter.transaction_type?.map((type) => {
    const words = Object.entries(typeWords).find(([name]) => name === type)?.[1]
    return words?.findLast((word) => word.endsWith('s')) ?? type
  })
  const isInFlight = String(filter.status) === String(openStatuses)
  const statuses = isInFlight ? 'in-flight' : either(filter.status)
  const assets =
    filter.asset_id &&
    (filter.asset_id.length > 3 ? `${filter.asset_id.length} assets` : either(filter.asset_id))
  const isPlain = types === undefined && statuses === undefined && filter.text === undefined
  const subject = [
    statuses,
    assets,
    either(types) ??
      (isPlain && (sender || receiver) ? (receiver || isOwn ? 'sent' : 'received') : 'transactions'),
  ]
  const parts = [
    ...subject,
    sender && `from ${sender}`,
    receiver && `to ${receiver}`,
    ...([filter.vault_id && named('vault_id'), filter.counterparty && named('counterparty')] as const).map(
      (names) => names && `from or to ${either(names)}`,
    ),
    filter.address && `at ${either(filter.address)}`,
    filter.network_id && `on ${either(named('network_id'))}`,
    amountsInSentence(firstOf),
    filter.text && `with ${filter.text.join(' ')}`,
  ]
  const words = parts.filter(Boolean).join(' ')
  const period = periodInSentence(firstOf('start_date'), firstOf('end_date'))
  return `${withCapital(words)}${period && `, ${period}`}`
}

function periodInSentence(first: string | undefined, last: string | undefined): string {
  if (first === last) return first ?? ''
  if (first && last) return `${first} to ${last}`
  return first ? `since ${first}` : `until ${last}`
}

function either(values: readonly string[] | undefined): string | undefined {
  return values && [values.slice(0, -1).join(', '), values.at(-1)].filter(Boolean).join(' or ')
}

function amountsInSentence(firstOf: (name: TransactionFilterName) => string | undefined): string {
  const bound = (name: TransactionFilterName, words: string) => {
    const value = firstOf(name)
    return value === undefined ? [] : [`${words} ${groupedDecimal(value)}`]
  }
  const [from, to] = [firstOf('amount_from'), firstOf('amount_to')]
  if (from !== undefined && from === to) return `of exactly ${groupedDecimal(from)}`
  if (from !== undefined && to !== undefined)
    return `between ${groupedDecimal(from)} and ${groupedDecimal(to)}`
  return [
    ...bound('amount_over', 'over'),
    ...bound('amount_from', 'of at least'),
    ...bound('amount_under', 'under'),
    ...bound('amount_to', 'at most'),
  ].join(' and ')
}
