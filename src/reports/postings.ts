/** A row for each movement of a holding, for accounting software. Their sums are the movements of the statement of the same period. */
import { counted, countOfAll, countText, sentences } from '../contract/count-text.ts'
import { dayText } from '../contract/day.ts'
import { type Decimal, writeDecimal } from '../contract/decimal.ts'
import { DayValues, type Valuation } from '../contract/prices.ts'
import type { ReportCells, ReportColumn, ReportRow, ReportTransaction } from '../contract/report.ts'
import type { MovementKind } from '../ledger/effects.ts'
import { type HoldingKey, holdingName } from '../ledger/movement-ledger.ts'
import { movementsOf, stakedIn } from '../ledger/movements.ts'
import { transactionHref } from '../url/hrefs.ts'
import { fileColumns, shownAssetColumns, vaultColumns } from './columns.ts'
import { periodInstants } from './links.ts'
import { periodReport } from './period-reports.ts'
import { dayInZone, headlineInPeriod } from './recorded-sums.ts'
import { type RecordedTransaction, type ReportRecords, recordedTransaction } from './report-records.ts'
import { linesOf, proofOfAll, vaultCells, vaultLabel } from './statements/holding-lines.ts'
import { readScope, type Scope, statementEdges } from './statements/scope.ts'
import { dateTexts, feeTexts, spanTexts } from './statements/texts.ts'
import { priceCells, priceColumns, worthCells, worthColumns } from './statements/valuation.ts'

/** A page has no more. Files have all. */
const mostOnPage = 500

export const postingsEntry = periodReport('postings', {
  title: 'Postings',
  lists: ['vaults', 'transactions'],
  // Each row has its day. Sums need no more than the ends.
  edges: (query, account) => statementEdges(query, account, 'days'),
  async make(records, query) {
    const scope = await readScope(records, query, 'ends')
    const { first, last } = scope.days
    const until = Math.max(first, Math.min(last, scope.today))
    const days = Array.from({ length: until - first + 1 }, (_, place) => dayText(first + place))
    const valuation = await records.prices(days)
    const basis = await records.basis(['vaults', 'transactions'])
    const allRows = () => postingRows(records, scope, valuation)
    /** One more than a page has, if there are more. */
    const rows: ReportRow[] = []
    for await (const piece of allRows()) {
      rows.push(...piece)
      if (rows.length > mostOnPage) break
    }
    const assets = linesOf(scope)
    const lines = assets.flatMap((asset) => asset.lines)
    const count = countOfAll(lines.flatMap(({ movements }) => Object.values(movements)))
    const figures = count > 0 ? [`${counted(count, 'movement')} of ${counted(lines.length, 'holding')}`] : []
    const undated = lines.reduce((sum, { holding }) => sum + holding.undated, 0)
    return {
      ...{ scope, allRows },
      headline: { text: headlineInPeriod(figures, 'No movements', undated), tone: 'neutral' },
      tables: [
        {
          ...{ name: 'postings', title: 'Postings', rowsAreLinks: true },
          empty: 'No movements found. Choose other vaults, assets or days.',
          remarks: [
            ...spanTexts(scope),
            ...sentences(
              rows.length > mostOnPage &&
                `This page has the first ${countText(mostOnPage)} rows. Files have all of them.`,
            ),
          ],
          columns: postingColumns(
            valuation,
            rows.some(({ cells }) => cells.staked !== undefined),
          ),
          rows: rows.slice(0, mostOnPage),
        },
      ],
      remarks: [
        'Amounts are signed: what leaves a holding is negative. A transfer between own vaults is two rows, and a fee is a row of its own, of the vault that paid it.',
        'A stake or an unstake leaves the balance as it is: its amount is 0, and “staked” has what it changed.',
        ...feeTexts(scope.balanceProof),
        ...dateTexts(scope),
        ...sentences(
          scope.faultCount > 0 &&
            `${counted(scope.faultCount, 'transaction of the account cannot be counted, or not in full: the statement lists it', 'transactions of the account cannot be counted, or not in full: the statement lists them')}.`,
        ),
        ...valueTexts(valuation),
      ],
      basis: { ...basis, proof: proofOfAll(assets) },
    }
  },
})

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
  const { query, days } = scope
  const { vaults } = query
  const ownTransfers = scope.joined.size > 0 ? await records.ownTransfers() : null
  const rowsOf = rowMaker(scope, valuation)
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

/** `own_vault`: at the other side of a movement that is listed as a withdrawal and a deposit. */
function rowMaker({ balanceProof, includes, vaultOf, query: { zone } }: Scope, valuation: Valuation | null) {
  const valuesOn = dayValues(valuation)
  return ({ transaction, recorded }: RecordedTransaction, own_vault: string | null) => {
    const { transaction_id, txn_hash, transaction_type, note } = transaction
    const recorded_on = dayInZone(recorded, zone)
    const values = recorded_on === null ? null : valuesOn(recorded_on)
    const rowOf = (
      key: HoldingKey,
      kind: string,
      end: 'source' | 'destination' | null,
      amount: Decimal | null,
      own: ReportCells = {},
    ): readonly ReportRow[] => {
      if (!includes(key)) return []
      const holding = { key, vault: vaultOf(key.vault_id) }
      const priced = { asset_id: key.asset_id, held: amount }
      return [
        {
          id: `${transaction_id ?? ''} ${kind} ${holdingName(key)}`,
          href: transaction_id === null ? null : transactionHref(transaction_id),
          transaction,
          cells: {
            ...{ recorded_on, ...vaultCells(holding), kind, counterparty: end, ...own },
            vault: vaultLabel(holding),
            amount: amount === null ? '0' : writeDecimal(amount),
            ...{ transaction_id, txn_hash, transaction_type, note },
            transaction_asset_id: transaction.asset_id,
            ...counterpartyCells(transaction, end),
            ...worthCells(values, priced),
            ...priceCells(values, priced),
          },
        },
      ]
    }
    const staked = stakedIn(transaction)
    return [
      ...movementsOf({ ...transaction, own_vault }, balanceProof).flatMap(({ key, kind, amount }) => {
        const [name, end] = kinds[kind]
        return rowOf(key, name, end, amount)
      }),
      ...(staked === null
        ? []
        : rowOf(staked.key, staked.kind, staked.kind === 'stake' ? 'destination' : 'source', null, {
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

/** Its name, and its other end. Nobody is known to have received a fee. */
const kinds = {
  deposits: ['deposit', 'source'],
  from_own: ['transfer in', 'source'],
  rewards: ['reward', 'source'],
  withdrawals: ['withdrawal', 'destination'],
  to_own: ['transfer out', 'destination'],
  fees: ['fee', null],
} as const satisfies Readonly<Record<MovementKind, readonly [string, 'source' | 'destination' | null]>>

function counterpartyCells(
  { source, destination }: ReportTransaction,
  end: 'source' | 'destination' | null,
): ReportCells {
  if (end === null) return {}
  const ofEnd = Object.entries(end === 'source' ? source : destination)
  return Object.fromEntries(ofEnd.map(([name, value]) => [name.replace(end, 'counterparty'), value]))
}

/** Few pages have a stake: without one, its column is in files only. */
function postingColumns(valuation: Valuation | null, hasStakes: boolean): readonly ReportColumn[] {
  const valued = valuation?.rows[0] ?? null
  return [
    { name: 'recorded_on', label: 'Date', kind: 'day' },
    { name: 'vault', label: 'Vault', kind: 'text', where: 'page' },
    ...vaultColumns,
    { name: 'kind', label: 'Kind', kind: 'text' },
    ...shownAssetColumns,
    { name: 'amount', label: 'Amount', kind: 'amount', hint: 'Negative where it leaves the holding' },
    ...(hasStakes ? [stakedColumn] : fileColumns('amount', 'staked')),
    ...worthColumns(valued, 'Rounded'),
    ...(valued ? priceColumns : []),
    { name: 'counterparty', label: 'Counterparty', kind: 'party', where: 'page' },
    ...fileColumns('transaction', 'transaction_id'),
    ...fileColumns('text', 'txn_hash'),
    ...fileColumns('type', 'transaction_type'),
    ...fileColumns('text', 'transaction_asset_id', 'counterparty_type', 'counterparty_id'),
    ...fileColumns('text', 'counterparty_name', 'counterparty_address', 'memo'),
    { name: 'note', label: 'Note', kind: 'note' },
  ]
}

const stakedColumn: ReportColumn = {
  ...{ name: 'staked', label: 'Staked', kind: 'amount' },
  hint: 'What a stake or an unstake changed',
}
