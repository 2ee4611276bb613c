import { transactionStatuses, transactionTypes } from '../../contract/enumerations.ts'
import { type ControlSum, type ControlTotals, regroup } from '../export/index.ts'

/** What an asset's transactions are told apart by. */
export type TallyDetail = 'asset' | 'status' | 'type'

/** One line of a tally: an asset on a network, or those of its transactions that have one type and status. */
export interface TallyRow {
  readonly id: string
  /** A group adds the members that follow it; a single line stands for itself. */
  readonly kind: 'single' | 'group' | 'member'
  readonly asset_id: string | null
  readonly network_id: string | null
  /** Undefined where the line adds several. */
  readonly transaction_type?: string | null
  readonly status?: string | null
  /** Of a group: how many members it has. */
  readonly members: number
  readonly rows: number
  readonly amount: ControlSum
  readonly fee: ControlSum
}

const perAsset = ['asset_id', 'network_id']
const columnsOf: Readonly<Record<TallyDetail, readonly string[]>> = {
  asset: [],
  status: ['status'],
  type: ['transaction_type', 'status'],
}

/** The lines of a tally in the order of asset, network, type and status. Nothing is added across assets or networks. */
export function tallyRows(totals: ControlTotals, detail: TallyDetail): readonly TallyRow[] {
  const assets = linesOf(regroup(totals, perAsset), 'single')
  if (detail === 'asset') return assets
  const byAsset = new Map<string, TallyRow[]>()
  for (const line of linesOf(regroup(totals, [...perAsset, ...columnsOf[detail]]), 'member')) {
    const key = keyOf(line)
    const members = byAsset.get(key)
    if (members) members.push(line)
    else byAsset.set(key, [line])
  }
  return assets.flatMap((asset): TallyRow[] => {
    const members = byAsset.get(keyOf(asset)) ?? []
    const [only] = members
    if (only && members.length === 1) return [{ ...only, kind: 'single' }]
    return [{ ...asset, kind: 'group', members: members.length }, ...members]
  })
}

function keyOf({ asset_id, network_id }: TallyRow): string {
  return JSON.stringify([asset_id, network_id])
}

function linesOf({ by, groups }: ControlTotals, kind: TallyRow['kind']): TallyRow[] {
  const at = (values: readonly (string | null)[], name: string) => values[by.indexOf(name)] ?? null
  return groups
    .map(
      ({ values, rows, sums: [amount = nothing, fee = nothing] }): TallyRow => ({
        id: JSON.stringify([kind, ...values]),
        kind,
        asset_id: at(values, 'asset_id'),
        network_id: at(values, 'network_id'),
        ...(by.includes('transaction_type') && { transaction_type: at(values, 'transaction_type') }),
        ...(by.includes('status') && { status: at(values, 'status') }),
        members: 0,
        rows,
        amount,
        fee,
      }),
    )
    .sort(
      (one, other) =>
        byText(one.asset_id, other.asset_id) ||
        byText(one.network_id, other.network_id) ||
        byPlace(transactionTypes, one.transaction_type, other.transaction_type) ||
        byPlace(transactionStatuses, one.status, other.status),
    )
}

const nothing: ControlSum = { sum: '0', unreadable: 0 }

/** By code units, so that it is the same for every reader; what is missing comes last. */
function byText(one: string | null | undefined, other: string | null | undefined): number {
  if (one === other) return 0
  if (one === null || one === undefined) return 1
  if (other === null || other === undefined) return -1
  return one < other ? -1 : 1
}

/** In the order of an enumeration, and then what is in none. */
function byPlace(
  order: readonly string[],
  one: string | null | undefined,
  other: string | null | undefined,
): number {
  const place = (value: string | null | undefined) => {
    const index = order.indexOf(value ?? '')
    return index < 0 ? order.length : index
  }
  return place(one) - place(other) || byText(one, other)
}
