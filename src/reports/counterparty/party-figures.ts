/** Sums of a party, grouped as on its page. */
import { countOfAll } from '../../contract/count-text.ts'
import type {
  CounterpartyFigure,
  Direction,
  PartyAccountUse,
  PartyFlow,
  PartyTotal,
} from '../../contract/counterparty.ts'
import { sumOfReadable, writeDecimal } from '../../contract/decimal.ts'
import { otherOutcomes, statusOutcome } from '../../contract/outcomes.ts'
import type { Refused, ReportColumn } from '../../contract/report.ts'
import { groupBy } from '../../ledger/group-by.ts'
import { assetKey } from '../../ledger/movement-ledger.ts'
import type { PartyQuestion, PartyRecords, PartySum } from '../../store/queries/counterparty.ts'
import type { PartyAccount } from '../../store/queries/party.ts'
import { counterpartyCodec } from '../../url/hrefs.ts'
import { figureEntry } from '../entry.ts'
import { refusedLink, refusedValues } from '../links.ts'
import { firstAndLast } from '../recorded-sums.ts'

/** `id` and `memo`, as the link to a page has them. */
export function parseParty(parameters: URLSearchParams): PartyQuestion | Refused {
  const { params, invalid } = counterpartyCodec.parse(parameters)
  const { id, memo = null } = params
  const title = 'No counterparty for this link'
  return refusedLink(title, invalid) ?? (id === undefined ? refusedValues(title, ['id']) : { id, memo })
}

export const directionTexts = { sent: 'To it', received: 'From it' } as const
export const directionColumn: ReportColumn = { name: 'direction', label: 'Direction', kind: 'text' }

/** For pages that show how a party was used beside something else. */
export const counterpartyFigure = figureEntry<PartyQuestion, CounterpartyFigure>({
  name: 'counterparty-uses',
  lists: ['transactions'],
  parse: parseParty,
  edges: () => [],
  async make(records, query) {
    const found = await records.moment.party(query)
    const sums = found?.sums ?? []
    return {
      party: found && { kind: found.party.kind, id: found.party.id, name: found.party.name },
      ...flowsOf(sums),
      recorded: firstAndLast(sums),
      accounts: found ? accountUses(found).map(({ use }) => use) : [],
      doubts: records.doubts('transactions'),
      as_of: records.asOf,
    }
  },
})

export function flowsOf(sums: readonly PartySum[]): Readonly<Record<Direction, PartyFlow>> {
  const flow = (direction: Direction): PartyFlow => {
    const own = sums.filter((sum) => sum.direction === direction)
    return {
      counts: (['completed', ...otherOutcomes] as const).flatMap((outcome) => {
        const count = countOfAll(own.filter(({ status }) => statusOutcome(status) === outcome))
        return count > 0 ? [{ outcome, count }] : []
      }),
      totals: byAsset(own.filter(({ status }) => statusOutcome(status) === 'completed')).map(totalOf),
    }
  }
  return { sent: flow('sent'), received: flow('received') }
}

/** One for each asset on each network. */
export function byAsset(sums: readonly PartySum[]): readonly (readonly PartySum[])[] {
  return [...groupBy(sums, assetKey).values()]
}

export function totalOf(sums: readonly PartySum[]): PartyTotal {
  const { asset_id = null, network_id = null } = sums[0] ?? {}
  return {
    ...{ asset_id, network_id, count: countOfAll(sums) },
    amount: writeDecimal(sumOfReadable(sums.map(({ amount }) => amount))),
    amountless: sums.reduce((sum, { amountless }) => sum + amountless, 0),
  }
}

export interface PartyAccountSums {
  readonly use: PartyAccountUse
  readonly sums: readonly PartySum[]
  /** In the columns of transactions. */
  readonly keys: readonly string[]
}

/** Whitelisted accounts first, used or not; then others from transactions, most used first. */
export function accountUses({ party, sums }: PartyRecords): readonly PartyAccountSums[] {
  const isUnused = party.kind === 'address' && sums.length === 0
  const listed = party.kind === 'whitelist' || isUnused ? party.accounts : []
  const ofEntry = new Map<PartyAccount, PartySum[]>(listed.map((entry) => [entry, []]))
  const others: PartySum[] = []
  for (const sum of sums) (ofEntry.get(entryOf(sum, listed) ?? none) ?? others).push(sum)
  return [
    ...[...ofEntry].map(([entry, own]) => accountSums(entry, own, entry.keys, !isUnused)),
    ...[
      ...groupBy(
        others,
        ({ key, memo, ...sum }) => `${assetKey(sum)} ${JSON.stringify([key, memo || null])}`,
      ).values(),
    ]
      .toSorted((one, other) => countOfAll(other) - countOfAll(one))
      .flatMap((own) => {
        const [first] = own
        // Under another asset.
        const isListed =
          party.kind === 'whitelist' && party.accounts.some((entry) => first && isAt(first, entry))
        return first ? accountSums(first, own, first.key ? [first.key] : [], isListed) : []
      }),
  ]
}

const none: PartyAccount = {
  ...{ asset_id: null, network_id: null, address: '', memo: null, keys: [], boundMemo: null },
}

function entryOf(sum: PartySum, entries: readonly PartyAccount[]): PartyAccount | undefined {
  return entries.find(
    (entry) =>
      (!entry.asset_id || entry.asset_id === sum.asset_id) &&
      (!entry.network_id || entry.network_id === sum.network_id) &&
      isAt(sum, entry),
  )
}

function isAt({ key, memo, direction }: PartySum, { keys, boundMemo }: PartyAccount): boolean {
  return (
    key !== null &&
    keys.includes(key) &&
    (boundMemo === null || direction === 'received' || memo === boundMemo)
  )
}

function accountSums(
  account: Pick<PartyAccountUse, 'asset_id' | 'network_id' | 'address' | 'memo'>,
  sums: readonly PartySum[],
  keys: readonly string[],
  isListed: boolean,
): PartyAccountSums {
  const { asset_id, network_id, address, memo } = account
  const of = { asset_id, network_id, address, memo: memo || null, isListed }
  return { use: { ...of, ...flowsOf(sums), recorded: firstAndLast(sums) }, sums, keys }
}
