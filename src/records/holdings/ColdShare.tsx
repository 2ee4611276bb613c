import { percentText, SplitBar } from '../../ui/inline.tsx'
import styles from './holdings.module.css'
import { MissingValue } from './MissingValue.tsx'
import { sharesOf } from './shares.ts'
import { type ColdAndWarm, completed } from './use-split.ts'

/** How much of a holding is in cold and in warm vaults; drawn only where the service gave the figures that it stands for. */
export function ColdShare({
  split,
  total,
  bare = false,
}: {
  split: ColdAndWarm
  total: string | null
  /** In one line, with the cold share beside the bar. */
  bare?: boolean
}) {
  const { cold, warm } = completed(split, total)
  if (cold === null || warm === null) return <MissingValue why="The service does not give both parts" />
  const shares = sharesOf([
    { label: 'Cold', amount: cold, tone: 'accent' },
    { label: 'Warm', amount: warm, tone: 'neutral' },
  ])
  const [coldShare] = shares ?? []
  if (!shares || !coldShare) return <MissingValue why="There is nothing to divide" />
  const bar = <SplitBar label="Cold and warm" bare={bare} parts={shares} />
  if (!bare) return bar
  return (
    <span className={styles.share}>
      {bar}
      <span className={styles.percent} aria-hidden>
        {percentText(coldShare.share, coldShare.trace)}
      </span>
    </span>
  )
}
