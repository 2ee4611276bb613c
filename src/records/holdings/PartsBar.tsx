import type { Amounts } from '../../api/records.ts'
import { SplitBar } from '../../ui/inline.tsx'
import { amountLabels } from '../labels.ts'
import styles from './holdings.module.css'
import { MissingValue } from './MissingValue.tsx'
import { isSameAmount, sharesOf, sumOf } from './shares.ts'

/** What a total is made of: available, processing, staking and claimable. Drawn only where they are the total. */
export function PartsBar({ balances, bare = false }: { balances: Amounts; bare?: boolean }) {
  const amounts = parts.map(({ name }) => balances[name])
  if (amounts.includes(null)) return <MissingValue why="The service does not give every part" />
  const shares = sharesOf(
    parts.map(({ name, tone }) => ({ label: amountLabels[name].label, tone, amount: balances[name] })),
  )
  if (shares === null) return <MissingValue why="There is nothing to divide" />
  if (!isSameAmount(sumOf(amounts), balances.total_balance))
    return <MissingValue why="The parts do not add up to the total" />
  const label = 'What the total is made of'
  if (!bare) return <SplitBar label={label} parts={shares} />
  return (
    <span className={styles.bar}>
      <SplitBar label={label} bare parts={shares.filter(({ share, trace }) => share > 0 || trace)} />
    </span>
  )
}

const parts = [
  { name: 'available_balance', tone: 'accent' },
  { name: 'processing_balance', tone: 'warning' },
  { name: 'staking_balance', tone: 'info' },
  { name: 'claimable_balance', tone: 'success' },
] as const
