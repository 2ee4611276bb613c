/** What changed between two packs, or between a pack and the present: what should never happen first, routine changes in one line. */
import type { Both, FieldChange } from '../../changes/pairs.ts'
import type { WhitelistChange } from '../../changes/whitelists.ts'
import type { ConsoleListName } from '../../contract/console-api.ts'
import { counted, countOfAll, countText } from '../../contract/count-text.ts'
import { dayText } from '../../contract/day.ts'
import { writeDecimal } from '../../contract/decimal.ts'
import { nameOrId, type Vault } from '../../contract/normal-records.ts'
import type { Report, ReportCells, ReportColumn, ReportRow, ReportTable } from '../../contract/report.ts'
import { assetOnNetwork, labelOf, typeLabels } from '../../display/labels.ts'
import { type HoldingKey, holdingName } from '../../ledger/movement-ledger.ts'
import { comparisonHref } from '../../url/changes.ts'
import { fileColumns, partyColumns, shownAssetColumns, transactionCells, worstFirst } from '../columns.ts'
import type { ReportRecords } from '../report-records.ts'
import {
  alarmLabels,
  changeColumn,
  countsInWords,
  dayAndTime,
  differenceCells,
  differencesColumns,
  differenceText,
  forwardText,
  hasGraveWhitelists,
  heldColumns,
  partTexts,
  routineTable,
  statusText,
  whitelistColumns,
  whitelistRow,
  whitelistsTable,
} from './change-rows.ts'
import {
  type Changes,
  compareRecords,
  type DatedTransaction,
  type HoldingChange,
  type TransactionChange,
  type TransactionChangeKind,
  type VaultChange,
} from './compare.ts'

const lists: readonly ConsoleListName[] = ['vaults', 'whitelists', 'transactions']

export async function comparisonReport(
  records: ReportRecords,
  other: ReportRecords,
  name: string,
): Promise<Report> {
  const [before, after] = records.asOf < other.asOf ? [records, other] : [other, records]
  const changes = await compareRecords(before, after)
  const { compared } = changes
  const [basis, { doubts: doubtsBefore, update }] = [await after.basis(lists), await before.basis(lists)]
  const vaults = { before: await before.vaults(), after: await after.vaults() }
  const tables = changeTables(changes, vaults)
  return {
    name: 'changes',
    title: 'Changes',
    headline: headlineOf(changes, before.asOf, tables.some(hasGraveWhitelists)),
    tables: tables.map((table) => ({
      ...table,
      rows: table.rowsAreLinks
        ? table.rows.map((row) => ({ ...row, href: comparisonHref(name, row.id) }))
        : table.rows,
    })),
    remarks: [
      `Before: ${sourceText(before)}`,
      `After: ${sourceText(after)}`,
      `Compared: ${counted(compared.transactions, 'transaction')}, ${counted(compared.whitelists, 'whitelist')}, ${counted(compared.vaults, 'vault')} and ${counted(compared.holdings, 'holding')}.`,
      'Open transactions that moved forward are counted, not listed, even if they gained a hash or a link.',
      'A balance is explained if the transactions completed in between, with their fees, add up to exactly the difference.',
      'Fields that are not in the specification are not compared, and neither is the time of retrieval.',
      ...(update === undefined ? [] : [`Before: ${update}`]),
    ],
    basis: {
      ...basis,
      doubts: [
        ...new Set([...changes.untold, ...basis.doubts, ...doubtsBefore.map((doubt) => `Before: ${doubt}`)]),
      ],
    },
    parameters: { earlier: nameOf(before), earlier_as_of: before.asOf, later: nameOf(after) },
    link: comparisonHref(name),
  }
}

function nameOf({ state: { pack } }: ReportRecords): string {
  return pack?.name ?? 'the present records'
}

function sourceText(records: ReportRecords): string {
  const { pack } = records.state
  const source = `${nameOf(records)}, read from ${records.owner.service}, as of ${records.asOf}.`
  return pack === null
    ? source
    : `${source} The pack was made on ${pack.made_at} and signed by the key ${pack.key}.`
}

/** `isGrave`: a change of a whitelist needs a look. */
function headlineOf(changes: Changes, since: string, isGrave: boolean): Report['headline'] {
  const { transactions, whitelists, added, vaults, holdings, forward, renamed, untold } = changes
  const ofKind = (...kinds: TransactionChangeKind[]) =>
    transactions.filter(({ kind, isCertain }) => isCertain && kinds.includes(kind)).length
  const unexplained = holdings.filter(({ verdict }) => verdict === 'unexplained').length
  const bad = countsInWords([
    ...(['gone', 'final', 'backwards'] as const).map((kind) => [ofKind(kind), ...partTexts[kind]] as const),
    [unexplained, ...partTexts.unexplained],
  ])
  if (bad) return { text: `Unexpected: ${bad}`, tone: 'bad' }
  const text = countsInWords([
    [whitelists.length, ...partTexts.whitelists],
    [ofKind('late', 'changed'), 'other change to transactions', 'other changes to transactions'],
    [countOfAll(added), 'new transaction', 'new transactions'],
    [vaults.length, ...partTexts.vaults],
    [holdings.length, 'balance changed', 'balances changed'],
  ])
  const isSure = untold.length === 0 && holdings.every(({ verdict }) => verdict !== 'uncertain')
  if (!text && transactions.length + countOfAll(forward) + countOfAll(renamed) === 0)
    return {
      text: `${isSure ? 'Nothing changed' : 'No change was found'} since ${dayAndTime(since, null)}`,
      tone: isSure ? 'good' : 'warning',
    }
  return {
    text: `Nothing unexpected${isSure ? '' : ' was found'}${text && `. ${text}`}`,
    tone: !isSure || transactions.length > 0 || isGrave ? 'warning' : 'good',
  }
}

/** The worst first. `vaults`: as they were read, for what a holding was. */
function changeTables(changes: Changes, vaults: Both<readonly Vault[]>): readonly ReportTable[] {
  const { transactions, whitelists, holdings } = changes
  const open = transactions.filter(({ kind }) => kind === 'changed')
  const alarms = transactions.filter(({ kind }) => kind !== 'changed')
  const whitelistRows = worstFirst(whitelists.map(whitelistChangeRow))
  return [
    transactionTable('alarms', 'Transactions that should not have changed', alarms),
    holdingTable('unexplained', holdings, vaults),
    holdingTable('uncertain', holdings, vaults),
    changedTable(whitelistsTable, 'Whitelists', whitelistColumns, whitelistRows),
    transactionTable('open', 'Open transactions that changed', open),
    everydayTable(changes),
    changedTable('vaults', 'Vaults', changedVaultColumns, changes.vaults.map(vaultRow)),
    holdingTable('explained', holdings, vaults),
  ].filter(({ rows }) => rows.length > 0)
}

/** The parts of a row are its record before and after. */
function changedRow<R>(row: ReportRow, record: Both<R>, cellsOf: (record: R) => ReportCells): ReportRow {
  return {
    ...row,
    parts: (['before', 'after'] as const).flatMap((side) => {
      const one = record[side]
      const change = side === 'before' ? 'Before' : 'After'
      return one === null ? [] : [{ id: side, cells: { change, ...cellsOf(one) } }]
    }),
  }
}

function changedTable(
  name: string,
  title: string,
  columns: readonly ReportColumn[],
  rows: readonly ReportRow[],
): ReportTable {
  return {
    ...{ name, columns, rows, rowsAreLinks: true, levels: ['change', 'record'] },
    title: `${title} (${countText(rows.length)})`,
  }
}

function transactionTable(name: string, title: string, changes: readonly TransactionChange[]): ReportTable {
  const columns: readonly ReportColumn[] = [
    { name: 'transaction_id', label: 'Transaction', kind: 'transaction' },
    changeColumn,
    { name: 'recorded_on', label: 'Date', kind: 'day' },
    { name: 'transaction_type', label: 'Type', kind: 'type' },
    ...shownAssetColumns,
    { name: 'amount', label: 'Amount', kind: 'balance' },
    ...differencesColumns,
    ...fileColumns('status', 'status'),
    ...partyColumns,
  ]
  const labels = { ...alarmLabels, changed: 'Changed' }
  const rows = changes.map((change) => {
    const { kind, id, before, after, fields, isCertain } = change
    const record = before ?? after
    const isMild = !isCertain || kind === 'late' || kind === 'changed'
    const cells = {
      ...(record && datedCells(record)),
      change: kind === 'gone' && !isCertain ? 'Not found' : labels[kind],
      ...differenceCells(fields),
    }
    const row = { id: `transaction:${id}`, tone: isMild ? 'warning' : 'bad', cells } as const
    return changedRow(row, change, datedCells)
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
  const columns: readonly ReportColumn[] = [
    ...heldColumns,
    { name: 'before', label: 'Before', kind: 'balance' },
    { name: 'transactions_between', label: 'Transactions between', kind: 'balance' },
    { name: 'after', label: 'After', kind: 'balance' },
    { name: 'unexplained', label: 'Not explained', kind: 'balance' },
  ]
  const rows = holdings
    .filter((each) => each.verdict === verdict)
    .map(({ key, vault, before, after, moved, unexplained }) => {
      const cells = {
        ...{ ...key, asset: assetOnNetwork(`${key.asset_id}`, `${key.network_id}`) },
        ...{ vault_name: vault?.label ?? key.vault_id, before: writeDecimal(before) },
        ...{ after: writeDecimal(after), transactions_between: writeDecimal(moved) },
        unexplained: writeDecimal(unexplained),
      }
      const held = { before: heldIn(vaults.before, key), after: heldIn(vaults.after, key) }
      return changedRow({ id: `holding:${holdingName(key)}`, cells }, held, (balances) => balances)
    })
  const shown = verdict === 'explained' ? columns.slice(0, -1) : columns
  return changedTable(`${verdict}-balances`, holdingTitles[verdict], shown, rows)
}

function heldIn(vaults: readonly Vault[] | null, key: HoldingKey): ReportCells | null {
  const held = vaults
    ?.filter(({ vault_id }) => vault_id === key.vault_id)
    .flatMap(({ assets }) => assets)
    .find(({ asset_id, network_id }) => asset_id === key.asset_id && network_id === key.network_id)
  return held ? { ...key, ...held.balances } : null
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
  if (entry)
    return changedRow({ ...row, id: `entry:${index}` }, entry, ({ asset_id, network_id, address, memo }) => ({
      ...{ asset_id, network_id, address, memo },
    }))
  return changedRow(
    { ...row, id: `whitelist:${whitelist_id}` },
    list,
    ({ whitelist_id, whitelist_name, whitelist_type, assets }) => ({
      ...{ whitelist_id, whitelist_name, whitelist_type },
      addresses: assets
        .map(({ asset_id, network_id, address, memo }) => {
          const asset = assetOnNetwork(`${asset_id}`, `${network_id}`)
          return `${asset} ${address}${memo ? `, memo ${memo}` : ''}`
        })
        .join('; '),
    }),
  )
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

function vaultRow(change: VaultChange): ReportRow {
  const { before, after, fields, isCertain } = change
  const { vault_id = null, vault_name = null, vault_type = null } = after ?? before ?? {}
  const cells = {
    ...{ vault_id, vault_name: nameOrId(vault_name, vault_id), vault_type },
    change: sideText(change, 'Vault', isCertain),
    ...differenceCells(fields),
  }
  const tone = after === null ? 'warning' : 'neutral'
  return changedRow({ id: `vault:${vault_id}`, tone, cells }, change, (vault) => ({
    ...{ vault_id: vault.vault_id, vault_name: vault.vault_name, vault_type: vault.vault_type },
  }))
}

function everydayTable({ added, forward, renamed }: Changes): ReportTable {
  const typeText = (type: string | null) => labelOf(typeLabels, type) ?? type ?? 'no type'
  const row = (id: string, what: string, count: number) => ({ id, cells: { what, count: String(count) } })
  const line = <Of extends { readonly count: number }>(
    what: string,
    counts: readonly Of[],
    textOf: (one: Of) => string,
  ): readonly ReportRow[] => {
    if (counts.length === 0) return []
    const parts = counts.map((one, index) => row(String(index), textOf(one), one.count))
    return [{ ...row(what, what, countOfAll(counts)), parts }]
  }
  const renamedText = ({ field, ...of }: (typeof renamed)[number]) =>
    differenceText({ ...of, field: field ?? '' } satisfies FieldChange)
  return {
    ...routineTable([
      ...line('New', added, ({ status, type }) => `${statusText(status)}, ${typeText(type)}`),
      ...line('Moved forward', forward, ({ before, after }) => forwardText(before, after)),
      ...line('Only renamed', renamed, renamedText),
    ]),
    levels: ['all', 'kind'],
  }
}
