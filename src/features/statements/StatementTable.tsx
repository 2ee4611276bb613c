import CircleCheck from 'lucide-react/icons/circle-check'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import { useMemo } from 'react'
import { Link } from 'react-router-dom'
import { type FeeRule, type MovementKind, movementKinds } from '../../books/effects.ts'
import { type Decimal, rounded, subtract, writeDecimal } from '../../contract/decimal.ts'
import { Amount } from '../../records/Amount.tsx'
import { usePreferences } from '../../records/preferences.ts'
import { UntrustedText } from '../../records/UntrustedText.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { longestFraction } from '../../ui/decimal-text.ts'
import { writeAssets, writeVaultHolding } from '../../url/statements.ts'
import { figureHref } from './figures.ts'
import type { AssetLines, HoldingLine, Line, StatementScope } from './statement.ts'
import styles from './statements.module.css'
import { type Valuation, valueAt } from './valuation.ts'
import { movementLabels, proofLabels, unprovedText, vaultCount, vaultLabel } from './words.ts'

/** Leads to the ledger of a holding, or to a statement of some assets. */
export type StatementHref = (params: { readonly holding: string } | { readonly assets: string }) => string

interface TableProps {
  readonly statement: readonly AssetLines[]
  readonly hrefOf: StatementHref
  readonly stale: boolean
}

/** Where the transactions of a figure are asked for. */
interface FigureContext {
  readonly rule: FeeRule
  readonly period: StatementScope['period']
  /** Whether the statement is about all vaults: then the transactions of a total can be asked for. */
  readonly isOfAll: boolean
}

/** Opening, what came in and went out, and closing: a line for each asset, and one for each vault that held it. */
export function RollForward({
  rule,
  period,
  isOfAll,
  isOpen,
  ...table
}: TableProps &
  FigureContext & {
    /** Whether the period closes before its end, with the balances of today. */
    isOpen: boolean
  }) {
  const columns = useMemo(
    (): readonly Column<StatementRow>[] => [
      nameColumn,
      figureColumn('opening', 'Opening', ({ line }) => line.opening),
      movementsColumn({ rule, period, isOfAll }),
      {
        ...figureColumn('closing', isOpen ? 'Balance so far' : 'Closing', ({ line }) => line.closing),
        card: 'main',
      },
      proofColumn,
    ],
    [rule, period, isOfAll, isOpen],
  )
  return <StatementTable caption="Roll-forward" columns={columns} {...table} />
}

/** What was held at the end of a day, by asset and vault, beside today. The statement includes what is held today alone. */
export function Balances({
  day,
  valuation,
  ...table
}: TableProps & {
  /** `YYYY-MM-DD`; null where it is not over. */
  readonly day: string | null
  /** The reader's prices; null without any. */
  readonly valuation: Valuation | null
}) {
  const columns = useMemo(
    (): readonly Column<StatementRow>[] => [
      nameColumn,
      {
        ...figureColumn(
          'closing',
          day === null ? 'Balance so far' : `End of ${day}`,
          ({ line }) => line.closing,
        ),
        card: 'main',
      },
      figureColumn('today', 'Today', ({ line }) => line.today),
      {
        ...figureColumn(
          'difference',
          'Difference',
          ({ line: { closing, today } }) => closing && today && subtract(today, closing),
        ),
        hint: 'Today without what was held then',
      },
      ...(valuation ? [valueColumn(valuation)] : []),
      proofColumn,
    ],
    [day, valuation],
  )
  return <StatementTable caption="Balances" columns={columns} {...table} />
}

/** A line of a statement as a row: an asset's total with its vaults under it, or the one vault that held the asset. */
interface StatementRow {
  readonly id: string
  readonly kind: 'single' | 'group' | 'member'
  readonly asset: AssetLines
  readonly line: Line
  /** The vault's line; null for a total. */
  readonly holding: HoldingLine | null
  /** What it is called, for those who hear it. */
  readonly label: string
  /** Digits of the longest fraction among the asset's figures, which stand under each other. */
  readonly fractionWidth: number
}

/** The lines of a statement with some of their figures; that of a vault leads to its ledger. */
function StatementTable({
  caption,
  statement,
  columns,
  hrefOf,
  stale,
}: TableProps & { readonly caption: string; readonly columns: readonly Column<StatementRow>[] }) {
  const { compact } = usePreferences()
  const rows = useMemo(() => statement.flatMap(rowsOf), [statement])
  return (
    <DataTable
      caption={caption}
      columns={columns}
      rows={rows}
      rowId={({ id }) => id}
      rowKind={({ kind }) => (kind === 'single' ? undefined : kind)}
      rowHref={({ holding, asset }) => {
        const name = holding && writeVaultHolding(holding.key)
        if (name) return hrefOf({ holding: name })
        const assets = writeAssets([asset])
        return holding || assets === '' || statement.length === 1 ? null : hrefOf({ assets })
      }}
      rowLabel={({ label, holding }) => `${label}: ${holding ? 'ledger' : 'balance by day'}`}
      stale={stale}
      compact={compact}
    />
  )
}

/** An asset's line and those of its vaults; one line where a single vault held it. */
function rowsOf(asset: AssetLines): readonly StatementRow[] {
  const { asset_id, network_id, total, lines } = asset
  const fractionWidth = longestFraction(
    [total, ...lines].flatMap(figuresOf).map((figure) => figure && writeDecimal(figure)),
  )
  const id = JSON.stringify([asset_id, network_id])
  const network = network_id !== null && network_id !== asset_id ? ` ${network_id}` : ''
  const name = `${asset_id ?? 'Asset without an id'}${network}`
  const members = lines.map(
    (line, index): StatementRow => ({
      asset,
      fractionWidth,
      id: `${id} ${index} ${line.key.vault_id ?? ''}`,
      kind: lines.length === 1 ? 'single' : 'member',
      line,
      holding: line,
      label: `${name}, ${vaultLabel(line)}`,
    }),
  )
  if (lines.length === 1) return members
  const label = `${name}, ${vaultCount(lines.length)}`
  return [{ asset, fractionWidth, id, kind: 'group', line: total, holding: null, label }, ...members]
}

function figuresOf({ opening, closing, today, movements }: Line): readonly (Decimal | null)[] {
  return [opening, closing, today, ...movementKinds.map((kind) => movements[kind])]
}

/** Which asset, and in which vault; on paper with the vault's id. */
const nameColumn: Column<StatementRow> = {
  id: 'name',
  header: 'Asset and vault',
  width: '13rem',
  card: 'title',
  cell: ({ kind, asset, holding }) => (
    <span className={styles.name}>
      {kind !== 'member' && (
        <span>
          <UntrustedText text={asset.asset_id} />
          {asset.network_id !== asset.asset_id && (
            <span className={styles.muted}>
              {' '}
              <UntrustedText text={asset.network_id} />
            </span>
          )}
        </span>
      )}{' '}
      <span className={kind === 'member' ? undefined : styles.muted}>
        {holding ? <UntrustedText text={vaultLabel(holding)} /> : vaultCount(asset.lines.length)}
      </span>
      {holding?.key.vault_id && holding.vault?.label === holding.vault?.vault_name && (
        <span className={styles.muted} data-print="only">
          <UntrustedText text={holding.key.vault_id} />
        </span>
      )}
    </span>
  ),
}

/** Whether the past of a line is proved; of a total, of how many of its vaults. */
const proofColumn: Column<StatementRow> = {
  id: 'proof',
  header: 'Proof',
  width: '8rem',
  card: 'aside',
  cell: ({ asset, holding }) => {
    const proved = holding ? Number(holding.proof.state === 'proved') : asset.proved
    const all = holding ? 1 : asset.lines.length
    if (proved === all)
      return (
        <Badge tone="success" icon={<CircleCheck aria-hidden />}>
          {proofLabels.proved}
        </Badge>
      )
    const reasons =
      holding?.proof.state === 'unproved' ? holding.proof.reasons.map(unprovedText).join(' ') : undefined
    return (
      <Badge
        tone="warning"
        icon={<TriangleAlert aria-hidden />}
        {...(reasons !== undefined && { title: reasons })}
      >
        {holding ? proofLabels.unproved : proofLabels.some(proved, all)}
      </Badge>
    )
  },
}

function figureColumn(
  id: string,
  header: string,
  amountOf: (row: StatementRow) => Decimal | null,
): Column<StatementRow> {
  return { id, header, align: 'end', cell: (row) => <Figure value={amountOf(row)} row={row} /> }
}

/** A figure of a row, its point under those of the same asset. Zero is faint, so that what moved stands out. */
function Figure({ value, row: { fractionWidth } }: { value: Decimal | null; row: StatementRow }) {
  if (value === null) return <span className={styles.muted}>{proofLabels.unknown}</span>
  const text = writeDecimal(value)
  return (
    <span className={text === '0' ? styles.zero : undefined}>
      <Amount value={text} fractionWidth={fractionWidth} />
    </span>
  )
}

function valueColumn(valuation: Valuation): Column<StatementRow> {
  return {
    id: 'value',
    header: `Value (${valuation.currency})`,
    hint: `At the price of ${valuation.day}, to two decimals`,
    align: 'end',
    cell: ({ asset, line }) => {
      const value = valueAt(asset, line.closing, valuation)
      return <Amount value={value && writeDecimal(rounded(value, 2))} fractionWidth={2} />
    },
  }
}

/** One line for each kind that moved anything: six columns of exact amounts fit on no screen. */
function movementsColumn(context: FigureContext): Column<StatementRow> {
  return {
    id: 'movements',
    header: 'Movements',
    hint: 'What goes out is negative',
    align: 'end',
    cell: (row) => {
      const moved = movementKinds.filter((kind) => row.line.movements[kind].digits !== 0n)
      if (moved.length === 0) return <span className={styles.muted}>None</span>
      return (
        <span className={styles.movements}>
          {moved.map((kind) => (
            <Movement key={kind} kind={kind} row={row} context={context} />
          ))}
        </span>
      )
    },
  }
}

function Movement({ kind, row, context }: { kind: MovementKind; row: StatementRow; context: FigureContext }) {
  const figure = <Figure value={row.line.movements[kind]} row={row} />
  const vault_id = row.holding ? row.holding.key.vault_id : context.isOfAll ? undefined : null
  const { asset_id, network_id } = row.asset
  const href = figureHref(kind, { vault_id, asset_id, network_id }, context)
  return (
    <>
      <span className={styles.kind} title={movementLabels[kind].hint}>
        {movementLabels[kind].label}
      </span>
      {href === null ? (
        figure
      ) : (
        <Link
          className={styles.figure}
          to={href}
          title="Show the transactions"
          aria-label={`${movementLabels[kind].label}, ${row.label}: ${writeDecimal(row.line.movements[kind])}`}
        >
          {figure}
        </Link>
      )}
    </>
  )
}
