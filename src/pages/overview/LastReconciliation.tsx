import { CircleCheck, CircleDashed, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useReader, useSessionMark } from '../../api/hooks.ts'
import { Instant } from '../../components/Instant.tsx'
import { type LastResult, readLastResult } from '../../reconciliation/last-result.ts'
import { Badge } from '../../ui/Badge.tsx'
import { ButtonLink } from '../../ui/Button.tsx'
import styles from './overview.module.css'

/** What the last reconciliation made in this browser came to, and the way to the next one. */
export function LastReconciliation() {
  const reader = useReader()
  const mark = useSessionMark()
  return (
    <section aria-labelledby="reconciliation">
      <h2 id="reconciliation" className={styles.heading}>
        Reconciliation
      </h2>
      {reader && mark && <Kept key={mark} reader={reader} mark={mark} />}
    </section>
  )
}

function Kept({ reader, mark }: { reader: string; mark: string }) {
  const [kept] = useState(() => readLastResult(reader, mark))
  return (
    <div className={styles.result}>
      {kept ? <Result kept={kept} /> : <p>No reconciliation of these books was made in this browser yet.</p>}
      <ButtonLink to="/reconciliation">{kept ? 'Reconcile again' : 'Reconcile'}</ButtonLink>
    </div>
  )
}

function Result({ kept }: { kept: LastResult }) {
  return (
    <>
      {kept.standing === 'differs' ? (
        <Badge tone="warning" icon={<TriangleAlert aria-hidden />}>
          Differences
        </Badge>
      ) : kept.standing === 'agrees' ? (
        <Badge tone="success" icon={<CircleCheck aria-hidden />}>
          Agrees
        </Badge>
      ) : (
        <Badge icon={<CircleDashed aria-hidden />}>Not certain</Badge>
      )}
      <p>
        {kept.sentence}, as of <Instant iso={kept.asOf} />
      </p>
    </>
  )
}
