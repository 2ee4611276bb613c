/** What reports of changes have alike, whether the gateway saw the changes or two accounts are compared. */
import { likenessOf } from '../../addresses/likeness.ts'
import { chainOf } from '../../chains/index.ts'
import type { Both, FieldChange } from '../../changes/pairs.ts'
import type { ChangedEntry } from '../../contract/changes.ts'
import { counted, groupedDecimal, sentences } from '../../contract/count-text.ts'
import type { ReportCells, ReportColumn, ReportRow, ReportTable } from '../../contract/report.ts'
import { showInstant } from '../../display/instant.ts'
import { assetLabel, labelOf, statusLabels } from '../../display/labels.ts'
import type { ChangePart } from '../../url/changes.ts'
import { assetIdColumns, fileColumns } from '../columns.ts'
import { fieldLabel } from './field-labels.ts'

export const unexpectedParts = ['gone', 'final', 'backwards', 'late', 'unexplained'] as const

export const partTexts: Readonly<Record<ChangePart, readonly [one: string, several: string]>> = {
  gone: ['transaction gone', 'transactions gone'],
  final: ['changed after it was final', 'changed after they were final'],
  backwards: ['went back in status', 'went back in status'],
  late: ['new on a day already read', 'new on days already read'],
  unexplained: ['balance not explained', 'balances not explained'],
  whitelists: ['change to whitelists', 'changes to whitelists'],
  vaults: ['change to vaults', 'changes to vaults'],
}

/** "2 transactions gone, 1 went back in status". Empty where nothing was counted. */
export function countsInWords(
  counts: readonly (readonly [count: number, one: string, several: string])[],
): string {
  return counts.flatMap(([count, ...words]) => (count > 0 ? [counted(count, ...words)] : [])).join(', ')
}

/** "2026-11-26 11:14 UTC", as instants are written beside it. Text that is no instant stays as it came. */
export function dayAndTime(iso: string, zone: string | null): string {
  const shown = showInstant(iso, 'local', zone ?? 'UTC')
  if (shown === null) return iso
  return `${shown.date} ${shown.time.slice(0, 'hh:mm'.length)} ${zone ?? 'UTC'}`
}

export const changeColumn: ReportColumn = { name: 'change', label: 'What', kind: 'verdict' }

export const alarmLabels = {
  gone: 'Gone',
  final: 'Changed after it was final',
  backwards: 'Went back in status',
  late: 'New, on a day already read',
} as const

export const heldColumns: readonly ReportColumn[] = [
  { name: 'vault_name', label: 'Vault', kind: 'text' },
  ...fileColumns('vault', 'vault_id'),
  { name: 'asset', label: 'Asset', kind: 'text', where: 'page' },
  ...assetIdColumns,
]

/** Amounts have commas on screen only. */
export const differencesColumns: readonly ReportColumn[] = [
  { name: 'differences_shown', label: 'Before and after', kind: 'sentence', where: 'page' },
  { name: 'differences', label: 'Before and after', kind: 'sentence', where: 'file' },
]

export function differenceCells(fields: readonly FieldChange[], ...more: readonly string[]) {
  const shown = fields.map(({ field, before, after }) =>
    differenceText({ field, before: withGroups(field, before), after: withGroups(field, after) }),
  )
  return {
    differences: [...fields.map(differenceText), ...more].join('; '),
    differences_shown: [...shown, ...more].join('; '),
  }
}

export function differenceText({ field, before, after }: FieldChange): string {
  return `${fieldLabel(field)}: ${before || 'none'}, now ${after || 'none'}`
}

function withGroups(field: string, value: string | null): string | null {
  return value && (field === 'amount' || field === 'fee') ? groupedDecimal(value) : value
}

/** What happens every day: one line for each kind, with a number. */
export function routineTable(rows: readonly ReportRow[]): ReportTable {
  return {
    ...{ name: 'routine', title: 'Routine', rows },
    columns: [
      { name: 'what', label: 'What', kind: 'text' },
      { name: 'count', label: 'Number', kind: 'count' },
    ],
  }
}

/** "Pending, now completed". */
export function forwardText(before: string | null, after: string | null): string {
  return `${statusText(before)}, now ${statusText(after)}`
}

export function statusText(status: string | null): string {
  return labelOf(statusLabels, status)?.label ?? status ?? 'none'
}

interface WhitelistFacts {
  readonly whitelist_id: string | null
  readonly whitelist_name: string | null
  /** What happened, in some words. */
  readonly what: string
  /** Null if the whitelist itself changed. */
  readonly entry: Both<ChangedEntry> | null
  /** Without those of an entry that its columns have. */
  readonly fields: readonly FieldChange[]
  /** Whitelists that had this name or address before, by their names. */
  readonly movedFrom: readonly string[]
  /** Entries that were removed from the same whitelist, whose place this one may take. */
  readonly removed?: readonly ChangedEntry[]
  /** How many addresses a whitelist had that was added or removed. */
  readonly size?: number
  readonly isCertain: boolean
}

export const whitelistsTable = 'whitelists'

export const whitelistColumns: readonly ReportColumn[] = [
  changeColumn,
  { name: 'whitelist_name', label: 'Whitelist', kind: 'text' },
  ...fileColumns('text', 'whitelist_id'),
  { name: 'asset', label: 'Asset', kind: 'text', where: 'page' },
  ...assetIdColumns,
  { name: 'address_before', label: 'Address before', kind: 'whole-address' },
  { name: 'address', label: 'Address after', kind: 'whole-address' },
  ...fileColumns('text', 'memo_before', 'memo'),
  ...fileColumns('sentence', 'differences'),
]

export function whitelistRow(facts: WhitelistFacts): Pick<ReportRow, 'cells' | 'tone' | 'remark'> {
  const { whitelist_id, whitelist_name, what, entry, fields, movedFrom, size, isCertain } = facts
  const alike = lookAlike(facts)
  const moved = entry ? 'This address was in whitelist' : 'This name belonged to whitelist'
  const remarks = sentences(
    alike !== null &&
      (entry?.before ? 'Looks like the one it replaced' : `Looks like ${alike}, which was removed`),
    movedFrom.length > 0 && `${moved} ${movedFrom.join(', ')} before`,
    ...fields.map(differenceText),
    size !== undefined && counted(size, 'address', 'addresses'),
  )
  // A whitelist's name that belonged to another one, or an address that replaces another.
  const isDoubtful = isOther(entry, 'address') || isOther(entry, 'memo') || movedFrom.length > 0 || !isCertain
  return {
    tone: alike !== null ? 'bad' : isDoubtful ? 'warning' : 'neutral',
    ...(remarks.length > 0 && { remark: `${remarks.join('. ')}.` }),
    cells: {
      ...{ whitelist_id, whitelist_name: whitelist_name || whitelist_id, change: what },
      ...(entry && entryCells(entry)),
      differences: differenceCells(fields).differences,
    },
  }
}

export function hasGraveWhitelists({ name, rows }: ReportTable): boolean {
  return name === whitelistsTable && rows.some(({ tone }) => tone !== 'neutral')
}

function isOther(entry: Both<ChangedEntry> | null, field: 'address' | 'memo'): boolean {
  if (!entry?.before || !entry.after) return false
  return (entry.before[field] ?? '') !== (entry.after[field] ?? '')
}

/** The address that it looks like, which an attacker who swaps addresses relies on. */
function lookAlike({ entry, removed = [] }: WhitelistFacts): string | null {
  const { before = null, after = null } = entry ?? {}
  if (!after?.address) return null
  const { address, network_id, asset_id } = after
  const alike = (before === null ? removed : [before]).find(
    (one) =>
      one.address &&
      one.network_id === network_id &&
      one.asset_id === asset_id &&
      ['typo', 'both-ends'].includes(likenessOf(address, one.address, chainOf(network_id)) ?? ''),
  )
  return alike?.address ?? null
}

function entryCells({ before, after }: Both<ChangedEntry>): ReportCells {
  const { asset_id = null, network_id = null } = after ?? before ?? {}
  return {
    ...{ asset_id, network_id, asset: assetLabel({ asset_id, network_id }) },
    ...{ address_before: before?.address ?? null, address: after?.address ?? null },
    ...{ memo_before: before?.memo ?? null, memo: after?.memo ?? null },
  }
}
