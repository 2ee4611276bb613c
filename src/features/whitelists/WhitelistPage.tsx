import { useParams } from 'react-router-dom'
import { failureOf } from '../../api/api-error.ts'
import { useAllWhitelists } from '../../api/hooks.ts'
import type { Whitelist } from '../../api/records.ts'
import { countText } from '../../contract/count-text.ts'
import { Freshness } from '../../list/Freshness.tsx'
import { FailedReading, mentionedBy, useFailureShown } from '../../list/notices.tsx'
import { LatestTransactions } from '../../records/holdings/RecordList.tsx'
import { usePreferences } from '../../records/preferences.ts'
import { UntrustedText } from '../../records/text.tsx'
import { withHiddenNamed } from '../../records/untrusted-text.ts'
import { classes } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { LazyBoundary } from '../../ui/lazy.tsx'
import { Banner } from '../../ui/messages.tsx'
import { PageHeader } from '../../ui/page.tsx'
import { Tally } from '../count/index.ts'
import { UnknownWhitelist, WhitelistDetails, WhitelistSkeleton } from './WhitelistDetails.tsx'
import styles from './whitelists.module.css'
import { unnamedWhitelist } from './words.ts'

const noWhitelists: readonly Whitelist[] = []

/** `/whitelists/:id`: one whitelist, and what went to it. The read API has no request for one, so the whole list is read. */
export default function WhitelistPage() {
  const { id = '' } = useParams()
  const { live } = usePreferences()
  const query = useAllWhitelists({}, { live })
  const all = query.data?.records ?? noWhitelists
  const found = all.filter(({ whitelist_id }) => whitelist_id === id)
  const failed = useFailureShown(failureOf(query), {
    hasRows: found.length > 0,
    reading: `${id} ${query.dataUpdatedAt}`,
  })
  const refresh = () => {
    failed.show()
    void query.refetch()
  }
  return (
    <>
      <PageHeader
        title={withHiddenNamed(found[0]?.whitelist_name || unnamedWhitelist)}
        meta={
          <Freshness
            asOf={query.data?.timestamp ?? query.data?.receivedAt ?? null}
            refreshing={query.isFetching}
            onRefresh={refresh}
            failure={mentionedBy(failed)}
          />
        }
      />
      <div className={classes(layout.sections, styles.page)} data-print="flow">
        <FailedReading failed={failed} onRetry={refresh} />
        {found.length > 1 && (
          <Banner
            tone="warning"
            title={`The service lists ${countText(found.length)} whitelists with this id`}
          >
            <p>
              All of them are shown. Transactions name a whitelist by its id alone, so they may belong to any
              of these.
            </p>
          </Banner>
        )}
        {found.map((whitelist, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: several only where their id is not unique either
          <section key={index} className={layout.sections}>
            {found.length > 1 && (
              <h2 className={layout.heading}>
                <UntrustedText text={whitelist.whitelist_name} fallback={unnamedWhitelist} />
              </h2>
            )}
            <WhitelistDetails whitelist={whitelist}>
              {index === 0 && <UsedBy key={id} id={id} />}
            </WhitelistDetails>
          </section>
        ))}
        {found.length === 0 &&
          (query.data ? (
            <UnknownWhitelist id={id} among={all.length} />
          ) : (
            !failed.banner && <WhitelistSkeleton />
          ))}
      </div>
    </>
  )
}

/** What went to a whitelist: the latest few at once, and all of it counted when asked. */
function UsedBy({ id }: { id: string }) {
  const filter = { destination_id: id }
  return (
    <>
      <LatestTransactions
        title="Used by"
        filter={filter}
        ends="source"
        nothing="The service lists no transactions to this whitelist."
        all="All transactions to it"
      />
      <LazyBoundary>
        <Tally filter={filter} />
      </LazyBoundary>
    </>
  )
}
