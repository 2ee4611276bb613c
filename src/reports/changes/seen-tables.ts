/** The tables of what the gateway saw to change. Rows lead to their records. */
import type { Both } from '../../changes/pairs.ts'
import type { ChangeCount, ChangedEntry, ChangeEvent, RecordChange } from '../../contract/changes.ts'
import { countText } from '../../contract/count-text.ts'
import { nameOrId } from '../../contract/normal-records.ts'
import type { ReportCells, ReportColumn, ReportRow, ReportTable } from '../../contract/report.ts'
import { showInstant } from '../../display/instant.ts'
import { assetLabel } from '../../display/labels.ts'
import { groupBy } from '../../ledger/group-by.ts'
import { transactionHref, transactionsHref, vaultHref, whitelistHref } from '../../url/hrefs.ts'
import { fileColumns, shownAssetColumns, worstFirst } from '../columns.ts'
import {
  alarmLabels,
  changeColumn,
  differenceCells,
  differencesColumns,
  forwardText,
  heldColumns,
  routineTable,
  statusText,
  whitelistColumns,
  whitelistRow,
  whitelistsTable,
} from './change-rows.ts'
import { type SentCells, sentColumns } from './sent-since.ts'

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
    ...{ name, rows, rowsAreLinks: true, title: `${title} (${countText(all)})` },
    // On screen, a column that is empty in every row would only take room.
    columns: columns.flatMap((column) => {
      if (rows.some(({ cells }) => cells[column.name])) return [column]
      return column.where === 'page' ? [] : [{ ...column, where: 'file' as const }]
    }),
    ...(isCut && {
      remarks: [`${title}: the last ${countText(changes.length)} of ${countText(all)} are listed.`],
    }),
  }
}

/** "2026-11-28 14:02:11–14:02:26": it happened between these. */
function whenColumns(zone: Zone): readonly ReportColumn[] {
  return [
    { name: 'when', label: `When (${zone ?? 'UTC'})`, kind: 'day', where: 'page' },
    ...fileColumns('instant', 'not_before', 'seen_at'),
    ...fileColumns('text', 'found_by'),
  ]
}

function seenRow(change: RecordChange, zone: Zone, { cells, ...row }: Omit<ReportRow, 'id'>): ReportRow {
  const { reading, place, since, seen, isWhole } = change
  const shown = (iso: string) => showInstant(iso, 'local', zone ?? 'UTC') ?? { date: iso, time: '' }
  const [first, last] = [since === null ? null : shown(since), shown(seen)]
  const lastText = `${last.date} ${last.time}`
  const when = isWhole
    ? `Seen to differ ${lastText}`
    : first === null
      ? `By ${lastText}`
      : `${first.date} ${first.time}${first.date === last.date ? `–${last.time}` : ` – ${lastText}`}`
  const found_by = isWhole ? 'whole reading' : 'update'
  return {
    ...row,
    id: `${reading}.${place}`,
    cells: { ...cells, when, not_before: since, seen_at: seen, found_by },
  }
}

export function alarmTable(seen: SeenRows, zone: Zone): ReportTable {
  const columns: readonly ReportColumn[] = [
    changeColumn,
    { name: 'transaction_type', label: 'Type', kind: 'type' },
    ...shownAssetColumns,
    { name: 'amount', label: 'Amount', kind: 'balance' },
    ...differencesColumns,
    ...whenColumns(zone),
    { name: 'transaction_id', label: 'Transaction', kind: 'transaction' },
  ]
  const labels: Partial<Record<ChangeEvent, string>> = alarmLabels
  const rows = seen.changes.map((change) => {
    const { id, event, transaction_type, asset_id, network_id, amount } = change
    return seenRow(change, zone, {
      href: transactionHref(id),
      tone: event === 'late' ? 'warning' : 'bad',
      cells: {
        change: labels[event] ?? event,
        ...{ transaction_type, asset_id, network_id, amount, transaction_id: id },
        ...transactionDifferences(change),
      },
    })
  })
  return seenTable('alarms', 'What should never happen', columns, seen, rows)
}

function transactionDifferences({ event, before, after, fields }: RecordChange): ReportCells {
  if (event === 'gone') return differenceCells([], `Was ${statusText(before)}`)
  if (event === 'late') return differenceCells([], statusText(after))
  const status = before === after ? [] : [{ field: 'status', before, after }]
  return differenceCells([...status, ...fields])
}

export function unexplainedTable(seen: SeenRows, zone: Zone): ReportTable {
  const columns: readonly ReportColumn[] = [
    ...heldColumns,
    { name: 'before', label: 'Not explained before', kind: 'balance' },
    { name: 'after', label: 'Not explained now', kind: 'balance' },
    ...whenColumns(zone),
  ]
  const rows = seen.changes.map((change) => {
    const { id, name, asset_id, network_id, before, after } = change
    const vault_name = nameOrId(name, id)
    const asset = assetLabel({ asset_id, network_id })
    const cells = { vault_name, vault_id: id, asset, asset_id, network_id, before, after }
    return seenRow(change, zone, { href: vaultHref(id), cells })
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
  const rows = all.map((one) => {
    const { change, entry } = one
    const { id, kind, name, event, before, after, fields } = change
    const isRenamed = kind === 'whitelist' && event === 'changed' && before !== after
    const gained = gainedBy(one)
    const others = (gained && lost.get(gained)?.filter((other) => other.change.id !== id)) || []
    const row = whitelistRow({
      ...{ whitelist_id: id, whitelist_name: name, entry, isCertain: event !== 'unlisted' },
      what: whatOf(entry ? 'Address' : 'Whitelist', event, isRenamed, entry),
      fields: [
        ...(isRenamed ? [{ field: 'name', before, after }] : []),
        ...fields.filter(({ field }) => field !== 'whitelist_name'),
        ...(entry ? memoChange(entry) : []),
      ],
      movedFrom: [...new Set(others.map((other) => (entry && other.change.name) || other.change.id))],
      removed: (removed.get(id) ?? []).flatMap((other) => other.entry?.before ?? []),
    })
    const { cells, ...links } = sent.get(change) ?? { cells: {} }
    const found = { ...row, ...links, href: whitelistHref(id), cells: { ...row.cells, ...cells } }
    return seenRow(change, zone, found)
  })
  // Before the addresses, beside which a window of 1440 px has no room for it.
  const place = whitelistColumns.findIndex(({ name }) => name === 'address_before')
  const columns = [...whitelistColumns.toSpliced(place, 0, ...sentColumns), ...whenColumns(zone)]
  return seenTable(whitelistsTable, 'Whitelists', columns, seen, worstFirst(rows))
}

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
  noun: string,
  event: ChangeEvent,
  isRenamed: boolean,
  entry: Both<ChangedEntry> | null = null,
): string {
  const verb = verbs[event]
  if (verb !== undefined) return `${noun} ${verb}`
  if (entry) return memoChange(entry).length > 0 ? 'Memo changed' : 'Address replaced'
  return `${noun} ${isRenamed ? 'renamed' : 'changed'}`
}

const verbs: Readonly<Partial<Record<ChangeEvent, string>>> = {
  new: 'added',
  gone: 'removed',
  unlisted: 'no longer listed',
  returned: 'listed again',
}

export function vaultTable(seen: SeenRows, zone: Zone): ReportTable {
  const columns: readonly ReportColumn[] = [
    changeColumn,
    { name: 'vault_name', label: 'Vault', kind: 'text' },
    { name: 'vault_id', label: 'Vault id', kind: 'vault' },
    ...differencesColumns,
    ...whenColumns(zone),
  ]
  const rows = seen.changes.map((change) => {
    const { id, name, event, before, after, fields } = change
    const what = whatOf('Vault', event, event === 'changed' && before !== after)
    return seenRow(change, zone, {
      href: vaultHref(id),
      tone: event === 'gone' || event === 'unlisted' ? 'warning' : 'neutral',
      cells: { change: what, vault_name: nameOrId(name, id), vault_id: id, ...differenceCells(fields) },
    })
  })
  return seenTable('vaults', 'Vaults', columns, seen, rows)
}

/** `changes`: of transactions, if all of them are at hand. */
export function routineOf(counts: readonly ChangeCount[], changes: readonly RecordChange[]): ReportTable {
  const of = (name: string) => counts.filter(({ kind, event }) => `${kind} ${event}` === name)
  const rows = (some: readonly ChangeCount[], textOf: (count: ChangeCount) => string) =>
    some.map((one): ReportRow => {
      const what = textOf(one)
      const href = listHref(one, changes)
      return { id: what, cells: { what, count: String(one.count) }, ...(href && { href }) }
    })
  const [same, moved] = [true, false].map((isSame) =>
    of('transaction changed').filter(({ before, after }) => (before === after) === isSame),
  )
  return routineTable([
    ...rows(of('transaction new'), ({ after }) => `New: ${statusText(after)}`),
    ...rows(moved ?? [], ({ before, after }) => `Moved forward: ${forwardText(before, after)}`),
    ...rows(same ?? [], ({ after }) => `Other fields changed: ${statusText(after)}`),
    ...rows(of('transaction returned'), ({ after }) => `Listed again: ${statusText(after)}`),
    ...rows(of('transaction unlisted'), ({ before }) => `No longer listed: was ${statusText(before)}`),
    ...rows(of('holding changed'), () => 'Balances moved in vaults'),
    ...rows(of('balance changed'), () => 'Balances moved in lists of balances'),
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
  const own = changes.filter((one) => one.event === event && one.before === before && one.after === after)
  const ids = new Set(own.map(({ id }) => id))
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
    rows: spans.map(({ from, until, why }, index) => ({ id: String(index), cells: { why, from, until } })),
  }
}
