/** What a report is made of: the records of one account at one moment, and their movements added up. */
import { parseBody } from '../contract/answer-body.ts'
import type { ConsoleListName, DateSpan, ListedRecords } from '../contract/console-api.ts'
import { type DayNumber, dayOf } from '../contract/day.ts'
import { readDecimal, zero } from '../contract/decimal.ts'
import { endpointPath } from '../contract/endpoints.ts'
import { type BalanceType, balanceTypes } from '../contract/enumerations.ts'
import { balanceLists, type WholeListName } from '../contract/list-names.ts'
import type { Holding, Vault, Whitelist } from '../contract/normal-records.ts'
import type { Valuation } from '../contract/prices.ts'
import type { Basis, ReportTransaction } from '../contract/report.ts'
import { instantText } from '../display/instant.ts'
import { balancesOf, type VaultBalances } from '../ledger/balances.ts'
import { dayBetween, type Edge } from '../ledger/edges.ts'
import {
  createMovementLedger,
  type Fault,
  holdingName,
  type MovementLedger,
} from '../ledger/movement-ledger.ts'
import { type BalanceChange, type BalanceProof, proveBalances } from '../ledger/prove-balances.ts'
import type { AccountOwner } from '../store/account-row.ts'
import type { RecordsMoment } from '../store/moment.ts'
import type { TransactionQuery } from '../store/queries/transaction-query.ts'
import type { ListedTransaction } from '../store/queries/transactions.ts'
import type { AccountState, DatesState, ListReading } from '../store/state.ts'
import type { MovementSum } from '../store/sums.ts'
import type { UnprovedBalance } from '../store/unproved-balances.ts'
import { normalisers, normaliseTransaction } from '../sync/service/normalise.ts'

/** What needs to be known of the records before a report is made. */
export interface DatedAccount {
  /** On which the records are as of, in UTC or the service's own days. */
  readonly today: DayNumber
  /** Milliseconds since 1970. */
  readonly asOf: number
  /** Whose days the records have. */
  readonly whose: 'utc' | 'service'
}

/** Of one currency, at the last prices on or before each day; null where nobody gave prices. */
export type FindPrices = (days: readonly string[]) => Promise<Valuation | null>

/** The movements between the edges of a report, settled. */
export interface ProvedRecords {
  readonly balanceProof: BalanceProof
  readonly balances: VaultBalances
  /** The first thousand. */
  readonly faults: readonly Fault[]
  readonly faultCount: number
  /** Holdings for which the service lists a movement between own vaults as a withdrawal and a deposit. */
  readonly joined: ReadonlySet<string>
  /** Transactions of any status that may lie between different edges. */
  readonly undated: number
}

/** With the narrowest span in which the service was seen to list it, in milliseconds since 1970; null where that is not known. */
export interface RecordedTransaction {
  readonly transaction: ReportTransaction
  readonly recorded: DateSpan | null
}

export function recordedTransaction({
  record,
  recordedFrom: from,
  recordedBefore: before,
}: Pick<ListedTransaction, 'record' | 'recordedFrom' | 'recordedBefore'>): RecordedTransaction {
  const { received: _, text: __, ...transaction } = normaliseTransaction(parseBody(record))
  return { transaction, recorded: from === null || before === null ? null : { from, before } }
}

/** Each list is read once, and so is what is added up. */
export class ReportRecords {
  readonly moment: RecordsMoment
  readonly owner: AccountOwner
  readonly state: AccountState
  readonly prices: FindPrices
  readonly other: ReportRecords | null
  readonly #lists = new Map<string, Promise<unknown>>()

  private constructor(of: Pick<ReportRecords, 'moment' | 'owner' | 'state' | 'prices' | 'other'>) {
    this.moment = of.moment
    this.owner = of.owner
    this.state = of.state
    this.prices = of.prices
    this.other = of.other
  }

  /** `compared`: key of another account in the store. */
  static async open(
    moment: RecordsMoment,
    prices: FindPrices,
    compared: string | null = null,
  ): Promise<ReportRecords> {
    const [owner, state] = [await moment.owner(), await moment.state()]
    const other = compared === null ? null : await ReportRecords.open(moment.of(compared), prices)
    return new ReportRecords({ moment, owner, state, prices, other })
  }

  /** When the latest update began: ISO 8601 UTC. */
  get asOf(): string {
    return asOfState(this.state)
  }

  get dates(): DatesState | null {
    return this.state.dates
  }

  vaults(): Promise<readonly Vault[]> {
    return this.#whole('vaults')
  }

  balances(type: BalanceType): Promise<readonly Holding[]> {
    return this.#whole(balanceLists[type])
  }

  whitelists(): Promise<readonly Whitelist[]> {
    return this.#whole('whitelists')
  }

  /** All of these, in the order of the service: for few of many. */
  transactions(query: TransactionQuery): Promise<readonly RecordedTransaction[]> {
    return this.#once(`transactions ${JSON.stringify(query)}`, async () => {
      const all: RecordedTransaction[] = []
      for await (const piece of this.moment.transactions(query))
        for (const row of piece) all.push(recordedTransaction(row))
      return all
    })
  }

  /** By the id of a withdrawal or a deposit that is one side of a movement between own vaults: the vault at its other side. */
  ownTransfers(): Promise<ReadonlyMap<string, string>> {
    return this.#once('own transfers', () => this.moment.ownTransfers())
  }

  /** Sums of movements, by how many of the edges are before them. */
  movements(edges: readonly Edge[]): Promise<readonly MovementSum[]> {
    const moments = edges.map(({ at }) => at)
    return this.#once(`movements ${moments.join()}`, () => this.moment.movements(moments))
  }

  /** The latest balances, and all movements by the day before the next edge. Without edges, all are of today. */
  book(edges: readonly Edge[] = []): Promise<ProvedRecords> {
    return this.#once(`book ${edges.map(({ at, day }) => `${at} ${day}`).join()}`, () => this.#bookOf(edges))
  }

  async #bookOf(edges: readonly Edge[]): Promise<ProvedRecords> {
    const moments = edges.map(({ at }) => at)
    const keeper = createMovementLedger()
    const { today } = datedAccount(this.state)
    const sums = await this.movements(edges)
    for (const sum of sums) {
      const day = sum.edgesBefore === null ? null : dayBetween(edges, sum.edgesBefore, today)
      keeper.enter(sum, day, { transactions: sum.count, fees: sum.feeCount })
    }
    const book = keeper.book()
    const balances = balancesOf(await this.vaults())
    return {
      balanceProof: proveBalances(book, balances, changesOf(await this.moment.unsettledBalances())),
      balances,
      faults: await this.#faultsOf(book),
      faultCount: book.faultCount,
      joined: new Set(sums.flatMap(joinedHolding)),
      undated: await this.moment.undecided(moments),
    }
  }

  /** Sums do not tell one transaction from another. */
  async #faultsOf({ faultCount }: MovementLedger): Promise<readonly Fault[]> {
    if (faultCount === 0) return []
    const keeper = createMovementLedger()
    for (const text of await this.moment.doubtful(mostFaults))
      keeper.enter(normaliseTransaction(parseBody(text)), null)
    return keeper.book().faults
  }

  /** Why a list may not be whole, in sentences. */
  doubts(list: ConsoleListName): readonly string[] {
    return endpointsOf(this.state, list).flatMap(({ reading }) => doubtsOf(reading))
  }

  /** `isDated`: whether it rests on dates of transactions. */
  async basis(
    lists: readonly ConsoleListName[],
    { isDated = lists.includes('transactions') }: { readonly isDated?: boolean } = {},
  ): Promise<Basis> {
    const read = lists.flatMap((list) => endpointsOf(this.state, list))
    const sizes = await Promise.all(lists.map((list) => this.#sizeOf(list)))
    const { readWhole, dates } = this.state
    const ofDates = isDated ? (dates?.doubts ?? []) : []
    const isUpdated = lists.includes('transactions') && readWhole !== null && readWhole.begun < this.asOf
    return {
      service: this.owner.service,
      account: this.owner.accountId,
      endpoints: read.map(({ endpoint }) => endpoint),
      as_of: this.asOf,
      read_whole: readWhole?.ended ?? null,
      read: { records: sizes.reduce((sum, size) => sum + size, 0) },
      doubts: [...new Set([...lists.flatMap((list) => this.doubts(list)), ...ofDates])],
      ...(isUpdated && {
        update: `Full reading: ${instantText(readWhole.ended)}. Updated since: new and in-flight transactions, whitelists and balances.`,
      }),
    }
  }

  #whole<Name extends WholeListName>(name: Name): Promise<readonly ListedRecords[Name][]> {
    return this.#once(name, async () => {
      const all: ListedRecords[Name][] = []
      for await (const texts of this.moment.list(name, {}))
        for (const text of texts) all.push(normalisers[name](parseBody(text)))
      return all
    })
  }

  async #sizeOf(list: ConsoleListName): Promise<number> {
    if (list === 'transactions') return this.owner.transactions
    const lists = list === 'balances' ? Object.values(balanceLists) : [list]
    const each = await Promise.all(lists.map((name) => this.#whole(name)))
    return each.reduce((sum, { length }) => sum + length, 0)
  }

  #once<Value>(name: string, read: () => Promise<Value>): Promise<Value> {
    const before = this.#lists.get(name) as Promise<Value> | undefined
    const reading = before ?? read()
    this.#lists.set(name, reading)
    return reading
  }
}

function joinedHolding(sum: MovementSum): readonly string[] {
  const { source, destination } = sum
  const vault_id = sum.transaction_type === 'withdraw' ? source.source_id : destination.destination_id
  return sum.own_vault === null ? [] : [holdingName({ ...sum, vault_id })]
}

export function datedAccount(state: AccountState): DatedAccount {
  const asOf = Date.parse(asOfState(state))
  return { asOf, today: dayOf(asOf), whose: state.dates?.days ?? 'service' }
}

/** The readings of a list, each with its path. */
export function endpointsOf(
  { lists }: Pick<AccountState, 'lists'>,
  list: ConsoleListName,
): readonly { readonly endpoint: string; readonly reading: ListReading }[] {
  if (list !== 'balances') return [{ endpoint: endpointPath(list), reading: lists[list] }]
  return balanceTypes.map((type) => ({
    endpoint: type === 'all' ? endpointPath('balances') : endpointPath('balancesOfType', type),
    reading: lists[balanceLists[type]],
  }))
}

function asOfState({ asOf, readWhole }: AccountState): string {
  return asOf ?? readWhole?.begun ?? ''
}

function doubtsOf(reading: ListReading): readonly string[] {
  if (reading === null || 'refused' in reading) return []
  return reading.completeness === 'read-once' && reading.doubts.length === 0 ? [readOnce] : reading.doubts
}

const readOnce = 'The list was read once so far. It is read again to show that nothing is missing.'

function changesOf(unsettled: readonly UnprovedBalance[]): ReadonlyMap<string, BalanceChange> {
  const read = ({ balance, readAt }: UnprovedBalance['before']) => ({
    balance: readDecimal(balance) ?? zero,
    readAt,
  })
  return new Map(
    unsettled.map((each) => [holdingName(each), { before: read(each.before), after: read(each.after) }]),
  )
}

const mostFaults = 1000
