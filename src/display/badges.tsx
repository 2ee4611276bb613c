/** Icon, word and colour of known values. Unknown ones are neutral and as they came. */
import type { ReactNode } from 'react'
import type { TransactionStatus, TransactionType, VaultType } from '../contract/enumerations.ts'
import type { Column, RowData } from '../ui/data-table.ts'
import { Badge, classes } from '../ui/inline.tsx'
import styles from './icons.module.css'
import { labelOf, statusLabels, typeLabels, vaultTypeLabels } from './labels.ts'
import { UntrustedText } from './text.tsx'

const icons: Readonly<
  Record<TransactionType | TransactionStatus | VaultType | 'warning' | 'equal', string | undefined>
> = {
  withdraw: styles.withdraw,
  deposit: styles.deposit,
  rebalance: styles.rebalance,
  stake: styles.stake,
  unstake: styles.unstake,
  claim: styles.claim,
  'change pool': styles.changePool,
  pending: styles.pending,
  processing: styles.processing,
  confirming: styles.confirming,
  completed: styles.completed,
  rejected: styles.rejected,
  cancelled: styles.cancelled,
  failed: styles.failed,
  cold: styles.cold,
  warm: styles.warm,
  warning: styles.warning,
  equal: styles.equal,
}

/** The class of an element with the icon of a value. */
export function iconOf(value: string | null): string {
  return classes(styles.icon, labelOf(icons, value))
}

export function StatusBadge({ status }: { status: string | null }): ReactNode {
  const known = labelOf(statusLabels, status)
  if (!known) return <UnknownBadge value={status} />
  return (
    <Badge tone={known.tone} className={iconOf(status)}>
      {known.label}
    </Badge>
  )
}

export function TypeLabel({ type }: { type: string | null }): ReactNode {
  const label = labelOf(typeLabels, type)
  if (!label) return <UnknownBadge value={type} />
  return <span className={classes(iconOf(type), styles.type)}>{label}</span>
}

/** A column whose cells are the types themselves, and whose links draw the icons. */
export function typeCells<R extends RowData>(
  type: (row: R) => string | null,
): Pick<Column<R>, 'cell'> & Required<Pick<Column<R>, 'meta'>> {
  return {
    cell: ({ row }) => labelOf(typeLabels, type(row.original)) ?? <UnknownBadge value={type(row.original)} />,
    meta: {
      look({ row }) {
        const isKnown = labelOf(typeLabels, type(row.original)) !== undefined
        return isKnown ? { className: classes(styles.cell, labelOf(icons, type(row.original))) } : {}
      },
    },
  }
}

export function VaultTypeBadge({ type }: { type: string | null }): ReactNode {
  const label = labelOf(vaultTypeLabels, type)
  if (!label) return <UnknownBadge value={type} />
  return (
    <Badge tone={type === 'cold' ? 'info' : 'warning'} className={iconOf(type)}>
      {label}
    </Badge>
  )
}

function UnknownBadge({ value }: { value: string | null }) {
  if (value === null || value === '') return <UntrustedText text={value} />
  return (
    <Badge>
      <UntrustedText text={value} />
    </Badge>
  )
}
