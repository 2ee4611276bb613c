import CircleCheck from 'lucide-react/icons/circle-check'
import CircleDashed from 'lucide-react/icons/circle-dashed'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import { useReader, useSessionMark } from '../../api/hooks.ts'
import { Instant } from '../../records/Instant.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { ButtonLink } from '../../ui/Button.tsx'
import { lastReconciliationOf, type LastReconciliation as Stored } from '../reconciliation/index.ts'
import styles from './overview.module.css'
import { reconciliation } from './words.ts'

/** What the last reconciliation made in this browser came to, and the way to the next one. */
export function LastReconciliation() {
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

function Result({ last }: { last: Stored }) {
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
