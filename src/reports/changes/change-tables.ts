/** The tables of a report of changes, the worst first. The parts of a row are its record before and after. */
import type { Both } from '../../changes/pairs.ts'
import type { WhitelistChange } from '../../changes/whitelists.ts'
import { countText } from '../../contract/count-text.ts'
import { dayText } from '../../contract/day.ts'
import { writeDecimal } from '../../contract/decimal.ts'
import type { Vault, WhitelistAsset } from '../../contract/normal-records.ts'
import type { ReportCells, ReportColumn, ReportRow, ReportTable, ReportTone } from '../../contract/report.ts'
import { assetOnNetwork, labelOf, nameOrId, typeLabels } from '../../display/labels.ts'
import { type HoldingKey, holdingName } from '../../ledger/movement-ledger.ts'
import { fileColumns, partyColumns, transactionCells } from '../columns.ts'
import type {
  Changes,
  DatedTransaction,
  HoldingChange,
  TransactionChange,
  TransactionChangeKind,
  VaultChange,
} from './compare.ts'
import { changeColumn, differenceCells, differencesColumns, differenceText } from './differences.ts'
import { forwardText, type RoutinePart, routineRow, routineTable, statusText } from './routine.ts'
import { whitelistColumns, whitelistRow, whitelistsTable, worstFirst } from './whitelist-rows.ts'

/** `vaults`: as they were read, for what a holding was. */
export function changeTables(changes: Changes, vaults: Both<readonly Vault[]>): readonly ReportTable[] {
  const { transactions, whitelists, holdings } = changes
  const [open, alarms] = [true, false].map((isOpen) =>
    transactions.filter(({ kind }) => (kind === 'changed') === isOpen),
  )
  return [
    transactionTable('alarms', 'Transactions that should not have changed', alarms ?? []),
    holdingTable('unexplained', holdings, vaults),
    holdingTable('uncertain', holdings, vaults),
    whitelistTable(whitelists),
    transactionTable('open', 'Open transactions that changed', open ?? []),
    everydayTable(changes),
    vaultTable(changes.vaults),
    holdingTable('explained', holdings, vaults),
  ].filter(({ rows }) => rows.length > 0)
}

interface ChangedRecord<R> {
  /** Kind and id of the record, for links. */
  readonly id: string
  readonly tone?: ReportTone
  readonly cells: ReportCells
  readonly record: Both<R>
  readonly cellsOf: (record: R) => ReportCells
}

function changedRow<R>({ record, cellsOf, ...row }: ChangedRecord<R>): ReportRow {
  return {
    ...row,
    parts: (['before', 'after'] as const).flatMap((side) => {
      const one = record[side]
      return one === null ? [] : [{ id: side, cells: { change: sideLabels[side], ...cellsOf(one) } }]
    }),
  }
}

const sideLabels = { before: 'Before', after: 'After' } as const

function changedTable(
  name: string,
  title: string,
  columns: readonly ReportColumn[],
  rows: readonly ReportRow[],
): ReportTable {
  return {
    ...{ name, columns, rows, isLinked: true, levels: ['change', 'record'] },
    title: `${title} (${countText(rows.length)})`,
  }
}

const kinds: Readonly<Record<TransactionChangeKind, { readonly label: string; readonly tone: ReportTone }>> =
  {
    gone: { label: 'Gone', tone: 'bad' },
    final: { label: 'Changed after it was final', tone: 'bad' },
    backwards: { label: 'Went back in status', tone: 'bad' },
    late: { label: 'New, on a day already read', tone: 'warning' },
    changed: { label: 'Changed', tone: 'warning' },
  }

function transactionTable(name: string, title: string, changes: readonly TransactionChange[]): ReportTable {
  const columns: readonly ReportColumn[] = [
    { name: 'transaction_id', label: 'Transaction', kind: 'transaction' },
    changeColumn,
    { name: 'recorded_on', label: 'Date', kind: 'day' },
    { name: 'transaction_type', label: 'Type', kind: 'type' },
    { name: 'asset_id', label: 'Asset', kind: 'asset' },
    ...fileColumns('network', 'network_id'),
    { name: 'amount', label: 'Amount', kind: 'balance' },
    ...differencesColumns,
    ...fileColumns('status', 'status'),
    ...partyColumns,
  ]
  const rows = changes.map((change) => {
    const { kind, id, before, after, fields, isCertain } = change
    const { label, tone } = kinds[kind]
    const record = before ?? after
    return changedRow({
      id: `transaction:${id}`,
      tone: isCertain ? tone : 'warning',
      cells: {
        ...(record && datedCells(record)),
        change: kind === 'gone' && !isCertain ? 'Not found' : label,
        ...differenceCells(fields),
      },
      record: change,
      cellsOf: datedCells,
    })
  })
  return changedTable(name, title, columns, rows)
}

function datedCells({ transaction, day }: DatedTransaction): ReportCells {
  const { asset_name, network_name, blockexplorer_link } = transaction
  const recorded_on = day === null ? null : dayText(day)
  return { recorded_on, ...transactionCells(transaction), asset_name, network_name, blockexplorer_link }
}

const holdingTitles: Readonly<Record<HoldingChange['verdict'], string>> = {
  unexplained: 'Balances that transactions do not explain',
  uncertain: 'Balances that other transactions may explain',
  explained: 'Balances that transactions explain',
}

function holdingTable(
  verdict: HoldingChange['verdict'],
  holdings: readonly HoldingChange[],
  vaults: Both<readonly Vault[]>,
): ReportTable {
  const figure = (name: string, label: string): ReportColumn => ({ name, label, kind: 'balance' })
  const columns: readonly ReportColumn[] = [
    { name: 'vault_name', label: 'Vault', kind: 'text' },
    ...fileColumns('vault', 'vault_id'),
    { name: 'asset', label: 'Asset', kind: 'text', inFile: 'never' },
    ...fileColumns('asset', 'asset_id'),
    ...fileColumns('network', 'network_id'),
    figure('before', 'Before'),
    figure('transactions_between', 'Transactions between'),
    figure('after', 'After'),
    ...(verdict === 'explained' ? [] : [figure('unexplained', 'Not explained')]),
  ]
  const rows = holdings
    .filter((each) => each.verdict === verdict)
    .map(({ key, vault, before, after, moved, unexplained }) =>
      changedRow({
        id: `holding:${holdingName(key)}`,
        cells: {
          ...key,
          asset: assetOnNetwork(`${key.asset_id}`, `${key.network_id}`),
          vault_name: vault?.label ?? key.vault_id,
          before: writeDecimal(before),
          after: writeDecimal(after),
          transactions_between: writeDecimal(moved),
          unexplained: writeDecimal(unexplained),
        },
        record: { before: heldIn(vaults.before, key), after: heldIn(vaults.after, key) },
        cellsOf: (cells) => cells,
      }),
    )
  return changedTable(`${verdict}-balances`, holdingTitles[verdict], columns, rows)
}

function heldIn(vaults: readonly Vault[] | null, key: HoldingKey): ReportCells | null {
  const held = vaults
    ?.filter(({ vault_id }) => vault_id === key.vault_id)
    .flatMap(({ assets }) => assets)
    .find(({ asset_id, network_id }) => asset_id === key.asset_id && network_id === key.network_id)
  return held ? { ...key, ...held.balances } : null
}

function whitelistTable(changes: readonly WhitelistChange[]): ReportTable {
  const rows = worstFirst(changes.map(whitelistChangeRow))
  return changedTable(whitelistsTable, 'Whitelists', whitelistColumns, rows)
}

function whitelistChangeRow(change: WhitelistChange, index: number): ReportRow {
  const { list, entry, fields, isCertain } = change
  const listNow = list.after ?? list.before
  const { whitelist_id = null, whitelist_name = null } = listNow ?? {}
  const movedFrom = change.movedFrom.map((other) => (entry && other.whitelist_name) || other.whitelist_id)
  const isSized = listNow && !entry && fields.length === 0 && movedFrom.length === 0
  const row = whitelistRow({
    ...{ whitelist_id, whitelist_name, entry, isCertain },
    what: sideText(entry ?? list, entry ? 'Address' : 'Whitelist', isCertain),
    fields: fields.filter(({ field }) => entry === null || field !== 'address'),
    movedFrom: movedFrom.map(String),
    ...(isSized && { size: listNow.assets.length }),
  })
  if (entry) return changedRow({ ...row, id: `entry:${index}`, record: entry, cellsOf: entryCells })
  return changedRow({
    ...row,
    id: `whitelist:${whitelist_id}`,
    record: list,
    cellsOf: ({ whitelist_id, whitelist_name, whitelist_type, assets }) => ({
      ...{ whitelist_id, whitelist_name, whitelist_type },
      addresses: assets.map(entryText).join('; '),
    }),
  })
}

function entryCells({ asset_id, network_id, address, memo }: WhitelistAsset): ReportCells {
  return { asset_id, network_id, address, memo }
}

function entryText({ asset_id, network_id, address, memo }: WhitelistAsset): string {
  return `${assetOnNetwork(`${asset_id}`, `${network_id}`)} ${address}${memo ? `, memo ${memo}` : ''}`
}

function sideText({ before, after }: Both<unknown>, what: string, isCertain: boolean): string {
  if (before === null) return isCertain ? `${what} added` : `${what} not seen before`
  if (after === null) return isCertain ? `${what} removed` : `${what} not found`
  return `${what} changed`
}

const changedVaultColumns: readonly ReportColumn[] = [
  { name: 'vault_name', label: 'Vault', kind: 'text' },
  { name: 'vault_id', label: 'Vault id', kind: 'vault' },
  { name: 'vault_type', label: 'Type', kind: 'text' },
  changeColumn,
  ...differencesColumns,
]

function vaultTable(changes: readonly VaultChange[]): ReportTable {
  const vaultCells = ({ vault_id, vault_name, vault_type }: Vault) => ({ vault_id, vault_name, vault_type })
  const rows = changes.map((change) => {
    const { before, after, fields, isCertain } = change
    const { vault_id = null, vault_name = null, vault_type = null } = after ?? before ?? {}
    return changedRow({
      id: `vault:${vault_id}`,
      tone: after === null ? 'warning' : 'neutral',
      cells: {
        ...{ vault_id, vault_name: nameOrId(vault_name, vault_id), vault_type },
        change: sideText(change, 'Vault', isCertain),
        ...differenceCells(fields),
      },
      record: change,
      cellsOf: vaultCells,
    })
  })
  return changedTable('vaults', 'Vaults', changedVaultColumns, rows)
}

function everydayTable({ added, forward, renamed }: Changes): ReportTable {
  const type = (value: string | null) => labelOf(typeLabels, value) ?? value ?? 'no type'
  const line = (what: string, parts: readonly RoutinePart[]): readonly ReportRow[] => {
    if (parts.length === 0) return []
    const all = routineRow(what, { text: what, count: parts.reduce((sum, { count }) => sum + count, 0) })
    return [{ ...all, parts: parts.map((part, index) => routineRow(String(index), part)) }]
  }
  return routineTable(
    [
      ...line(
        'New',
        added.map(({ status, type: kind, count }) => ({
          text: `${statusText(status)}, ${type(kind)}`,
          count,
        })),
      ),
      ...line(
        'Moved forward',
        forward.map(({ before, after, count }) => ({ text: forwardText(before, after), count })),
      ),
      ...line(
        'Only renamed',
        renamed.map(({ field, before, after, count }) => ({
          text: differenceText({ field: field ?? '', before, after }),
          count,
        })),
      ),
    ],
    { levels: ['all', 'kind'] },
  )
}
