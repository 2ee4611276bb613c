/** Compares the records of two accounts, because the API has no history. `untold` says what cannot be concluded from an incomplete list. */
import {
  type Both,
  type FieldChange,
  fieldChanges,
  isOneSided,
  leftSentence,
  pairsOf,
  vaultFields,
} from '../../changes/pairs.ts'
import { isFinal, transactionDifference } from '../../changes/transactions.ts'
import { compareWhitelists, type WhitelistChange } from '../../changes/whitelists.ts'
import type { ConsoleListName } from '../../contract/console-api.ts'
import { counted, sentences } from '../../contract/count-text.ts'
import { type DayNumber, dayLength, dayOf, dayText } from '../../contract/day.ts'
import { type Decimal, subtract } from '../../contract/decimal.ts'
import type { Transaction, Vault } from '../../contract/normal-records.ts'
import { balanceIn, balancesOf, type Held, type VaultName } from '../../ledger/balances.ts'
import {
  createMovementLedger,
  type HoldingKey,
  holdingName,
  type MovementLedger,
} from '../../ledger/movement-ledger.ts'
import { proveBalances } from '../../ledger/prove-balances.ts'
import type { ChangeQueries, DatedRecord } from '../../store/queries/changes.ts'
import { endpointsOf, type ReportRecords, recordedTransaction } from '../report-records.ts'

export interface Changes {
  readonly transactions: readonly TransactionChange[]
  /** Of the changes of transactions, how many there are beside those that are listed. */
  readonly unlisted: number
  /** New transactions by status and type, open ones that moved forward, and changes of names only. */
  readonly added: readonly FieldCount<'status' | 'type'>[]
  readonly forward: readonly FieldCount<'before' | 'after'>[]
  readonly renamed: readonly FieldCount<'field' | 'before' | 'after'>[]
  readonly whitelists: readonly WhitelistChange[]
  readonly vaults: readonly VaultChange[]
  /** Vault holdings, except those that have the same balance and no net movement. */
  readonly holdings: readonly HoldingChange[]
  readonly compared: Readonly<Record<'transactions' | 'whitelists' | 'vaults' | 'holdings', number>>
  readonly untold: readonly string[]
}

export type FieldCount<Field extends string> = Readonly<Record<Field, string | null>> & {
  readonly count: number
}

/** All but `changed` (it was open) should never happen. `final`: changed after its end. `late`: new on a day that was read before. */
export const transactionChangeKinds = ['gone', 'final', 'backwards', 'late', 'changed'] as const
export type TransactionChangeKind = (typeof transactionChangeKinds)[number]

/** The day is null where it may be another one. */
export interface DatedTransaction {
  readonly transaction: Transaction
  readonly day: DayNumber | null
}

export interface TransactionChange extends Both<DatedTransaction> {
  readonly kind: TransactionChangeKind
  readonly id: string
  readonly fields: readonly FieldChange[]
  /** True if the lists are proved complete, so that what is missing from one did not exist. */
  readonly isCertain: boolean
}

export interface VaultChange extends Both<Vault> {
  readonly fields: readonly FieldChange[]
  readonly isCertain: boolean
}

/** A holding with another balance, or with the same balance although transactions moved it. */
export interface HoldingChange {
  readonly key: HoldingKey
  readonly vault: VaultName | null
  readonly before: Decimal
  readonly after: Decimal
  /** The sum of transactions that completed between the two. */
  readonly moved: Decimal
  /** The rest of the difference: zero if transactions explain it. */
  readonly unexplained: Decimal
  readonly verdict: 'explained' | 'unexplained' | 'uncertain'
}

export async function compareRecords(before: ReportRecords, after: ReportRecords): Promise<Changes> {
  const untold: string[] = [
    ...otherSource(before, after),
    ...notComplete(before, after),
    ...notReadAgain(before, after),
  ]
  const queries = after.moment.since(before.moment.account)
  const transactions = await compareTransactions(before, after, queries, untold)
  const whitelists = compareWhitelists(
    { records: await before.whitelists(), isComplete: isWhole(before, 'whitelists') },
    { records: await after.whitelists(), isComplete: isWhole(after, 'whitelists') },
    untold,
  )
  const vaults = pairsOf(await before.vaults(), await after.vaults(), ({ vault_id }) => vault_id)
  if (vaults.left > 0) untold.push(leftSentence(vaults.left, 'vault'))
  const { between, hasAll, ...rest } = transactions
  const hasAllVaults = isWhole(before, 'vaults') && isWhole(after, 'vaults')
  const holdings = await compareHoldings(before, after, between, hasAll && hasAllVaults)
  if (holdings.unreadable > 0)
    untold.push(
      `The balance of ${counted(holdings.unreadable, 'holding')} is unreadable on one side or both, so it was not compared.`,
    )
  return {
    ...rest,
    whitelists: whitelists.changes,
    vaults: vaults.pairs.flatMap((pair) => {
      const fields = fieldChanges(pair, vaultFields)
      const isCertain = isWhole(pair.before === null ? before : after, 'vaults')
      return isOneSided(pair) || fields.length > 0 ? [{ ...pair, fields, isCertain }] : []
    }),
    holdings: holdings.changes,
    compared: {
      transactions: rest.compared,
      whitelists: whitelists.compared,
      vaults: vaults.pairs.filter((pair) => !isOneSided(pair)).length,
      holdings: holdings.compared,
    },
    untold,
  }
}

function isWhole({ state }: ReportRecords, list: ConsoleListName): boolean {
  return endpointsOf(state, list).every(
    ({ reading }) => reading !== null && 'completeness' in reading && reading.completeness === 'complete',
  )
}

function otherSource(before: ReportRecords, after: ReportRecords): readonly string[] {
  const [was, is] = [before, after].map(({ owner }) => owner.accountId ?? 'without a name')
  const [from, to] = [before.owner.service, after.owner.service]
  return sentences(
    from !== to && `The earlier records are from the service ${from}, the later ones from ${to}.`,
    was !== is && `The earlier records are of account ${was}, the later ones of account ${is}.`,
  )
}

function notComplete(before: ReportRecords, after: ReportRecords): readonly string[] {
  return (['transactions', 'whitelists', 'vaults'] as const).flatMap((list) =>
    sentences(
      !isWhole(before, list) &&
        `The earlier ${list} are not proved complete: what is new may have been there before.`,
      !isWhole(after, list) &&
        `The later ${list} are not proved complete: what is missing may still be there.`,
    ),
  )
}

/** An update keeps what was final at the last full reading. */
function notReadAgain(before: ReportRecords, { state, asOf }: ReportRecords): readonly string[] {
  const whole = state.readWhole?.begun ?? ''
  if (whole === asOf || whole > before.asOf || before.asOf === asOf) return []
  return [
    `Transactions that were final at ${whole} were not read again after the earlier reading, so their changes would not show.`,
  ]
}

/** A report of more has no reader. */
const mostChanges = 10_000

async function compareTransactions(
  before: ReportRecords,
  after: ReportRecords,
  queries: ChangeQueries,
  untold: string[],
) {
  const daysUntold = daysIncomparable(before, after)
  if (daysUntold) untold.push(daysUntold)
  // What is new and was recorded before this should have been in the earlier records. The service's own days may begin up to a day before UTC days.
  const today = dayOf(Date.parse(before.asOf))
  const begin = (before.dates?.days === 'service' ? today - 1 : today) * dayLength
  const lateBefore = daysUntold === null ? begin : null
  const [wasWhole, isNowWhole] = [isWhole(before, 'transactions'), isWhole(after, 'transactions')]
  const [forward, renamed] = [counter<'before' | 'after'>(), counter<'field' | 'before' | 'after'>()]
  const changes: TransactionChange[] = []
  let unlisted = 0
  const visit = (was: DatedTransaction | null, now: DatedTransaction | null) => {
    const told = was && now ? differenceOf(was, now, daysUntold === null) : null
    if (told?.isForward) forward.add({ before: told.before, after: told.after })
    for (const one of told?.names ?? [])
      renamed.add({ field: one.field, before: hostOf(one.before), after: hostOf(one.after) })
    const kind = told ? told.kind : was ? 'gone' : 'late'
    if (kind === null) return
    if (changes.length >= mostChanges) unlisted += 1
    else {
      const id = (now ?? was)?.transaction.transaction_id ?? ''
      const isCertain = (was !== null || wasWhole) && (now !== null || isNowWhole)
      changes.push({ kind, id, before: was, after: now, fields: told?.fields ?? [], isCertain })
    }
  }
  for await (const rows of queries.rows(lateBefore))
    for (const row of rows) visit(datedTransaction(row.before), datedTransaction(row.after))
  const { paired, left } = await queries.counts()
  if (left > 0) untold.push(leftSentence(left, 'transaction'))
  if (unlisted > 0)
    untold.push(
      `${counted(unlisted, 'more transaction')} changed: the report lists the first ${mostChanges}.`,
    )
  const keeper = createMovementLedger()
  for (const sum of await queries.movements())
    keeper.enter(sum, null, { transactions: sum.count, fees: sum.feeCount })
  const added = await queries.added(lateBefore)
  const rank = ({ kind }: TransactionChange) => transactionChangeKinds.indexOf(kind)
  return {
    transactions: changes.sort((one, other) => rank(one) - rank(other)),
    unlisted,
    added: added.map(({ status, transaction_type: type, count }) => ({ status, type, count })),
    forward: forward.list(),
    renamed: renamed.list(),
    compared: paired,
    between: keeper.book(),
    /** True if both lists are proved complete and every transaction could be compared. */
    hasAll: wasWhole && isNowWhole && left === 0,
  }
}

/** `kind`: null where it is not listed. */
function differenceOf(was: DatedTransaction, now: DatedTransaction, hasDays: boolean) {
  const { isForward, names, ...difference } = transactionDifference(was.transaction, now.transaction)
  const isOtherDay = hasDays && was.day !== null && now.day !== null && was.day !== now.day
  const day = { field: 'recorded_on', before: dayOrNull(was.day), after: dayOrNull(now.day) }
  const fields = isOtherDay ? [...difference.fields, day] : difference.fields
  const [before, after] = [was.transaction.status, now.transaction.status]
  const kind = difference.kind ?? (isFinal(before) ? 'final' : 'open')
  const listedKind: TransactionChangeKind = kind === 'open' ? 'changed' : kind
  return { isForward, names, fields, before, after, kind: fields.length === 0 ? null : listedKind }
}

function datedTransaction(row: DatedRecord | null): DatedTransaction | null {
  if (row === null) return null
  const { transaction, recorded } = recordedTransaction(row)
  if (recorded === null) return { transaction, day: null }
  const [first, last] = [dayOf(recorded.from), dayOf(recorded.before - 1)]
  return { transaction, day: first === last ? first : null }
}

function dayOrNull(day: DayNumber | null): string | null {
  return day === null ? null : dayText(day)
}

/** A sentence; null if they can be compared. */
function daysIncomparable(before: ReportRecords, after: ReportRecords): string | null {
  const [was, is] = [before.dates, after.dates]
  const [hadDays, hasDays] = [was?.failure === null, is?.failure === null]
  if (!hadDays || !hasDays)
    return `The ${hadDays ? 'later' : 'earlier'} transactions have no dates, so days cannot be compared.`
  if (was?.days === is?.days) return null
  return 'One of the two has UTC days, the other the service’s own, so days cannot be compared.'
}

/** Only the host of a link counts: the rest names the transaction. */
function hostOf(text: string | null): string | null {
  return text === null ? null : (/^https?:\/\/[^/]+/i.exec(text)?.[0] ?? text)
}

function counter<Field extends string>() {
  type Fields = Readonly<Record<Field, string | null>>
  const counts = new Map<string, number>()
  return {
    add(of: Fields) {
      const key = JSON.stringify(of)
      counts.set(key, (counts.get(key) ?? 0) + 1)
    },
    list: (): readonly FieldCount<Field>[] =>
      [...counts]
        .sort(([, one], [, other]) => other - one)
        .map(([key, count]) => ({ ...(JSON.parse(key) as Fields), count })),
  }
}

/** The later records decide who pays fees, because they have more evidence. */
async function compareHoldings(
  before: ReportRecords,
  after: ReportRecords,
  between: MovementLedger,
  hasAll: boolean,
) {
  const [was, is] = [balancesOf(await before.vaults()), balancesOf(await after.vaults())]
  const held = new Map<string, Held>()
  let unreadable = 0
  for (const [name, { key, network_name }] of new Map([...was.held, ...is.held])) {
    const [one, other] = [balanceIn(was, name, key.vault_id), balanceIn(is, name, key.vault_id)]
    if (one === null || other === null) unreadable += 1
    held.set(name, { key, network_name, balance: one && other && subtract(other, one), unreadable: [] })
  }
  const latest = { ...is, vaults: [...was.vaults, ...is.vaults], held }
  const { balanceProof } = await after.book()
  const { holdings } = proveBalances(between, latest, undefined, balanceProof)
  // More may have moved the holding than the records have.
  const changing = new Set(
    [(await before.book()).balanceProof, balanceProof].flatMap((each) =>
      each.holdings.flatMap(({ key, change }) => (change ? holdingName(key) : [])),
    ),
  )
  return {
    compared: held.size,
    unreadable,
    changes: holdings.flatMap(({ key, vault, now, remainder }): readonly HoldingChange[] => {
      const name = holdingName(key)
      const [one, other] = [balanceIn(was, name, key.vault_id), balanceIn(is, name, key.vault_id)]
      if (!one || !other || !now || !remainder || (now.digits === 0n && remainder.digits === 0n)) return []
      const isExplained = remainder.digits === 0n
      const isSure = !changing.has(name) && (isExplained || hasAll)
      const verdict = !isSure ? 'uncertain' : isExplained ? 'explained' : 'unexplained'
      const moved = subtract(now, remainder)
      return [{ key, vault, before: one, after: other, moved, unexplained: remainder, verdict }]
    }),
  }
}
