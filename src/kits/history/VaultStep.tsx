import { mostCompleted } from '../../contract/changes.ts'
import { counted } from '../../contract/count-text.ts'
import { Amount } from '../../display/amounts.tsx'
import { assetLabel } from '../../display/labels.ts'
import { UntrustedText } from '../../display/text.tsx'
import layout from '../../ui/layout.module.css'
import { Link } from '../../ui/links.tsx'
import { transactionsHref } from '../../url/hrefs.ts'
import { BeforeAndAfter } from './FieldChanges.tsx'
import { ListStep } from './ListStep.tsx'
import { movedText } from './steps.ts'
import { type StepProps, TimelineStep } from './Timeline.tsx'

export function VaultStep(props: StepProps) {
  const { step } = props
  if (step.kind !== 'holding') return <ListStep step={step} />
  const { event, before, after, completed = [] } = step
  const difference = movedText(before, after)
  const isUnexplained = event === 'unexplained'
  return (
    <TimelineStep
      step={step}
      title={
        <>
          <UntrustedText text={assetLabel(step)} />
          {isUnexplained ? ': not explained by transactions' : difference && <Moved amount={difference} />}
        </>
      }
    >
      <p>
        {isUnexplained && 'What transactions do not explain: '}
        <BeforeAndAfter before={<Amount value={before} />} after={<Amount value={after} />} />
      </p>
      {!isUnexplained && (
        <p className={layout.muted}>
          {completed.length > mostCompleted ? (
            `More than ${mostCompleted} transactions of it completed meanwhile.`
          ) : completed.length > 0 ? (
            <Link to={transactionsHref({ transaction_id: completed })}>
              {counted(completed.length, 'transaction')} of it completed meanwhile
            </Link>
          ) : (
            'No transaction of it was seen to complete in that time.'
          )}
        </p>
      )}
    </TimelineStep>
  )
}

function Moved({ amount }: { amount: string }) {
  const isMore = amount.startsWith('+')
  return (
    <span className={isMore ? layout.good : undefined}>
      {' '}
      {isMore && '+'}
      <Amount value={isMore ? amount.slice(1) : amount} />
    </span>
  )
}
