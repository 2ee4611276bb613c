import { labelOf, statusInWords, statusLabels } from '../../display/labels.ts'
import layout from '../../ui/layout.module.css'
import { FieldChanges } from './FieldChanges.tsx'
import { timeInFlight, timeInFlightText } from './steps.ts'
import { type StepProps, TimelineStep } from './Timeline.tsx'

export function TransactionStep({ step, history }: StepProps) {
  const { event, before, after, fields, network_id } = step
  const inFlight = timeInFlight(history, step)
  const isFirst = event === 'new' || event === 'late'
  return (
    <TimelineStep
      step={step}
      title={
        <>
          {transactionTitle(step)}
          {inFlight && <span className={layout.muted}> in flight {timeInFlightText(inFlight)}</span>}
        </>
      }
      when={isFirst ? 'first seen' : 'by'}
      tone={labelOf(statusLabels, after)?.tone ?? 'neutral'}
    >
      {event === 'late' && <p>New, on a day that was already read.</p>}
      {event === 'gone' && <p>The service no longer knows it.</p>}
      {event === 'final' && <p>It was {statusInWords({ status: before })}, which should be final.</p>}
      {event === 'backwards' && <p>It was {statusInWords({ status: before })} before.</p>}
      <FieldChanges fields={fields} networkId={network_id} />
    </TimelineStep>
  )
}

export function transactionTitle({ event, before, after }: StepProps['step']): string {
  const status = statusInWords({ status: after })
  switch (event) {
    case 'gone':
      return 'Gone'
    case 'unlisted':
      return 'No longer listed'
    case 'returned':
      return `Listed again, ${status}`
    case 'backwards':
      return `Went back to ${status}`
    case 'final':
      return before === after ? 'Changed after its end' : `${status} after its end`
    default:
      return before === after ? 'Changed' : status
  }
}
