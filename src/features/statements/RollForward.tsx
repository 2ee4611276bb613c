import { useMemo } from 'react'
import { Link } from 'react-router-dom'
import { writeDecimal } from '../../contract/decimal.ts'
import type { Column } from '../../ui/DataTable.tsx'
import { type FeeRule, type MovementKind, movementKinds } from './effects.ts'
import { figureHref } from './figures.ts'
import {
  Figure,
  nameColumn,
  proofColumn,
  type StatementHref,
  type StatementRow,
  StatementTable,
} from './rows.tsx'
import type { AssetLines, StatementScope } from './statement.ts'
import styles from './statements.module.css'
import { movementLabels } from './words.ts'

/** Opening, what came in and went out, and closing: a line for each asset, and one for each vault that held it. */
export function RollForward({
  statement,
  rule,
  scope,
  isOfAll,
  hrefOf,
  stale,
}: {
  statement: readonly AssetLines[]
  rule: FeeRule
  scope: StatementScope
  /** Whether it is about all vaults: then the transactions of a total can be asked for. */
  isOfAll: boolean
  hrefOf: StatementHref
  stale: boolean
}) {
  const columns = useMemo(
    () => rollForwardColumns({ rule, period: scope.period, isOfAll }),
    [rule, scope.period, isOfAll],
  )
  return (
    <StatementTable
      caption="Roll-forward"
      statement={statement}
      columns={columns}
      hrefOf={hrefOf}
      stale={stale}
    />
  )
}

interface Context {
  readonly rule: FeeRule
  readonly period: StatementScope['period']
  readonly isOfAll: boolean
}

function rollForwardColumns(context: Context): readonly Column<StatementRow>[] {
  return [
    nameColumn,
    balanceColumn('opening', 'Opening'),
    movementsColumn(context),
    balanceColumn('closing', 'Closing'),
    proofColumn,
  ]
}

function balanceColumn(name: 'opening' | 'closing', header: string): Column<StatementRow> {
  return {
    id: name,
    header,
    align: 'end',
    card: name === 'closing' ? 'main' : 'line',
    cell: (row) => <Figure value={row.line[name]} row={row} />,
  }
}

/** One line for each kind that moved anything: six columns of exact amounts fit on no screen. */
function movementsColumn(context: Context): Column<StatementRow> {
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

function Movement({
  kind,
  row,
  context: { isOfAll, ...asked },
}: {
  kind: MovementKind
  row: StatementRow
  context: Context
}) {
  const figure = <Figure value={row.line.movements[kind]} row={row} />
  const vault_id = row.holding ? row.holding.key.vault_id : isOfAll ? undefined : null
  const { asset_id, network_id } = row.asset
  const href = figureHref(kind, { vault_id, asset_id, network_id }, asked)
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
