import { type ReactNode, useEffect, useState } from 'react'
import { useRecordChanges } from '../../api/changes.ts'
import { failureOf, lacksRecords } from '../../api/failure.ts'
import { shownPackId } from '../../api/open-pack.ts'
import type { ChangedKind, ChangesAnswer, RecordChange } from '../../contract/changes.ts'
import { countText } from '../../contract/count-text.ts'
import { Instant, UntrustedText } from '../../display/text.tsx'
import { FromRecords } from '../../list/FromRecords.tsx'
import { Button } from '../../ui/buttons.tsx'
import { SkeletonText } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { Link } from '../../ui/links.tsx'
import { changesHref } from '../../url/changes.ts'
import styles from './history.module.css'
import { FirstStep, TransactionStep, VaultStep, WhitelistStep } from './StepViews.tsx'
import { type HistoryKind, type RecordSteps, recordHistory } from './steps.ts'

/** Loaded once the record itself is there. `onShown`: its steps, or why there are none. */
export default function RecordHistory({
  of,
  id,
  onShown,
}: {
  of: HistoryKind
  id: string
  onShown: (id: string) => void
}) {
  const query = useHistory(of, id)
  const failure = failureOf(query)
  const isShown = failure !== null || query.data !== undefined
  useEffect(() => {
    if (isShown) onShown(id)
  }, [isShown, id, onShown])
  if (failure && lacksRecords(failure))
    return (
      <Note>
        What changed is not known: <UntrustedText text={failure.failure.details} />
      </Note>
    )
  return (
    <FromRecords query={query} what="The history" waiting={<SkeletonText width="60%" />}>
      {(answer) => <Told of={of} answer={answer} />}
    </FromRecords>
  )
}

const shownAtFirst = 8

function Told({ of, answer }: { of: HistoryKind; answer: ChangesAnswer }) {
  const [isAllShown, showAll] = useState(false)
  const { since, until, kept } = answer
  if (since === null)
    return (
      <Note>
        {shownPackId === null
          ? 'Changes are kept from the first full reading on.'
          : 'This pack does not say what changed before it was made.'}
      </Note>
    )
  if (kept && kept.records > 1)
    return <Note>Several records have this id, so it is not known which of them changed.</Note>
  const history = recordHistory(answer, mostShown)
  const { steps, hasMore, earlier } = history
  const shown = isAllShown ? steps : steps.slice(0, shownAtFirst)
  if (steps.length === 0 && earlier === null)
    return (
      <Note>
        {kept?.records === 1 ? (
          <>
            No changes were seen <Watched since={since} until={until} />.
          </>
        ) : (
          'No change was seen: this record is not among those that were read.'
        )}
      </Note>
    )
  return (
    <>
      <ol className={styles.timeline}>
        {shown.map((step, at) => (
          <Step key={`${step.reading}/${step.place}`} of={of} step={step} at={at} {...{ history, since }} />
        ))}
        {earlier && shown.length === steps.length && <FirstStep {...earlier} />}
      </ol>
      {shown.length < steps.length && (
        <div data-print="hide">
          <Button small onClick={() => showAll(true)}>
            Show {countText(steps.length - shown.length)} earlier
          </Button>
        </div>
      )}
      {hasMore && shown.length === steps.length && <MoreOnChanges since={since} oldest={steps.at(-1)} />}
      {shownPackId !== null && (
        <Note>
          As this pack has it, <Watched since={since} until={until} />.
        </Note>
      )}
    </>
  )
}

function Step({
  of,
  ...step
}: {
  of: HistoryKind
  step: RecordChange
  at: number
  history: RecordSteps
  since: string
}) {
  switch (of) {
    case 'transaction':
      return <TransactionStep {...step} />
    case 'whitelist':
      return <WhitelistStep {...step} />
    case 'vault':
      return <VaultStep {...step} />
  }
}

/** Days, in UTC, from when changes were first kept until the oldest that is shown. */
function MoreOnChanges({ since, oldest }: { since: string; oldest: RecordChange | undefined }) {
  const query = { zone: null, show: oldest?.kind === 'entry' ? 'whitelists' : null } as const
  const day = (iso: string) => ({ day: iso.slice(0, 10), time: null })
  return (
    <Note>
      These are the last {countText(mostShown)}. Earlier ones are on{' '}
      <Link to={changesHref({ ...query, from: day(since), until: day(oldest?.seen ?? since) })}>Changes</Link>
      .
    </Note>
  )
}

function Watched({ since, until }: { since: string; until: string | null }) {
  return (
    <>
      from <Instant iso={since} />
      {until !== null && (
        <>
          {' '}
          until <Instant iso={until} />
        </>
      )}
    </>
  )
}

function Note({ children }: { children: ReactNode }) {
  return <p className={layout.muted}>{children}</p>
}

const mostShown = 50

/** Shared by all components that show it. Asks for one more than is shown, to know whether there are more. */
function useHistory(of: HistoryKind, id: string) {
  return useRecordChanges(kinds[of], id, mostShown + 1)
}

const kinds: Readonly<Record<HistoryKind, readonly ChangedKind[]>> = {
  transaction: ['transaction'],
  whitelist: ['whitelist', 'entry'],
  vault: ['vault', 'holding'],
}
