/**
 * Records the changes that a reading sees, in the transaction that applies it. An event that should never happen, or is often undone, waits
 * until the next reading confirms it: `record` is the earlier state, for comparison.
 */
import type { ChangedField, ChangedKind, ChangeEvent } from '../contract/changes.ts'
import { dayLength } from '../contract/day.ts'
import { balanceLists } from '../contract/list-names.ts'
import { writeNote } from './account-row.ts'
import { columnText, databaseText, fromDatabaseText, numberIn } from './database-text.ts'
import { deleteRows } from './delete-rows.ts'
import type { ListOutcome, RowKey, UpdateOutcome, WholeOutcome } from './outcome.ts'
import { type AccountScope, type WrittenAccount, write } from './scope.ts'
import { areChangesTold, type ListReading, toldAfter } from './state.ts'

/** As `RecordChange` of `contract/changes.ts` has them. */
export interface NewChange {
  readonly kind: ChangedKind
  readonly id: string
  readonly event: ChangeEvent
  readonly before: string | null
  readonly after: string | null
  readonly fields?: readonly ChangedField[]
  readonly name?: string | null
  readonly asset_id?: string | null
  readonly network_id?: string | null
  /** ISO 8601 UTC: it happened after this. Where it is not given, after the reading before. */
  readonly since?: string
  /** From 1, of a transaction. */
  readonly occurrence?: number
  /** The text of what stood before, if another reading has to agree. */
  readonly record?: string
}

export interface UnconfirmedChange {
  readonly kind: ChangedKind
  readonly record_id: string
  readonly occurrence: number
  /** Milliseconds since 1970. */
  readonly since: number | null
  readonly isWhole: boolean
  readonly before: string | null
  readonly record: string
}

export class ChangeWriter {
  readonly reading: number
  /** Of the first reading, nothing is news. */
  readonly isTelling: boolean
  readonly #written: WrittenAccount
  readonly #outcome: WholeOutcome | UpdateOutcome
  /** Milliseconds since 1970. */
  readonly #told: number
  /** Whether something waits that an earlier reading saw. */
  readonly #isAwaited: boolean
  #place = 0
  #isOtherwise = false

  private constructor(written: WrittenAccount, outcome: WholeOutcome | UpdateOutcome, isAwaited: boolean) {
    this.#written = written
    this.#isAwaited = isAwaited
    this.#outcome = outcome
    this.#told = toldAfter(written.state.changes, outcome.ended)
    this.reading = written.lastReading + 1
    this.isTelling = areChangesTold(written.state)
  }

  static async open(written: WrittenAccount, outcome: WholeOutcome | UpdateOutcome): Promise<ChangeWriter> {
    const isAwaited = areChangesTold(written.state) && (await isAnyWaiting(written))
    return new ChangeWriter(written, outcome, isAwaited)
  }

  get #isWhole(): boolean {
    return 'transactions' in this.#outcome
  }

  /** Whether anything was told, or waits. */
  get isOtherwise(): boolean {
    return this.#isOtherwise
  }

  /** Takes waiting changes out of the table; the caller compares them again. */
  takeLists(kinds: readonly ChangedKind[]): Promise<readonly UnconfirmedChange[]> {
    return this.#take(isOneOf('kind', 2), JSON.stringify(kinds))
  }

  takeTransactions(keys: readonly RowKey[]): Promise<readonly UnconfirmedChange[]> {
    return this.#take(
      `kind = 'transaction' and (record_id, occurrence) in (
         select id, occurrence from json_to_recordset($2::json) as given(id text, occurrence integer))`,
      JSON.stringify(keys.map(({ id, occurrence }) => ({ id: columnText(id), occurrence }))),
    )
  }

  async #take(condition: string, parameter: string): Promise<readonly UnconfirmedChange[]> {
    if (!this.#isAwaited) return []
    const { queries, account } = this.#written
    const rows = await queries.query<
      'kind' | 'record_id' | 'occurrence' | 'since' | 'is_whole' | 'before' | 'record'
    >(
      `delete from custody_store.unconfirmed_change where account = $1 and ${condition}
       returning kind, record_id, occurrence, since, is_whole, before, record`,
      [account, parameter],
    )
    return rows.map(({ record_id, occurrence, since, is_whole, before, record, ...row }) => ({
      kind: row.kind as ChangedKind,
      record_id: record_id ?? '',
      occurrence: Number(occurrence),
      since: numberIn(since),
      isWhole: is_whole === 't',
      before,
      record: fromDatabaseText(record ?? 'null'),
    }))
  }

  /** `taken`: what waited of the records that these are of. */
  async add(changes: readonly NewChange[], taken: readonly UnconfirmedChange[] = []): Promise<void> {
    const earlier = new Map<string, UnconfirmedChange>()
    for (const one of taken) {
      const { since } = earlier.get(listedAs(one)) ?? one
      const least = since === null || one.since === null ? null : Math.min(since, one.since)
      earlier.set(listedAs(one), { ...one, since: least })
    }
    const agreed = new Set(taken.map(keyOf))
    const told: object[] = []
    const waiting: object[] = []
    for (const change of changes) {
      const row = rowOf(change)
      const { since, isWhole } = earlier.get(listedAs(row)) ?? {
        since: change.since ? Date.parse(change.since) : this.#since(change),
        isWhole: this.#isWhole,
      }
      this.#place += 1
      const { record, occurrence } = row
      const columns = { ...row, since, is_whole: isWhole, place: this.#place }
      if (record === null || agreed.has(keyOf(row))) told.push(columns)
      else waiting.push({ ...columns, record, occurrence })
    }
    await this.#insert('change', columnNames, told)
    await this.#insert('unconfirmed_change', [...columnNames, 'occurrence', 'record'], waiting)
  }

  /**
   * Runs a statement that writes transactions and ends with `returning id, status` and the columns that `counted` adds up, and records the
   * event for each row. `$1` is the account. Returns the number of rows, and what `counted` selects from `written`.
   */
  async addWritten<Column extends string = never>(
    event: 'new' | 'returned' | 'unlisted' | 'gone',
    statement: string,
    parameters: readonly string[] = [],
    counted = '',
  ) {
    const { queries, account } = this.#written
    const [before, after] = event === 'new' || event === 'returned' ? ['null', 'status'] : ['status', 'null']
    const told = `, told as (
      insert into custody_store.change (account, reading, place, kind, record_id, event, is_whole, since, status_before, status_after)
      select $1, ${this.#told}, ${this.#place} + row_number() over (), 'transaction', id, '${event}', ${this.#isWhole},
        ${this.#transactionsSince() ?? 'null::bigint'}, ${before}, ${after}
      from written where id <> ''
    )`
    const [row] = await queries.query<Column | 'count'>(
      `with written as (${statement})${this.isTelling ? told : ''} select count(*) as count ${counted} from written`,
      [account, ...parameters],
    )
    this.#place += Number(row?.count)
    return row
  }

  /** What waited, and was not taken from this reading, is told. */
  async end(): Promise<void> {
    if (!this.#isAwaited) return
    const { queries, account } = this.#written
    const [row] = await queries.query<'count'>(
      `with confirmed as (
         delete from custody_store.unconfirmed_change
         where account = $1 and reading < ${this.#told} and ${isOneOf('kind', 2)}
         returning *
       ), told as (
         insert into custody_store.change (account, reading, place, ${columnNames.join(', ')})
         select $1, ${this.#told}, ${this.#place} + row_number() over (order by reading, place), ${columnNames.join(', ')}
         from confirmed
       )
       select count(*) from confirmed`,
      [account, JSON.stringify(this.#kindsRead())],
    )
    if (Number(row?.count) > 0) this.#isOtherwise = true
  }

  async #insert(table: string, names: readonly string[], rows: readonly object[]): Promise<void> {
    if (rows.length === 0) return
    this.#isOtherwise = true
    const { queries, account } = this.#written
    await queries.query(
      `insert into custody_store.${table} (account, reading, place, ${names.join(', ')})
       select $1, ${this.#told}, place, ${names.join(', ')}
       from json_to_recordset($2::json) as given(place integer, ${names.map((name) => `${name} ${types.get(name) ?? 'text'}`).join(', ')})`,
      [account, JSON.stringify(rows)],
    )
  }

  #kindsRead(): readonly ChangedKind[] {
    const { vaults, whitelists } = this.#outcome.lists
    return [
      // A whole reading may have read it before the update that saw it change.
      ...(this.#isWhole ? [] : (['transaction'] as const)),
      ...(isGiven(whitelists) ? (['whitelist', 'entry'] as const) : []),
      ...(isGiven(vaults) ? (['vault'] as const) : []),
    ]
  }

  #since({ kind, id }: NewChange): number | null {
    const { lists } = this.#written.state
    switch (kind) {
      case 'transaction':
        return this.#transactionsSince()
      case 'whitelist':
      case 'entry':
        return begunOf(lists.whitelists)
      case 'vault':
      case 'holding':
        return begunOf(lists.vaults)
      case 'balance':
        return begunOf(lists[balanceLists[id === 'cold' || id === 'warm' ? id : 'all']])
    }
  }

  #transactionsSince(): number | null {
    const since = 'transactions' in this.#outcome ? this.#outcome.since : this.#written.state.newsAsOf
    return since === null ? null : Date.parse(since)
  }
}

async function isAnyWaiting({ queries, account }: WrittenAccount): Promise<boolean> {
  const rows = await queries.query(
    'select 1 from custody_store.unconfirmed_change where account = $1 limit 1',
    [account],
  )
  return rows.length > 0
}

/** SQL: whether a column is one of those in a JSON array. */
function isOneOf(column: string, parameter: number): string {
  return `${column} in (select value from json_array_elements_text($${parameter}::json) as given(value))`
}

function rowOf({ id, name, asset_id, network_id, before, after, fields = [], record, ...change }: NewChange) {
  const told = fields.map((one) => ({
    ...one,
    before: toldText(one.before),
    after: toldText(one.after),
  }))
  return {
    kind: change.kind,
    record_id: columnText(id),
    event: change.event,
    asset_id: asset_id == null ? null : columnText(asset_id),
    network_id: network_id == null ? null : columnText(network_id),
    name: textColumn(name),
    ...(change.kind === 'transaction'
      ? { status_before: textColumn(before), status_after: textColumn(after), before: null, after: null }
      : { status_before: null, status_after: null, before: textColumn(before), after: textColumn(after) }),
    fields: told.length === 0 ? null : databaseText(JSON.stringify(told)),
    occurrence: change.occurrence ?? 1,
    record: record === undefined ? null : databaseText(record),
  }
}

function textColumn(text: string | null | undefined): string | null {
  return text == null ? null : databaseText(text)
}

/** A note may be a megabyte long, and thousands of changes are told at once. */
export function toldText(text: string | null): string | null {
  if (text === null || text.length <= mostTold) return text
  return `${text.slice(0, mostTold).replace(/[\ud800-\udbff]$/, '')}…`
}

const mostTold = 1000

const types: ReadonlyMap<string, string> = new Map([
  ['since', 'bigint'],
  ['is_whole', 'boolean'],
  ['occurrence', 'integer'],
])

const columnNames = [
  ...['kind', 'record_id', 'event', 'is_whole', 'since', 'asset_id', 'network_id', 'name'],
  ...['status_before', 'status_after', 'before', 'after', 'fields'],
]

/** What is said of a record's time holds for its parts, too: of a whitelist that was not in the reading before, for its entries. */
function listedAs({
  kind,
  record_id,
  occurrence,
}: Pick<UnconfirmedChange, 'kind' | 'record_id' | 'occurrence'>) {
  const list = kind === 'entry' ? 'whitelist' : kind === 'holding' ? 'vault' : kind
  return JSON.stringify([list, record_id, occurrence])
}

/** Entries have no id of their own. */
function keyOf(change: Pick<UnconfirmedChange, 'kind' | 'record_id' | 'occurrence' | 'before'>): string {
  const { kind, record_id, occurrence, before } = change
  return JSON.stringify([kind, record_id, occurrence, kind === 'entry' ? before : null])
}

function isGiven(list: ListOutcome<unknown> | undefined): boolean {
  return list !== undefined && !('refused' in list)
}

function begunOf(list: ListReading): number | null {
  return list !== null && 'begun' in list ? Date.parse(list.begun) : null
}

/** That number of days before the latest reading. The new limit is written first, so that it holds even if deleting is interrupted. */
export async function dropChanges(scope: AccountScope, fence: string, keptDays: number): Promise<void> {
  const since = await write(scope, fence, async (written) => {
    const { changes } = written.state
    if (changes === null) return null
    const end = Date.parse(changes.until) - keptDays * dayLength
    if (end <= Date.parse(changes.since)) return null
    await writeNote(written, { changes: { ...changes, since: new Date(end).toISOString() } }, true)
    return end
  })
  if (since === null) return
  await deleteRows(
    'change',
    (piece) => write(scope, fence, ({ queries, account }) => piece(queries, account)),
    `reading < ${since}`,
  )
}
