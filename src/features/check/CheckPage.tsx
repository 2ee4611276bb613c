import ShieldCheck from 'lucide-react/icons/shield-check'
import { useMemo, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { InvalidParameters } from '../../list/InvalidParameters.tsx'
import { useListView } from '../../list/use-list-view.ts'
import { ErrorBanner } from '../../records/errors.tsx'
import { EmptyState } from '../../ui/messages.tsx'
import { PageHeader } from '../../ui/page.tsx'
import { type CheckQuery, checkView } from '../../url/hrefs.ts'
import { CheckForm, readAddressToCheck } from './CheckForm.tsx'
import styles from './check.module.css'
import { LookAlikesSection, MemoSection, NamesSection, ValiditySection } from './Evidence.tsx'
import { HistorySection } from './HistorySection.tsx'
import { useCheck } from './use-check.ts'
import { VerdictCard } from './VerdictCard.tsx'
import { introduction } from './words.ts'

/** `/check`: whether an address is the one that one means to send to. The address bar holds all that is asked. */
export default function CheckPage() {
  const { view, patch, href } = useListView(checkView)
  const { search } = useLocation()
  const { address: text = '', network_id = null, asset_id = null, memo = null } = view.filter
  const read = useMemo(() => readAddressToCheck(text, network_id), [text, network_id])
  // The form begins anew whenever somebody else has changed what is asked: Back, a link, the palette.
  const [form, setForm] = useState<{ readonly search: string; readonly key: number; readonly own: string }>({
    search,
    key: 0,
    own: '',
  })
  if (form.search !== search) setForm({ search, key: search === form.own ? form.key : form.key + 1, own: '' })
  const submit = (entry: CheckQuery) => {
    const change = { filter: entry }
    const { search: next } = new URL(href(change), window.location.href)
    if (next === search) return
    setForm((now) => ({ ...now, own: next }))
    patch(change)
  }
  const address = read?.kind === 'address' ? read.address : null
  return (
    <>
      <PageHeader title="Check address" />
      <div className={styles.page}>
        <InvalidParameters
          invalid={view.invalid}
          onRemove={() => patch({ invalid: [] }, { replace: true })}
        />
        <CheckForm
          key={form.key}
          query={{ address: address ?? text, network_id, asset_id, memo }}
          refusal={read?.kind === 'none' ? read.why : null}
          remarks={read?.kind === 'address' ? read.remarks : []}
          onSubmit={submit}
        />
        {address === null ? (
          read === null && <Introduction />
        ) : (
          <CheckResult
            key={JSON.stringify([address, network_id, asset_id])}
            query={{
              address,
              network_id,
              asset_id,
              memo: memo ?? (read?.kind === 'address' ? read.memo : null),
            }}
          />
        )}
      </div>
    </>
  )
}

function Introduction() {
  return (
    <EmptyState icon={<ShieldCheck />} title={introduction.title}>
      <p>{introduction.text}</p>
    </EmptyState>
  )
}

/** What is to be said of an address: one verdict, and under it the evidence. */
function CheckResult({ query }: { query: CheckQuery }) {
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
      <HistorySection query={query} check={check} />
    </div>
  )
}
