import { CircleCheck, CircleDashed, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useSession } from '../../api/hooks.ts'
import { Instant } from '../../components/Instant.tsx'
import type { SessionState } from '../../contract/session.ts'
import { type LastResult, readLastResult } from '../../reconciliation/last-result.ts'
import { Badge } from '../../ui/Badge.tsx'
import { ButtonLink } from '../../ui/Button.tsx'
import styles from './overview.module.css'

/** What the last reconciliation made in this browser came to, and the way to the next one. */
export function LastReconciliation() {
  const session = useSession().data
  return (
    <section aria-labelledby="reconciliation">
      <h2 id="reconciliation" className={styles.heading}>
        Reconciliation
      </h2>
      {session && <Kept key={session.mark} mark={session.mark} />}
    </section>
  )
}

function Kept({ mark }: Pick<SessionState, 'mark'>) {
  const [kept] = useState(() => mark && readLastResult(mark))
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
