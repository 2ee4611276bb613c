import { ErrorBanner } from '../../records/ErrorBanner.tsx'
import type { CheckQuery } from '../../url/hrefs.ts'
import styles from './check.module.css'
import { HistorySection } from './HistorySection.tsx'
import { LookAlikesSection } from './LookAlikesSection.tsx'
import { MemoSection } from './MemoSection.tsx'
import { NamesSection } from './NamesSection.tsx'
import { useCheck } from './use-check.ts'
import { ValiditySection } from './ValiditySection.tsx'
import { VerdictCard } from './VerdictCard.tsx'

/** What is to be said of an address: one verdict, and under it the evidence. */
export function CheckResult({ query }: { query: CheckQuery }) {
  const check = useCheck(query)
  const { failure, refetch } = check.whitelists
  return (
    <div className={styles.result}>
      <VerdictCard query={query} check={check} />
      {failure && <ErrorBanner error={failure} onRetry={refetch} />}
      <LookAlikesSection query={query} check={check} />
      <NamesSection check={check} />
      <MemoSection query={query} check={check} />
      <ValiditySection query={query} check={check} />
      <HistorySection check={check} />
    </div>
  )
}
