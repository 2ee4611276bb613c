import { useParams } from 'react-router-dom'
import { failureOf } from '../../api/api-error.ts'
import { useAllWhitelists } from '../../api/hooks.ts'
import type { Whitelist } from '../../api/records.ts'
import { Freshness } from '../../list/Freshness.tsx'
import { ErrorBanner } from '../../records/errors.tsx'
import { LatestTransactions } from '../../records/holdings/RecordList.tsx'
import { usePreferences } from '../../records/preferences.ts'
import { withHiddenNamed } from '../../records/untrusted-text.ts'
import { ButtonLink } from '../../ui/buttons.tsx'
import layout from '../../ui/layout.module.css'
import { LazyBoundary } from '../../ui/lazy.tsx'
import { Banner } from '../../ui/messages.tsx'
import { PageHeader } from '../../ui/page.tsx'
import { transactionsHref, whitelistsHref } from '../../url/hrefs.ts'
import { Tally } from '../count/index.ts'
import { UnknownWhitelist, WhitelistSkeleton } from './UnknownWhitelist.tsx'
import { WhitelistDetails } from './WhitelistDetails.tsx'
import { sameId, unnamedWhitelist, usedBy, whitelistLinks } from './words.ts'

const noWhitelists: readonly Whitelist[] = []

/**
 * `/whitelists/:id`: one whitelist with its addresses, and what went to it. The read API has no request for one: it is found in
 * the list, which is read whole.
 */
export default function WhitelistPage() {
  const { id = '' } = useParams()
  const { live } = usePreferences()
  const query = useAllWhitelists({}, { live })
  const failure = failureOf(query)
  const all = query.data?.records ?? noWhitelists
  const found = all.filter(({ whitelist_id }) => whitelist_id === id)
  return (
    <>
      <PageHeader
        title={withHiddenNamed(found[0]?.whitelist_name || unnamedWhitelist)}
        meta={
          <Freshness
            asOf={query.data?.timestamp ?? query.data?.receivedAt ?? null}
            refreshing={query.isFetching}
            onRefresh={() => void query.refetch()}
          />
        }
        actions={
          found.length > 0 && (
            <>
              <ButtonLink to={whitelistsHref()}>{whitelistLinks.all}</ButtonLink>
              <ButtonLink to={transactionsHref({ source_id: id })}>{whitelistLinks.from}</ButtonLink>
              <ButtonLink to={transactionsHref({ destination_id: id })}>{whitelistLinks.to}</ButtonLink>
            </>
          )
        }
      />
      <div className={layout.sections} data-print="flow">
        {failure && <ErrorBanner error={failure} onRetry={() => void query.refetch()} />}
        {found.length > 1 && (
          <Banner tone="warning" title={sameId.title(found.length)}>
            <p>{sameId.text}</p>
          </Banner>
        )}
        {found.map((whitelist, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: several only where their id is not unique either
          <WhitelistDetails key={index} whitelist={whitelist} headings="h2">
            {index === 0 && <UsedBy key={id} id={id} />}
          </WhitelistDetails>
        ))}
        {found.length === 0 &&
          (query.data ? <UnknownWhitelist id={id} among={all.length} /> : !failure && <WhitelistSkeleton />)}
      </div>
    </>
  )
}

/** What went to a whitelist: the latest few at once, and all of it counted when asked. */
function UsedBy({ id }: { id: string }) {
  const filter = { destination_id: id }
  return (
    <>
      <LatestTransactions {...usedBy} filter={filter} ends="source" />
      <LazyBoundary>
        <Tally filter={filter} button="Count and total all transactions to it" />
      </LazyBoundary>
    </>
  )
}
