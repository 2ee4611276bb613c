import type { UseQueryResult } from '@tanstack/react-query'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleDashed from 'lucide-react/icons/circle-dashed'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import { Link } from 'react-router-dom'
import { failureOf } from '../../api/api-error.ts'
import type { Records } from '../../api/endpoints.ts'
import { useBalances, useReader, useSession, useSessionMark } from '../../api/hooks.ts'
import type { Holding } from '../../api/records.ts'
import { serviceName } from '../../contract/session.ts'
import { Freshness } from '../../list/Freshness.tsx'
import { Amount } from '../../records/amounts.tsx'
import { ErrorBanner } from '../../records/errors.tsx'
import { ColdShare, type SplitOf, useSplit } from '../../records/holdings/holdings.tsx'
import { usePreferences } from '../../records/preferences.ts'
import { Instant, UntrustedText } from '../../records/text.tsx'
import { ButtonLink } from '../../ui/buttons.tsx'
import { longestFraction } from '../../ui/decimal-text.ts'
import { Badge, SkeletonText } from '../../ui/inline.tsx'
import { PageHeader } from '../../ui/page.tsx'
import { balancesHref } from '../../url/hrefs.ts'
import { ActivitySection } from '../activity/index.ts'
import { lastReconciliationOf, type StoredReconciliation } from '../reconciliation/index.ts'
import { InFlight, useStatusCounts } from './InFlight.tsx'
import styles from './overview.module.css'
import { embedded, moreBalances, notAllReadFrom, readingFrom, reconciliation } from './words.ts'

/** `/`: is anything wrong? Every figure is a link to where it comes from. */
export default function OverviewPage() {
  const { live } = usePreferences()
  const session = useSession().data
  const counts = useStatusCounts({ live })
  const all = useBalances('all', {}, { live })
  const split = useSplit({}, { live, enabled: true })
  const queries = [all, ...counts.map(({ query }) => query)]
  const failure = queries.map(failureOf).find((error) => error !== null) ?? split.failure
  const refresh = () => {
    for (const query of queries) void query.refetch()
    split.refresh()
  }
  return (
    <>
      <PageHeader
        title="Overview"
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
        <ActivitySection whose={null} wanted={all.data !== undefined} />
        <LastReconciliation />
        <Holdings all={all} splitOf={split.of} />
      </div>
    </>
  )
}

/** What is held, asset by asset, with how much of it is cold. */
function Holdings({ all, splitOf }: { all: UseQueryResult<Records<Holding>>; splitOf: SplitOf }) {
  const held = all.data?.records ?? []
  const shown = held.slice(0, mostShown)
  const fraction = longestFraction(shown.map(({ balances }) => balances.total_balance))
  return (
    <section aria-labelledby="holdings">
      <h2 id="holdings" className={styles.heading}>
        Balances <span className={styles.aside}>with the share in cold vaults</span>
      </h2>
      {all.isPending && <SkeletonText width="60%" />}
      <ul className={styles.holdings}>
        {shown.map((held, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: nothing in a received record is certain to be unique
          <li key={index}>
            <Link to={linkOf(held)} className={styles.holding}>
              <span className={styles.asset}>
                <UntrustedText text={held.asset_id} />
                <span className={styles.network}>
                  <UntrustedText text={held.network_name} />
                </span>
              </span>
              <Amount value={held.balances.total_balance} fractionWidth={fraction} />
              <ColdShare bare split={splitOf(held)} total={held.balances.total_balance} />
            </Link>
          </li>
        ))}
      </ul>
      {held.length > shown.length && (
        <Link to={balancesHref()}>{moreBalances(held.length - shown.length)}</Link>
      )}
    </section>
  )
}

/** At a glance: nobody takes in more. */
const mostShown = 500

function linkOf({ asset_id, network_id }: Holding): string {
  return balancesHref({ ...(asset_id ? { asset_id } : {}), ...(network_id ? { network_id } : {}) })
}

/** What the last reconciliation made in this browser came to, and the way to the next one. */
function LastReconciliation() {
  const reader = useReader()
  const mark = useSessionMark()
  return (
    <section aria-labelledby="reconciliation">
      <h2 id="reconciliation" className={styles.heading}>
        {reconciliation.title}
      </h2>
      {reader && mark && <Last reader={reader} mark={mark} />}
    </section>
  )
}

function Last({ reader, mark }: { reader: string; mark: string }) {
  const stored = lastReconciliationOf(reader).useValue()
  // Another key of the same account may see other books.
  const last = stored?.session === mark ? stored : null
  return (
    <div className={styles.result}>
      {last ? <Result last={last} /> : <p>{reconciliation.none}</p>}
      <ButtonLink to="/reconciliation">{last ? reconciliation.again : reconciliation.start}</ButtonLink>
    </div>
  )
}

function Result({ last }: { last: StoredReconciliation }) {
  return (
    <>
      {last.standing === 'differs' ? (
        <Badge tone="warning" icon={<TriangleAlert aria-hidden />}>
          {reconciliation.differs}
        </Badge>
      ) : last.standing === 'agrees' ? (
        <Badge tone="success" icon={<CircleCheck aria-hidden />}>
          {reconciliation.agrees}
        </Badge>
      ) : (
        <Badge icon={<CircleDashed aria-hidden />}>{reconciliation.open}</Badge>
      )}
      <p>
        {last.sentence}, as of <Instant iso={last.asOf} />
      </p>
    </>
  )
}
