import { statusInWords } from '../../display/labels.ts'
import { Instant } from '../../display/text.tsx'
import { SkeletonText } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { recordHistory, shouldNotHappen, timeInFlight, timeInFlightText } from './steps.ts'
import { transactionTitle } from './TransactionStep.tsx'
import { mostShown, useHistory } from './use-history.ts'

/** "By 14:09:30 UTC, in flight 7 min": since when a transaction has its status. Nothing where its history is of another status. */
export default function LatestStepView({ id, status }: { id: string; status: string | null }) {
  const { data, isPending } = useHistory('transaction', id)
  if (isPending) return <SkeletonText width="12rem" />
  if (data?.kept?.records !== 1) return null
  const history = recordHistory(data, mostShown)
  const { steps, earlier } = history
  const [step] = steps
  if ((step ? (step.after ?? status) : earlier?.status) !== status) return null
  if (step === undefined)
    return (
      <>
        Since <Instant iso={earlier?.since ?? null} timeOnly /> or earlier
      </>
    )
  const inFlight = timeInFlight(history, step)
  const isFirst = step.event === 'new' || step.event === 'late'
  const title = transactionTitle(step)
  return (
    <>
      {title === statusInWords({ status }) ? (
        isFirst ? (
          'First seen '
        ) : (
          'By '
        )
      ) : (
        <>
          <span className={shouldNotHappen(step) ? layout.bad : undefined}>{title}</span> by{' '}
        </>
      )}
      <Instant iso={step.seen} timeOnly />
      {inFlight && `, in flight ${timeInFlightText(inFlight)}`}
    </>
  )
}
