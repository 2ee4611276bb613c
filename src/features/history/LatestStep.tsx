import { Instant } from '../../records/text.tsx'
import layout from '../../ui/layout.module.css'
import { recordHistory, shouldNotHappen, timeInFlight, timeInFlightText } from './steps.ts'
import { transactionTitle } from './TransactionStep.tsx'
import { mostShown, useHistory } from './use-history.ts'

/** "Completed by 14:09:30 UTC, in flight 7 min": the last that was seen of a transaction. Nothing where that is not its status any more. */
export default function LatestStepView({ id, status }: { id: string; status: string | null }) {
  const { data } = useHistory('transaction', id)
  if (data?.kept?.records !== 1) return null
  const history = recordHistory(data, mostShown)
  const [step] = history.steps
  if (step === undefined || (step.after ?? status) !== status) return null
  const inFlight = timeInFlight(history, step)
  const isFirst = step.event === 'new' || step.event === 'late'
  return (
    <>
      <span className={shouldNotHappen(step) ? layout.bad : undefined}>{transactionTitle(step)}</span>
      {isFirst ? ', first seen ' : ' by '}
      <Instant iso={step.seen} timeOnly />
      {inFlight && `, in flight ${timeInFlightText(inFlight)}`}
    </>
  )
}
