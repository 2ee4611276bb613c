/** The tables of what the gateway saw to change. Rows lead to their records. */
import type { Both } from '../../changes/pairs.ts'
import type {
  ChangeCount,
  ChangedEntry,
  ChangedKind,
  ChangeEvent,
  RecordChange,
} from '../../contract/changes.ts'
import { countText } from '../../contract/count-text.ts'
import type { ReportCells, ReportColumn, ReportRow, ReportTable, ReportTone } from '../../contract/report.ts'
import { showInstant } from '../../display/instant.ts'
import { assetLabel, nameOrId } from '../../display/labels.ts'
import { groupBy } from '../../ledger/group-by.ts'
import { transactionHref, transactionsHref, vaultHref, whitelistHref } from '../../url/hrefs.ts'
import { fileColumns } from '../columns.ts'
import { changeColumn, differenceCells, differencesColumns } from './differences.ts'
import { forwardText, routineRow, routineTable, statusText } from './routine.ts'
import { type SentCells, sentColumns } from './sent-since.ts'
import { whitelistColumns, whitelistRow, whitelistsTable, worstFirst } from './whitelist-rows.ts'

/** The first of them, and how many there are. */
export interface SeenRows {
  readonly changes: readonly RecordChange[]
  readonly all: number
}

type Zone = string | null

function seenTable(
  name: string,
  title: string,
  columns: readonly ReportColumn[],
  { changes, all }: SeenRows,
  rows: readonly ReportRow[],
): ReportTable {
  const isCut = all > changes.length
  return {
    ...{ name, rows, isLinked: true, title: `${title} (${countText(all)})` },
    columns: columns.flatMap((column) => neededFor(column, rows)),
    ...(isCut && {
      remarks: [`${title}: the last ${countText(changes.length)} of ${countText(all)} are listed.`],
    }),
  }
}

/** On screen, a column that is empty in every row would only take room. */
function neededFor(column: ReportColumn, rows: readonly ReportRow[]): readonly ReportColumn[] {
  if (rows.some(({ cells }) => cells[column.name])) return [column]
  return column.inFile === 'never' ? [] : [{ ...column, inFile: 'only' }]
}

/** "2026-11-28 14:02:11–14:02:26": it happened between these. */
function whenColumns(zone: Zone): readonly ReportColumn[] {
  return [
    { name: 'when', label: `When (${zone ?? 'UTC'})`, kind: 'day', inFile: 'never' },
    ...fileColumns('instant', 'not_before', 'seen_at'),
    ...fileColumns('text', 'found_by'),
  ]
}

function whenCells({ since, seen, isWhole }: RecordChange, zone: Zone): ReportCells {
  const [first, last] = [since === null ? null : shownInstant(since, zone), shownInstant(seen, zone)]
  const isSameDay = first?.date === last.date
  return {
    when: isWhole
      ? `Seen to differ ${last.date} ${last.time}`
      : first === null
        ? `By ${last.date} ${last.time}`
        : `${first.date} ${first.time}${isSameDay ? '–' : ` – ${last.date} `}${last.time}`,
    ...{ not_before: since, seen_at: seen, found_by: isWhole ? 'whole reading' : 'update' },
  }
}

function shownInstant(iso: string, zone: Zone) {
  return showInstant(iso, 'local', zone ?? 'UTC') ?? { date: iso, time: '' }
}

function rowId({ reading, place }: RecordChange): string {
  return `${reading}.${place}`
}

const alarmLabels: Readonly<Partial<Record<ChangeEvent, string>>> = {
  gone: 'Gone',
  final: 'Changed after it was final',
  backwards: 'Went back in status',
  late: 'New, on a day already read',
}

export function alarmTable(seen: SeenRows, zone: Zone): ReportTable {
  const columns: readonly ReportColumn[] = [
    changeColumn,
    { name: 'transaction_type', label: 'Type', kind: 'type' },
    { name: 'asset_id', label: 'Asset', kind: 'asset' },
    ...fileColumns('network', 'network_id'),
    { name: 'amount', label: 'Amount', kind: 'balance' },
    ...differencesColumns,
    ...whenColumns(zone),
    { name: 'transaction_id', label: 'Transaction', kind: 'transaction' },
  ]
  const rows = seen.changes.map((change): ReportRow => {
    const { id, event, transaction_type, asset_id, network_id, amount } = change
    return {
      id: rowId(change),
      href: transactionHref(id),
      tone: event === 'late' ? 'warning' : 'bad',
      cells: {
        change: alarmLabels[event] ?? event,
        ...{ transaction_type, asset_id, network_id, amount, transaction_id: id },
        ...transactionDifferences(change),
        ...whenCells(change, zone),
      },
    }
  })
  return seenTable('alarms', 'What should never happen', columns, seen, rows)
}

function transactionDifferences({ event, before, after, fields }: RecordChange) {
  if (event === 'gone') return differenceCells([], `Was ${statusText(before)}`)
  if (event === 'late') return differenceCells([], statusText(after))
  const status = before === after ? [] : [{ field: 'status', before, after }]
  return differenceCells([...status, ...fields])
}

export function unexplainedTable(seen: SeenRows, zone: Zone): ReportTable {
  const columns: readonly ReportColumn[] = [
    { name: 'vault_name', label: 'Vault', kind: 'text' },
    ...fileColumns('vault', 'vault_id'),
    { name: 'asset', label: 'Asset', kind: 'text', inFile: 'never' },
    ...fileColumns('asset', 'asset_id'),
    ...fileColumns('network', 'network_id'),
    { name: 'before', label: 'Not explained before', kind: 'balance' },
    { name: 'after', label: 'Not explained now', kind: 'balance' },
    ...whenColumns(zone),
  ]
  const rows = seen.changes.map((change): ReportRow => {
    const { id, name, asset_id, network_id, before, after } = change
    return {
      id: rowId(change),
      href: vaultHref(id),
      cells: {
        ...{ vault_name: nameOrId(name, id), vault_id: id, asset_id, network_id, before, after },
        asset: assetLabel({ asset_id, network_id }),
        ...whenCells(change, zone),
      },
    }
  })
  return seenTable('unexplained-balances', 'Balances that transactions do not explain', columns, seen, rows)
}

export function whitelistTable(
  seen: SeenRows,
  zone: Zone,
  sent: ReadonlyMap<RecordChange, SentCells>,
): ReportTable {
  const all = seen.changes.map((change) => ({ change, entry: entriesOf(change) }))
  const lost = groupBy(all, lostBy)
  const removed = groupBy(
    all.filter(({ entry }) => entry?.after === null),
    ({ change }) => change.id,
  )
  const rows = all.map((one): ReportRow => {
    const { change, entry } = one
    const { id, kind, name, event, before, after, fields } = change
    const isRenamed = kind === 'whitelist' && event === 'changed' && before !== after
    const gained = gainedBy(one)
    const others = (gained && lost.get(gained)?.filter((other) => other.change.id !== id)) || []
    const row = whitelistRow({
      ...{ whitelist_id: id, whitelist_name: name, entry, isCertain: event !== 'unlisted' },
      what: whatOf(kind, event, isRenamed, entry),
      fields: [
        ...(isRenamed ? [{ field: 'name', before, after }] : []),
        ...fields.filter(({ field }) => field !== nameField),
        ...(entry ? memoChange(entry) : []),
      ],
      movedFrom: [...new Set(others.map((other) => (entry && other.change.name) || other.change.id))],
      removed: (removed.get(id) ?? []).flatMap((other) => other.entry?.before ?? []),
    })
    const { cells: sentSince, ...links } = sent.get(change) ?? { cells: {} }
    const cells = { ...row.cells, ...whenCells(change, zone), ...sentSince }
    return { ...row, ...links, id: rowId(change), href: whitelistHref(id), cells }
  })
  // Before the addresses, beside which a window of 1440 px has no room for it.
  const place = whitelistColumns.findIndex(({ name }) => name === 'address_before')
  const columns = [...whitelistColumns.toSpliced(place, 0, ...sentColumns), ...whenColumns(zone)]
  return seenTable(whitelistsTable, 'Whitelists', columns, seen, worstFirst(rows))
}

const nameField = 'whitelist_name'

function entriesOf({ kind, before, after }: RecordChange): Both<ChangedEntry> | null {
  if (kind !== 'entry') return null
  const read = (text: string | null): ChangedEntry | null => (text === null ? null : JSON.parse(text))
  return { before: read(before), after: read(after) }
}

function memoChange({ before, after }: Both<ChangedEntry>) {
  if (before === null || after === null || (before.memo ?? '') === (after.memo ?? '')) return []
  return [{ field: 'memo', before: before.memo, after: after.memo }]
}

interface WhitelistNews {
  readonly change: RecordChange
  readonly entry: Both<ChangedEntry> | null
}

/** The address or the name that a whitelist does not have any more; empty for none. */
function lostBy({ change, entry }: WhitelistNews): string {
  const { before, after } = entry ? { before: entry.before?.address, after: entry.after?.address } : change
  return before && before !== after ? `${change.kind} ${before}` : ''
}

/** As `lostBy` has it: what a whitelist did not have before. */
function gainedBy({ change, entry }: WhitelistNews): string {
  return lostBy({
    change: { ...change, before: change.after, after: change.before },
    entry: entry && { before: entry.after, after: entry.before },
  })
}

function whatOf(
  kind: ChangedKind,
  event: ChangeEvent,
  isRenamed: boolean,
  entry: Both<ChangedEntry> | null,
): string {
  const noun = nouns[kind] ?? ''
  switch (event) {
    case 'new':
      return `${noun} added`
    case 'gone':
      return `${noun} removed`
    case 'unlisted':
      return `${noun} no longer listed`
    case 'returned':
      return `${noun} listed again`
    default:
      if (entry) return memoChange(entry).length > 0 ? 'Memo changed' : 'Address replaced'
      return `${noun} ${isRenamed ? 'renamed' : 'changed'}`
  }
}

const nouns: Readonly<Partial<Record<ChangedKind, string>>> = {
  entry: 'Address',
  whitelist: 'Whitelist',
  vault: 'Vault',
}

const vaultTones: Readonly<Partial<Record<ChangeEvent, ReportTone>>> = {
  gone: 'warning',
  unlisted: 'warning',
}

export function vaultTable(seen: SeenRows, zone: Zone): ReportTable {
  const columns: readonly ReportColumn[] = [
    changeColumn,
    { name: 'vault_name', label: 'Vault', kind: 'text' },
    { name: 'vault_id', label: 'Vault id', kind: 'vault' },
    ...differencesColumns,
    ...whenColumns(zone),
  ]
  const rows = seen.changes.map((change): ReportRow => {
    const { id, kind, name, event, before, after, fields } = change
    const isRenamed = event === 'changed' && before !== after
    return {
      id: rowId(change),
      href: vaultHref(id),
      tone: vaultTones[event] ?? 'neutral',
      cells: {
        change: whatOf(kind, event, isRenamed, null),
        ...{ vault_name: nameOrId(name, id), vault_id: id },
        ...differenceCells(fields),
        ...whenCells(change, zone),
      },
    }
  })
  return seenTable('vaults', 'Vaults', columns, seen, rows)
}

/** `changes`: of transactions, if all of them are at hand. */
export function routineOf(counts: readonly ChangeCount[], changes: readonly RecordChange[]): ReportTable {
  const rows = (
    kind: ChangedKind,
    event: ChangeEvent,
    textOf: (count: ChangeCount) => string | null,
  ): readonly ReportRow[] =>
    counts
      .filter((one) => one.kind === kind && one.event === event)
      .flatMap((one) => {
        const text = textOf(one)
        return text === null
          ? []
          : [routineRow(text, { text, count: one.count, href: listHref(one, changes) })]
      })
  return routineTable([
    ...rows('transaction', 'new', ({ after }) => `New: ${statusText(after)}`),
    ...rows('transaction', 'changed', ({ before, after }) =>
      before === after ? null : `Moved forward: ${forwardText(before, after)}`,
    ),
    ...rows('transaction', 'changed', ({ before, after }) =>
      before === after ? `Other fields changed: ${statusText(after)}` : null,
    ),
    ...rows('transaction', 'returned', ({ after }) => `Listed again: ${statusText(after)}`),
    ...rows('transaction', 'unlisted', ({ before }) => `No longer listed: was ${statusText(before)}`),
    ...rows('holding', 'changed', () => 'Balances moved in vaults'),
    ...rows('balance', 'changed', () => 'Balances moved in lists of balances'),
  ])
}

/** A link has room for so many ids. */
const mostIds = 50

/** The list of these transactions; null where it would be of others. */
function listHref(
  { kind, event, before, after, count }: ChangeCount,
  changes: readonly RecordChange[],
): string | null {
  if (kind !== 'transaction' || count > mostIds) return null
  const ids = new Set(
    changes
      .filter((one) => one.event === event && one.before === before && one.after === after)
      .map(({ id }) => id),
  )
  return ids.size === count ? transactionsHref({ transaction_id: [...ids] }) : null
}

export function unwatchedTable(
  spans: readonly { readonly from: string; readonly until: string; readonly why: string }[],
): ReportTable {
  return {
    name: 'unwatched',
    title: 'Not watched',
    columns: [
      { name: 'why', label: 'Why', kind: 'text' },
      { name: 'from', label: 'From', kind: 'instant' },
      { name: 'until', label: 'Until', kind: 'instant' },
    ],
    rows: spans.map(({ from, until, why }, index) => ({
      id: String(index),
      cells: { why, from, until },
    })),
  }
}
