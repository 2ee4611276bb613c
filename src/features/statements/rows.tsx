import CircleCheck from 'lucide-react/icons/circle-check'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import { useMemo } from 'react'
import { type Decimal, writeDecimal } from '../../contract/decimal.ts'
import { Amount } from '../../records/Amount.tsx'
import { usePreferences } from '../../records/preferences.ts'
import { UntrustedText } from '../../records/UntrustedText.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { longestFraction } from '../../ui/decimal-text.ts'
import { writeAssets, writeVaultHolding } from '../../url/statements.ts'
import { movementKinds } from './effects.ts'
import type { AssetLines, HoldingLine, Line } from './statement.ts'
import styles from './statements.module.css'
import { proofLabels, unprovedText, vaultCount } from './words.ts'

/** A line of a statement as a row: an asset's total with its vaults under it, or the one vault that held the asset. */
export interface StatementRow {
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

/** The rows of a statement, in its order. */
function statementRows(statement: readonly AssetLines[]): readonly StatementRow[] {
  return statement.flatMap((asset): StatementRow[] => {
    const { asset_id, network_id, total, lines } = asset
    const fractionWidth = longestFraction(
      [total, ...lines].flatMap(figuresOf).map((figure) => figure && writeDecimal(figure)),
    )
    const base = { asset, fractionWidth }
    const id = JSON.stringify([asset_id, network_id])
    const network = network_id !== null && network_id !== asset_id ? ` ${network_id}` : ''
    const name = `${asset_id ?? 'Asset without an id'}${network}`
    const [only] = lines
    if (only && lines.length === 1)
      return [
        { ...base, id, kind: 'single', line: only, holding: only, label: `${name}, ${vaultName(only)}` },
      ]
    return [
      {
        ...base,
        id,
        kind: 'group',
        line: total,
        holding: null,
        label: `${name}, ${vaultCount(lines.length)}`,
      },
      ...lines.map(
        (line, index): StatementRow => ({
          ...base,
          id: `${id} ${index} ${line.key.vault_id ?? ''}`,
          kind: 'member',
          line,
          holding: line,
          label: `${name}, ${vaultName(line)}`,
        }),
      ),
    ]
  })
}

function figuresOf({ opening, closing, today, movements }: Line): readonly (Decimal | null)[] {
  return [opening, closing, today, ...movementKinds.map((kind) => movements[kind])]
}

function vaultName({ vault, key }: HoldingLine): string {
  return vault?.vault_name ?? key.vault_id ?? 'Vault without an id'
}

/** Which asset, and in which vault. */
export const nameColumn: Column<StatementRow> = {
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
        {holding ? <UntrustedText text={vaultName(holding)} /> : vaultCount(asset.lines.length)}
      </span>
    </span>
  ),
}

/** A figure of a row, its point under those of the same asset. Zero is faint, so that what moved stands out. */
export function Figure({ value, row: { fractionWidth } }: { value: Decimal | null; row: StatementRow }) {
  const text = value && writeDecimal(value)
  return (
    <span className={text === '0' ? styles.zero : undefined}>
      <Amount value={text} fractionWidth={fractionWidth} />
    </span>
  )
}

/** Whether the past of a line is proved. */
export const proofColumn: Column<StatementRow> = {
  id: 'proof',
  header: 'Proof',
  cell: (row) => <ProofBadge row={row} />,
  width: '8rem',
  card: 'aside',
}

/** Whether the past of a line is proved; of a total, of how many of its vaults. */
function ProofBadge({ row: { asset, holding } }: { row: StatementRow }) {
  const proved = holding ? Number(holding.proof.state === 'proved') : asset.proved
  const all = holding ? 1 : asset.lines.length
  const reasons =
    holding?.proof.state === 'unproved' ? holding.proof.reasons.map(unprovedText).join(' ') : undefined
  if (proved === all)
    return (
      <Badge tone="success" icon={<CircleCheck aria-hidden />}>
        {proofLabels.proved}
      </Badge>
    )
  return (
    <Badge
      tone="warning"
      icon={<TriangleAlert aria-hidden />}
      {...(reasons !== undefined && { title: reasons })}
    >
      {holding ? proofLabels.unproved : proofLabels.some(proved, all)}
    </Badge>
  )
}

/** Leads to the ledger of a holding, or to a statement of some assets. */
export type StatementHref = (params: { readonly holding: string } | { readonly assets: string }) => string

/** The lines of a statement with some of their figures; that of a vault leads to its ledger. */
export function StatementTable({
  caption,
  statement,
  columns,
  hrefOf,
  stale,
}: {
  caption: string
  statement: readonly AssetLines[]
  columns: readonly Column<StatementRow>[]
  hrefOf: StatementHref
  stale: boolean
}) {
  const { compact } = usePreferences()
  const rows = useMemo(() => statementRows(statement), [statement])
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
        return holding || assets === '' || rows[0]?.asset === rows.at(-1)?.asset ? null : hrefOf({ assets })
      }}
      rowLabel={({ label, holding }) => `${label}: ${holding ? 'ledger' : 'balance by day'}`}
      stale={stale}
      compact={compact}
    />
  )
}
