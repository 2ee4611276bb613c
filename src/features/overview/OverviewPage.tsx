import { failureOf } from '../../api/failure.ts'
import { useBalances, useSession } from '../../api/hooks.ts'
import { serviceName } from '../../contract/session.ts'
import { Freshness } from '../../list/Freshness.tsx'
import { ErrorBanner } from '../../records/ErrorBanner.tsx'
import { useSplit } from '../../records/holdings/use-split.ts'
import { usePreferences } from '../../records/preferences.ts'
import { useFetched } from '../../ui/LazyBoundary.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { loadActivity } from '../activity/index.ts'
import { Holdings } from './Holdings.tsx'
import { InFlight, useStatusCounts } from './InFlight.tsx'
import { LastReconciliation } from './LastReconciliation.tsx'
import styles from './overview.module.css'
import { embedded, notAllReadFrom, readingFrom, title } from './words.ts'

/** `/`: is anything wrong? Every figure is a link to where it comes from. */
export default function OverviewPage() {
  const { live } = usePreferences()
  const session = useSession().data
  const counts = useStatusCounts({ live })
  const all = useBalances('all', {}, { live })
  const split = useSplit({}, { live, enabled: true })
  const queries = [all, ...counts.map(({ query }) => query)]
  const failure = queries.map(failureOf).find((error) => error !== null) ?? split.failure
  const Activity = useFetched(loadActivity, all.data !== undefined)
  const refresh = () => {
    for (const query of queries) void query.refetch()
    split.refresh()
  }
  return (
    <>
      <PageHeader
        title={title}
        meta={
          <Freshness
            asOf={all.data?.timestamp ?? all.data?.receivedAt ?? null}
            refreshing={queries.some(({ isFetching }) => isFetching)}
            onRefresh={refresh}
          />
        }
      />
      <div className={styles.page}>
        {failure && <ErrorBanner error={failure} onRetry={refresh} />}
        <p className={styles.service}>
          {failure ? notAllReadFrom : readingFrom}{' '}
          <span className={styles.address}>
            {session && (session.service.address ?? serviceName(session.service))}
          </span>
          {session?.service.embedded && ` ${embedded}`}
        </p>
        <InFlight counts={counts} />
        <div className={styles.activity}>
          {Activity && <Activity whose={null} pageReadAt={all.dataUpdatedAt} />}
        </div>
        <LastReconciliation />
        <Holdings all={all} splitOf={split.of} />
      </div>
    </>
  )
}
