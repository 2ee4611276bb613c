import { ErrorBanner } from '../../components/ErrorBanner.tsx'
import type { Asked } from './CheckForm.tsx'
import styles from './check.module.css'
import { HistorySection } from './HistorySection.tsx'
import { LookAlikesSection } from './LookAlikesSection.tsx'
import { MemoSection } from './MemoSection.tsx'
import { NamesSection } from './NamesSection.tsx'
import { useCheck } from './use-check.ts'
import { ValiditySection } from './ValiditySection.tsx'
import { VerdictCard } from './VerdictCard.tsx'

/** What is to be said of an address: one verdict, and under it the evidence. */
export function CheckResult({ asked }: { asked: Asked }) {
  const check = useCheck(asked)
  const { failure, refetch } = check.whitelists
  return (
    <div className={styles.result}>
      <VerdictCard asked={asked} check={check} />
      {failure && <ErrorBanner error={failure} onRetry={refetch} />}
      <LookAlikesSection asked={asked} check={check} />
      <NamesSection check={check} />
      <MemoSection asked={asked} check={check} />
      <ValiditySection asked={asked} check={check} />
      <HistorySection check={check} />
    </div>
  )
}
