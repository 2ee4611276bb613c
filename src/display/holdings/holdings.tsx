import { type ReactNode, useMemo } from 'react'
import { useWholeList } from '../../api/whole-list.ts'
import { type Amounts, type Holding, holderOf } from '../../contract/normal-records.ts'
import { percentText, SkeletonText, SplitBar, VisuallyHidden } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { amountLabels } from '../labels.ts'
import styles from './holdings.module.css'
import { isSameAmount, sharesOf, sumOf, totalsOf, whyNotDivided } from './shares.ts'

/** Drawn only where the parts add up to the total. */
export function PartsBar({ balances }: { balances: Amounts }) {
  const amounts = parts.map(({ name }) => balances[name])
  if (amounts.includes(null)) return <MissingValue why="The service does not give every part" />
  const shares = sharesOf(
    parts.map(({ name, tone }) => ({ label: amountLabels[name].label, tone, amount: balances[name] })),
  )
  if (shares === null) return <MissingValue why={whyNotDivided(amounts)} />
  if (!isSameAmount(sumOf(amounts), balances.total_balance))
    return <MissingValue why="The parts do not add up to the total" />
  return <SplitBar label="Parts of the total" parts={shares} />
}

const parts = [
  { name: 'available_balance', tone: 'accent' },
  { name: 'processing_balance', tone: 'warning' },
  { name: 'staking_balance', tone: 'info' },
  { name: 'claimable_balance', tone: 'success' },
] as const

/** Null where the list of the vault type lacks a holding, or is not read. */
export interface ColdAndWarm {
  readonly cold: string | null
  readonly warm: string | null
  readonly reading: 'waiting' | 'failed' | 'read'
}

export function ColdShare({
  split,
  total,
  bare = false,
}: {
  split: ColdAndWarm
  total: string | null
  /** One line, with the cold share beside the bar. */
  bare?: boolean
}) {
  const { cold, warm } = completedSplit(split, total)
  if (cold === null || warm === null)
    return (
      <Unread reading={split.reading}>
        <MissingValue why="The service does not give the whole and both parts" />
      </Unread>
    )
  const shares = sharesOf([
    { label: 'Cold', amount: cold, tone: 'accent' },
    { label: 'Warm', amount: warm, tone: 'neutral' },
  ])
  const [coldShare] = shares ?? []
  if (!shares || !coldShare) return <MissingValue why={whyNotDivided([cold, warm])} />
  const bar = <SplitBar label="Cold and warm" bare={bare} parts={shares} />
  if (!bare) return bar
  return (
    <span className={styles.share}>
      {bar}
      <span className={layout.quiet} aria-hidden>
        {percentText(coldShare.share, coldShare.trace)}
      </span>
    </span>
  )
}

function Unread({ reading, children }: Pick<ColdAndWarm, 'reading'> & { children: ReactNode }) {
  if (reading === 'waiting') return <SkeletonText width="5rem" />
  return reading === 'failed' ? <MissingValue why="Could not be read" /> : children
}

/** An asset that only one vault type holds is missing from the other’s list: it is zero there, not unknown. */
export function completedSplit(
  { cold, warm }: ColdAndWarm,
  total: string | null,
): Pick<ColdAndWarm, 'cold' | 'warm'> {
  if (cold === null && isSameAmount(warm, total)) return { cold: '0', warm }
  if (warm === null && isSameAmount(cold, total)) return { cold, warm: '0' }
  return { cold, warm }
}

export function SkeletonList({ rows, isTall = false }: { rows: number; isTall?: boolean }) {
  return (
    <ul className={layout.rows} aria-hidden>
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
        <li key={index} className={styles.skeleton} data-tall={isTall || undefined}>
          <SkeletonText width="60%" />
        </li>
      ))}
    </ul>
  )
}

/** "–", with the reason on hover and for screen readers. */
function MissingValue({ why }: { why: string }) {
  return (
    <span className={layout.faint} title={why}>
      <span aria-hidden>–</span>
      <VisuallyHidden>{why}</VisuallyHidden>
    </span>
  )
}

export type SplitOf = (held: Holding) => ColdAndWarm

/** The totals of cold and warm vaults. Idle while not enabled. */
export function useSplit({ enabled }: { readonly enabled: boolean }) {
  const cold = useWholeList('balances', {}, { type: 'cold', enabled })
  const warm = useWholeList('balances', {}, { type: 'warm', enabled })
  const isMissing = [cold, warm].some(({ data }) => data === undefined)
  const reading = !isMissing ? 'read' : cold.isError || warm.isError ? 'failed' : 'waiting'
  const of = useMemo((): SplitOf => {
    const [inCold, inWarm] = [totalsOf(cold.data?.records, keyOf), totalsOf(warm.data?.records, keyOf)]
    const totalIn = (totals: typeof inCold, held: Holding) =>
      holderOf(held) === null ? (totals.get(keyOf(held)) ?? null) : null
    return (held) => ({ cold: totalIn(inCold, held), warm: totalIn(inWarm, held), reading })
  }, [cold.data, warm.data, reading])
  return { of, queries: [cold, warm] as const }
}

function keyOf({ asset_id, network_id }: Holding): string {
  return JSON.stringify([asset_id, network_id])
}
