/** A row for each movement of a holding, for accounting software. Their sums are the movements of the statement of the same period. */
import { counted, countText } from '../contract/count-text.ts'
import { dayText } from '../contract/day.ts'
import { type Decimal, writeDecimal } from '../contract/decimal.ts'
import { DayValues, type Valuation } from '../contract/prices.ts'
import type { Basis, ReportColumn, ReportRow, ReportTable } from '../contract/report.ts'
import { assetLabel } from '../display/labels.ts'
import type { VaultName } from '../ledger/balances.ts'
import { type MovementKind, movementKinds } from '../ledger/effects.ts'
import type { HoldingKey } from '../ledger/movement-ledger.ts'
import { movementsOf, stakedIn } from '../ledger/movements.ts'
import { writeVaultHolding } from '../url/holdings.ts'
import { transactionHref } from '../url/hrefs.ts'
import { periodReportHref } from '../url/period-reports.ts'
import { type StatementQuery, statementHref, statementParameters } from '../url/statements.ts'
import { fileColumns, vaultColumns } from './columns.ts'
import { type LongReport, packParameters, reportEntry } from './entry.ts'
import { periodInstants } from './list-links.ts'
import { parsePeriodReport, periodRefusal } from './period-reports.ts'
import { dayInZone } from './recorded-days.ts'
import { type RecordedTransaction, type ReportRecords, recordedTransaction } from './report-records.ts'
import { type AssetLines, linesOf, proofOfAll, vaultLabel, vaultsText } from './statements/holding-lines.ts'
import { readScope, type Scope, statementEdges } from './statements/scope.ts'
import { dateTexts, feeTexts, spanTexts } from './statements/texts.ts'

/** A page has no more. Files have all. */
const mostOnPage = 500

export const postingsEntry = reportEntry<StatementQuery>({
  name: 'postings',
  packFiles: (scope) => ({ postings: packParameters(scope) }),
  path: '/postings',
  lists: ['vaults', 'transactions'],
  parse: (parameters, now) => parsePeriodReport('/postings', parameters, now),
  // Each row has its day. Sums need no more than the ends.
  edges: (query, account) => statementEdges(query, account, 'days'),
  async make(records, query) {
    const refusal = await periodRefusal(records, query, '/postings')
    if (refusal) return { refusal }
    const scope = await readScope(records, query, 'ends')
    const valuation = await records.prices(daysOf(scope))
    const basis = await records.basis(['vaults', 'transactions'])
    const allRows = () => postingRows(records, scope, valuation)
    const first: ReportRow[] = []
    for await (const piece of allRows()) {
      first.push(...piece)
      if (first.length > mostOnPage) break
    }
    return postings(scope, { basis, valuation, first, allRows })
  },
})

/** In which values are found. */
function daysOf({ days: { first, last }, today }: Scope): readonly string[] {
  const until = Math.max(first, Math.min(last, today))
  return Array.from({ length: until - first + 1 }, (_, place) => dayText(first + place))
}

function postings(
  scope: Scope,
  made: {
    readonly basis: Basis
    readonly valuation: Valuation | null
    /** One more than a page has, if there are more. */
    readonly first: readonly ReportRow[]
    readonly allRows: LongReport['allRows']
  },
): LongReport {
  const { query } = scope
  const { basis, valuation, first, allRows } = made
  const assets = linesOf(scope)
  const lines = assets.flatMap((asset) => asset.lines)
  const count = lines.reduce((sum, { movements }) => sum + countOf(movements), 0)
  const proof = proofOfAll(assets)
  return {
    name: 'postings',
    title: 'Postings',
    headline: {
      text:
        count === 0
          ? 'No movements in this period'
          : `${counted(count, 'movement')} of ${counted(lines.length, 'holding')}`,
      tone: 'neutral',
    },
    tables: [
      {
        name: 'postings',
        title: 'Postings',
        isLinked: true,
        empty: 'No movements found. Choose other vaults, assets or days.',
        remarks: [
          ...spanTexts(scope),
          ...(first.length > mostOnPage
            ? [`This page has the first ${countText(mostOnPage)} rows. Files have all of them.`]
            : []),
        ],
        columns: postingColumns(
          valuation?.rows[0]?.currency ?? null,
          first.some(({ cells }) => cells.staked !== undefined),
        ),
        rows: first.slice(0, mostOnPage),
      },
      sumsTable(assets, scope),
    ],
    remarks: [
      'Amounts are signed: what leaves a holding is negative. A transfer between own vaults is two rows, and a fee is a row of its own, of the vault that paid it.',
      'A stake or an unstake leaves the balance as it is: its amount is 0, and “staked” has what it changed.',
      ...feeTexts(scope.balanceProof),
      ...dateTexts(scope),
      ...(scope.faultCount > 0
        ? [
            `${counted(scope.faultCount, 'transaction of the account cannot be counted, or not in full: the statement lists it', 'transactions of the account cannot be counted, or not in full: the statement lists them')}.`,
          ]
        : []),
      ...valueTexts(valuation),
    ],
    basis: { ...basis, proof },
    parameters: statementParameters(query),
    shown: vaultsText(scope),
    link: periodReportHref('/postings', query),
    allRows,
  }
}

function countOf(movements: Readonly<Record<MovementKind, { readonly count: number }>>): number {
  return movementKinds.reduce((sum, kind) => sum + movements[kind].count, 0)
}

function valueTexts(valuation: Valuation | null): readonly string[] {
  if (valuation === null) return []
  const { source, rows } = valuation
  const { roundingText } = new DayValues({ rows }, '')
  return [
    `Prices are from ${source.name}, SHA-256 ${source.sha256}. A value is by the last price on or before its day, whose date is beside it. ${roundingText}`,
  ]
}

/** In the order of the list. */
async function* postingRows(
  records: ReportRecords,
  scope: Scope,
  valuation: Valuation | null,
): AsyncGenerator<readonly ReportRow[]> {
  const { query, days, balances } = scope
  const { vaults } = query
  const ownTransfers = scope.joined.size > 0 ? await records.ownTransfers() : null
  const rowsOf = rowMaker(scope, new Map(balances.vaults.map((vault) => [vault.vault_id, vault])), valuation)
  const asked = {
    status: ['completed'],
    period: periodInstants(days, query.zone),
    ...(vaults && 'ids' in vaults && { vault_id: vaults.ids }),
  }
  for await (const piece of records.moment.transactions(asked))
    yield piece.flatMap((listed) => {
      const recorded = recordedTransaction(listed)
      return rowsOf(recorded, ownTransfers?.get(recorded.transaction.transaction_id ?? '') ?? null)
    })
}

function rowMaker(
  { balanceProof, includes, query: { zone } }: Scope,
  vaults: ReadonlyMap<string | null, VaultName>,
  valuation: Valuation | null,
): (
  recorded: RecordedTransaction,
  /** At the other side of a movement that is listed as a withdrawal and a deposit. */
  ownVault: string | null,
) => readonly ReportRow[] {
  const valuesOn = dayValues(valuation)
  return ({ transaction, recorded }, own_vault) => {
    const { transaction_id, txn_hash, transaction_type, note } = transaction
    const recorded_on = dayInZone(recorded, zone)
    const values = recorded_on === null ? null : valuesOn(recorded_on)
    const rowOf = (
      key: HoldingKey,
      kind: string,
      amount: Decimal | null,
      end: 'source' | 'destination' | null,
      own: ReportRow['cells'] = {},
    ): readonly ReportRow[] => {
      const vault = vaults.get(key.vault_id) ?? null
      if (!includes(key, vault)) return []
      const { asset_id } = key
      return [
        {
          id: `${transaction_id ?? ''} ${kind} ${JSON.stringify(Object.values(key))}`,
          href: transaction_id === null ? null : transactionHref(transaction_id),
          transaction,
          cells: {
            ...{ recorded_on, ...key, kind, counterparty: end, ...own },
            vault: vaultLabel({ key, vault }),
            vault_name: vault?.vault_name ?? null,
            vault_type: vault?.vault_type ?? null,
            amount: amount === null ? '0' : writeDecimal(amount),
            ...{ transaction_id, txn_hash, transaction_type, note },
            transaction_asset_id: transaction.asset_id,
            ...counterpartyCells(transaction, end),
            ...(values && {
              value: amount === null ? null : values.written({ asset_id, held: amount }),
              currency: values.currency,
              price: values.priceOf(asset_id)?.price ?? null,
              price_date: values.priceOf(asset_id)?.date ?? null,
            }),
          },
        },
      ]
    }
    const staked = stakedIn(transaction)
    return [
      ...movementsOf({ ...transaction, own_vault }, balanceProof).flatMap(({ key, kind, amount }) =>
        rowOf(key, kindNames[kind], amount, otherEnd(kind)),
      ),
      ...(staked === null
        ? []
        : rowOf(staked.key, staked.kind, null, staked.kind === 'stake' ? 'destination' : 'source', {
            staked: writeDecimal(staked.staked),
          })),
    ]
  }
}

function dayValues(valuation: Valuation | null): (day: string) => DayValues | null {
  const known = new Map<string, DayValues>()
  return (day) => {
    if (valuation === null) return null
    const values = known.get(day) ?? new DayValues(valuation, day)
    known.set(day, values)
    return values
  }
}

const kindNames: Readonly<Record<MovementKind, string>> = {
  deposits: 'deposit',
  from_own: 'transfer in',
  rewards: 'reward',
  withdrawals: 'withdrawal',
  to_own: 'transfer out',
  fees: 'fee',
}

/** Nobody is known to have received a fee. */
function otherEnd(kind: MovementKind): 'source' | 'destination' | null {
  if (kind === 'fees') return null
  return kind === 'withdrawals' || kind === 'to_own' ? 'destination' : 'source'
}

function counterpartyCells(
  { source, destination }: RecordedTransaction['transaction'],
  end: 'source' | 'destination' | null,
): ReportRow['cells'] {
  if (end === null) return {}
  return end === 'source'
    ? {
        counterparty_type: source.source_type,
        counterparty_id: source.source_id,
        counterparty_name: source.source_name,
        counterparty_address: source.source_address,
      }
    : {
        counterparty_type: destination.destination_type,
        counterparty_id: destination.destination_id,
        counterparty_name: destination.destination_name,
        counterparty_address: destination.destination_address,
        memo: destination.memo,
      }
}

/** Few pages have a stake: without one, its column is in files only. */
function postingColumns(currency: string | null, hasStakes: boolean): readonly ReportColumn[] {
  return [
    { name: 'recorded_on', label: 'Date', kind: 'day' },
    { name: 'vault', label: 'Vault', kind: 'text', inFile: 'never' },
    ...vaultColumns,
    { name: 'kind', label: 'Kind', kind: 'text' },
    { name: 'asset_id', label: 'Asset', kind: 'asset' },
    ...fileColumns('network', 'network_id'),
    { name: 'amount', label: 'Amount', kind: 'amount', hint: 'Negative where it leaves the holding' },
    ...(hasStakes
      ? [
          {
            name: 'staked',
            label: 'Staked',
            kind: 'amount',
            hint: 'What a stake or an unstake changed',
          } as const,
        ]
      : fileColumns('amount', 'staked')),
    ...(currency === null
      ? []
      : ([
          { name: 'value', label: `Value (${currency})`, kind: 'amount', hint: 'Rounded' },
          ...fileColumns('text', 'currency'),
          ...fileColumns('amount', 'price'),
          ...fileColumns('day', 'price_date'),
        ] as const)),
    { name: 'counterparty', label: 'Counterparty', kind: 'party', inFile: 'never' },
    ...fileColumns('transaction', 'transaction_id'),
    ...fileColumns('text', 'txn_hash'),
    ...fileColumns('type', 'transaction_type'),
    ...fileColumns('text', 'transaction_asset_id', 'counterparty_type', 'counterparty_id'),
    ...fileColumns('text', 'counterparty_name', 'counterparty_address', 'memo'),
    { name: 'note', label: 'Note', kind: 'note' },
  ]
}

/** What the rows add up to: the movements of the statement. */
function sumsTable(assets: readonly AssetLines[], { query }: Scope): ReportTable {
  return {
    name: 'sums',
    title: 'Sums by holding',
    isAside: true,
    columns: [
      { name: 'line', label: 'Holding', kind: 'text', inFile: 'never' },
      ...vaultColumns,
      ...fileColumns('asset', 'asset_id'),
      ...fileColumns('network', 'network_id'),
      { name: 'kind', label: 'Kind', kind: 'text' },
      { name: 'count', label: 'Rows', kind: 'count' },
      { name: 'amount', label: 'Amount', kind: 'amount' },
    ],
    rows: assets.flatMap(({ lines }) =>
      lines.flatMap(({ holding, movements }) => {
        const { key, vault } = holding
        const ledger = writeVaultHolding(key)
        return movementKinds.flatMap((kind): readonly ReportRow[] => {
          const { sum, count } = movements[kind]
          if (count === 0) return []
          return [
            {
              id: JSON.stringify([...Object.values(key), kind]),
              cells: {
                line: `${vaultLabel(holding)} · ${assetLabel(key)}`,
                ...{ ...key, vault_name: vault?.vault_name ?? null, vault_type: vault?.vault_type ?? null },
                ...{ kind: kindNames[kind], count: String(count), amount: writeDecimal(sum) },
              },
              href: ledger && statementHref(query, ledger, kind),
            },
          ]
        })
      }),
    ),
  }
}
