/** Changes of whitelists as rows, whether the gateway saw them or two accounts are compared. */
import { likenessOf } from '../../addresses/likeness.ts'
import { chainOf } from '../../chains/index.ts'
import type { Both, FieldChange } from '../../changes/pairs.ts'
import type { ChangedEntry } from '../../contract/changes.ts'
import { counted } from '../../contract/count-text.ts'
import type { ReportCells, ReportColumn, ReportRow, ReportTable, ReportTone } from '../../contract/report.ts'
import { assetLabel } from '../../display/labels.ts'
import { fileColumns } from '../columns.ts'
import { changeColumn, differenceCells, differenceText } from './differences.ts'

export interface WhitelistFacts {
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
  { name: 'asset', label: 'Asset', kind: 'text', inFile: 'never' },
  ...fileColumns('asset', 'asset_id'),
  ...fileColumns('network', 'network_id'),
  { name: 'address_before', label: 'Address before', kind: 'whole-address' },
  { name: 'address', label: 'Address after', kind: 'whole-address' },
  ...fileColumns('text', 'memo_before', 'memo'),
  ...fileColumns('sentence', 'differences'),
]

export function whitelistRow(facts: WhitelistFacts): Pick<ReportRow, 'cells' | 'tone' | 'remark'> {
  const { whitelist_id, whitelist_name, what, entry, fields, movedFrom } = facts
  const alike = lookAlike(facts)
  const moved = entry ? 'This address was in whitelist' : 'This name belonged to whitelist'
  const remarks = [
    ...(alike
      ? [
          alike.isReplaced
            ? 'Looks like the one it replaced'
            : `Looks like ${alike.address}, which was removed`,
        ]
      : []),
    ...(movedFrom.length > 0 ? [`${moved} ${movedFrom.join(', ')} before`] : []),
    ...fields.map(differenceText),
    ...(facts.size === undefined ? [] : [counted(facts.size, 'address', 'addresses')]),
  ]
  return {
    tone: toneOf(facts, alike !== null),
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

/** The worst first, and otherwise as they come. */
export function worstFirst<Row extends Pick<ReportRow, 'tone'>>(rows: readonly Row[]): readonly Row[] {
  return rows.toSorted((one, other) => rankOf(one) - rankOf(other))
}

function rankOf({ tone = 'neutral' }: Pick<ReportRow, 'tone'>): number {
  return (['bad', 'warning', 'neutral', 'good'] as const).indexOf(tone)
}

/** A whitelist's name that belonged to another one, or an address that replaces another. */
function toneOf({ entry, movedFrom, isCertain }: WhitelistFacts, isAlike: boolean): ReportTone {
  if (isAlike) return 'bad'
  const isReplaced = isOther(entry, 'address') || isOther(entry, 'memo')
  return isReplaced || movedFrom.length > 0 || !isCertain ? 'warning' : 'neutral'
}

function isOther(entry: Both<ChangedEntry> | null, field: 'address' | 'memo'): boolean {
  if (entry === null || entry.before === null || entry.after === null) return false
  return (entry.before[field] ?? '') !== (entry.after[field] ?? '')
}

/** Look-alike addresses, which an attacker who swaps addresses relies on. */
function lookAlike({ entry, removed = [] }: WhitelistFacts) {
  const { before, after } = entry ?? { before: null, after: null }
  if (!after?.address) return null
  const { address, network_id, asset_id } = after
  const chain = chainOf(network_id)
  const candidates = before === null ? removed : [before]
  const found = candidates.find(
    (one) =>
      one.address &&
      one.network_id === network_id &&
      one.asset_id === asset_id &&
      ['typo', 'both-ends'].includes(likenessOf(address, one.address, chain) ?? ''),
  )
  return found ? { address: found.address, isReplaced: before !== null } : null
}

function entryCells({ before, after }: Both<ChangedEntry>): ReportCells {
  const { asset_id = null, network_id = null } = after ?? before ?? {}
  return {
    ...{ asset_id, network_id, asset: assetLabel({ asset_id, network_id }) },
    address_before: before?.address ?? null,
    address: after?.address ?? null,
    memo_before: before?.memo ?? null,
    memo: after?.memo ?? null,
  }
}
