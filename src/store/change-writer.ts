/**
 * Writes down what a reading sees to change, in the transaction that applies it. What should never happen, or is undone as often as not, waits for
 * a later reading that agrees: what the next one takes back did not happen.
 */
import type { ChangedField, ChangedKind, ChangeEvent } from '../contract/changes.ts'
import { columnText, databaseText } from './database-text.ts'
import type { ListOutcome, UpdateOutcome, WholeOutcome } from './outcome.ts'
import type { WrittenAccount } from './scope.ts'
import { type AccountState, type ListReading, later, readAccountState } from './state.ts'

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
}

/** As it stands in its columns. */
type ChangeRow = ReturnType<typeof rowOf>

export class ChangeWriter {
  readonly reading: number
  readonly #written: WrittenAccount
  readonly #state: AccountState
  readonly #outcome: WholeOutcome | UpdateOutcome
  /** Told now, unless something takes them back: by the key of their record. */
  readonly #waiting: Map<string, WaitingRow>
  #isOtherwise = false

  private constructor(
    written: WrittenAccount,
    outcome: WholeOutcome | UpdateOutcome,
    waiting: readonly WaitingRow[],
  ) {
    this.#written = written
    this.#outcome = outcome
    this.#state = readAccountState(written.state)
    this.reading = written.lastReading + 1
    this.#waiting = new Map(waiting.filter(({ kind }) => this.#isRead(kind)).map((row) => [keyOf(row), row]))
  }

  static async open(written: WrittenAccount, outcome: WholeOutcome | UpdateOutcome): Promise<ChangeWriter> {
    return new ChangeWriter(written, outcome, await waitingRows(written))
  }

  /** Of the first reading, nothing is news. */
  get tellsTransactions(): boolean {
    const { transactions } = this.#state.lists
    return (
      transactions !== null && !('completeness' in transactions && transactions.completeness === 'read-once')
    )
  }

  /** Whether anything is told that an earlier reading saw. */
  get isOtherwise(): boolean {
    return this.#isOtherwise
  }

  async add(changes: readonly NewChange[]): Promise<void> {
    const rows: ChangeRow[] = []
    const undone: WaitingRow[] = []
    for (const change of changes) {
      const row = rowOf(change)
      const waiting = this.#waiting.get(keyOf(row))
      this.#waiting.delete(keyOf(row))
      if (waiting && isMirror(waiting, row)) undone.push(waiting)
      else {
        rows.push(row)
        if (waiting) await this.#tell([waiting])
      }
    }
    if (undone.length > 0) await this.#delete(undone)
    if (rows.length > 0) await this.#insert(rows)
  }

  /**
   * The event of each row that a statement writes. `statement` ends with `returning` of `id` and `status`, and of what `counted` adds up;
   * `$1` and `$2` are the account and the reading. Returns what `counted` selects from `written`.
   */
  async addWritten<Column extends string>(
    event: ChangeEvent,
    statement: string,
    parameters: readonly string[],
    counted: string,
  ) {
    const { queries, account } = this.#written
    const place = parameters.length + 3
    const { since, seen, is_whole } = this.#times('transaction')
    const told = !this.tellsTransactions
      ? ''
      : `, told as (
          insert into custody_store.change
            (account, reading, place, told_in, kind, record_id, event, is_whole, since, seen, before, after)
          select $1, $2::bigint, $${place}::integer + row_number() over (), $2::bigint, 'transaction', id, '${event}',
            $${place + 1}::boolean, $${place + 2}, $${place + 3}, ${beforeOf[event] ?? 'status'}, ${afterOf[event] ?? 'status'}
          from written where id <> ''
        )`
    const more = told === '' ? [] : [String(await this.#lastPlace()), String(is_whole), since, seen]
    const [row] = await queries.query<Column>(
      `with reading as (select $2::bigint), written as (${statement})${told} select ${counted} from written`,
      [account, String(this.reading), ...parameters, ...more],
    )
    return row
  }

  /** What no later reading took back is told. */
  async end(): Promise<void> {
    await this.#tell([...this.#waiting.values()])
    this.#waiting.clear()
  }

  async #insert(rows: readonly ChangeRow[]): Promise<void> {
    const { queries, account } = this.#written
    const last = await this.#lastPlace()
    await queries.query(
      `insert into custody_store.change (account, reading, place, told_in, ${columns.join(', ')})
       select $1, $2::bigint, place, case when waits then null else $2::bigint end, ${columns.join(', ')}
       from json_to_recordset($3::json) as given(place integer, waits boolean, ${types})`,
      [
        account,
        String(this.reading),
        JSON.stringify(
          rows.map((row, index) => ({
            ...row,
            ...this.#times(row.kind),
            place: last + 1 + index,
            waits: waits(row),
          })),
        ),
      ],
    )
  }

  async #lastPlace(): Promise<number> {
    const { queries, account } = this.#written
    const [row] = await queries.query<'last'>(
      'select max(place) as last from custody_store.change where account = $1 and reading = $2::bigint',
      [account, String(this.reading)],
    )
    return Number(row?.last ?? 0)
  }

  async #tell(rows: readonly WaitingRow[]): Promise<void> {
    if (rows.length === 0) return
    this.#isOtherwise = true
    const { queries, account } = this.#written
    await queries.query(`update custody_store.change as kept set told_in = $3::bigint from ${placesOf(2)}`, [
      account,
      placesText(rows),
      String(this.reading),
    ])
  }

  async #delete(rows: readonly WaitingRow[]): Promise<void> {
    const { queries, account } = this.#written
    await queries.query(`delete from custody_store.change as kept using ${placesOf(2)}`, [
      account,
      placesText(rows),
    ])
  }

  /** Whether this reading has the list in which the record stands. */
  #isRead(kind: ChangedKind): boolean {
    const { vaults, whitelists, balances = {} } = this.#outcome.lists
    switch (kind) {
      case 'transaction':
        return true
      case 'whitelist':
      case 'entry':
        return isGiven(whitelists)
      case 'vault':
      case 'holding':
        return isGiven(vaults)
      case 'balance':
        return Object.values(balances).some(isGiven)
    }
  }

  #times(kind: ChangedKind) {
    const seen = later(this.#state.changes?.until ?? null, this.#outcome.ended)
    return { since: this.#since(kind), seen, is_whole: 'transactions' in this.#outcome }
  }

  #since(kind: ChangedKind): string | null {
    const { vaults, whitelists, balances } = this.#state.lists
    switch (kind) {
      case 'transaction':
        return 'transactions' in this.#outcome ? this.#outcome.since : this.#state.newsAsOf
      case 'whitelist':
      case 'entry':
        return begunOf(whitelists)
      case 'vault':
      case 'holding':
        return begunOf(vaults)
      case 'balance':
        return begunOf(balances.all ?? balances.cold ?? balances.warm)
    }
  }
}

const placesOf = (
  parameter: number,
) => `json_to_recordset($${parameter}::json) as given(reading bigint, place integer)
       where kept.account = $1 and kept.reading = given.reading and kept.place = given.place`

function placesText(rows: readonly WaitingRow[]): string {
  return JSON.stringify(rows.map(({ reading, place }) => ({ reading, place })))
}

/** SQL of what stood before, and after, where that is no status. */
const beforeOf: Readonly<Partial<Record<ChangeEvent, string>>> = { new: 'null', returned: 'null' }
const afterOf: Readonly<Partial<Record<ChangeEvent, string>>> = { gone: 'null', unlisted: 'null' }

interface WaitingRow
  extends Pick<ChangeRow, 'kind' | 'record_id' | 'asset_id' | 'network_id' | 'before' | 'after' | 'fields'> {
  readonly reading: string
  readonly place: string
}

async function waitingRows({ queries, account }: WrittenAccount): Promise<readonly WaitingRow[]> {
  const rows = await queries.query<keyof WaitingRow>(
    `select reading, place, kind, record_id, asset_id, network_id, before, after, fields
     from custody_store.change where account = $1 and told_in is null order by reading, place`,
    [account],
  )
  return rows.map((row) => ({
    ...row,
    kind: row.kind as ChangedKind,
    record_id: row.record_id ?? '',
    reading: row.reading ?? '',
    place: row.place ?? '',
  }))
}

function rowOf({ kind, id, event, before, after, fields = [], name, asset_id, network_id }: NewChange) {
  return {
    kind,
    record_id: columnText(id),
    event,
    asset_id: column(asset_id),
    network_id: column(network_id),
    name: text(name),
    before: text(before),
    after: text(after),
    fields: fields.length === 0 ? null : databaseText(JSON.stringify(fields)),
  }
}

/** Of a waiting change and of what takes it back. */
function keyOf({
  kind,
  record_id,
  asset_id,
  network_id,
  before,
  after,
}: Pick<ChangeRow, 'kind' | 'record_id' | 'asset_id' | 'network_id' | 'before' | 'after'>): string {
  // Entries have no id of their own.
  const entry = kind === 'entry' ? (before ?? after) : null
  return JSON.stringify([kind, record_id, asset_id, network_id, entry])
}

function isMirror(one: WaitingRow, other: ChangeRow): boolean {
  return one.before === other.after && one.after === other.before && one.fields === mirrored(other.fields)
}

function mirrored(fields: string | null): string | null {
  if (fields === null) return null
  const changes: readonly ChangedField[] = JSON.parse(fields)
  return JSON.stringify(changes.map(({ field, before, after }) => ({ field, before: after, after: before })))
}

function waits({ kind, event }: Pick<ChangeRow, 'kind' | 'event'>): boolean {
  return waitingEvents.has(event) || (kind !== 'transaction' && event === 'gone')
}

const waitingEvents: ReadonlySet<ChangeEvent> = new Set(['backwards', 'final'])

const textColumns = [
  'kind',
  'record_id',
  'event',
  'since',
  'seen',
  'asset_id',
  'network_id',
  'name',
  'before',
  'after',
  'fields',
]
const columns = [...textColumns, 'is_whole']
const types = [...textColumns.map((name) => `${name} text`), 'is_whole boolean'].join(', ')

function column(given: string | null | undefined): string | null {
  return given === null || given === undefined ? null : columnText(given)
}

function text(given: string | null | undefined): string | null {
  return given === null || given === undefined ? null : databaseText(given)
}

function isGiven(list: ListOutcome<unknown> | undefined): boolean {
  return list !== undefined && !('refused' in list)
}

function begunOf(list: ListReading): string | null {
  return list !== null && 'begun' in list ? list.begun : null
}
