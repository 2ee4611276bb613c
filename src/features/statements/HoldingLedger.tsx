import { useContext, useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { Link } from 'react-router-dom'
import type { Books } from '../../books/books.ts'
import type { SettledHolding } from '../../books/settle.ts'
import { withHiddenNamed } from '../../records/untrusted-text.ts'
import layout from '../../ui/layout.module.css'
import { VisitKind } from '../../ui/page.tsx'
import { type StatementQuery, statementHref } from '../../url/statements.ts'
import { ReportView } from '../report/index.ts'
import BalanceChart from './BalanceChart.tsx'
import { holdingLedger } from './ledger.ts'
import { scopeOf } from './scope.ts'
import styles from './statements.module.css'
import { holdingTitle } from './words.ts'

/** One asset in one vault over the period of a statement: the balance by day, and every movement with the balance after it. */
export default function HoldingLedger({
  books,
  query,
  holding,
}: {
  books: Books
  query: StatementQuery
  holding: SettledHolding
}) {
  const report = useMemo(() => holdingLedger(books, query, holding), [books, query, holding])
  const { days, today } = useMemo(() => scopeOf(books, query), [books, query])
  const holdings = useMemo(() => [holding], [holding])
  const heading = useFocusOnArrival()
  return (
    <>
      <div>
        <Link to={statementHref(query)} className={layout.muted} data-print="hide">
          Back to the statement
        </Link>
        <h2 ref={heading} className={styles.title} tabIndex={-1}>
          {withHiddenNamed(holdingTitle(holding))}
        </h2>
      </div>
      <ReportView report={report}>
        <BalanceChart holdings={holdings} days={days} today={today} />
      </ReportView>
    </>
  )
}

/** The link that led here has gone: who followed it goes on from the heading. */
function useFocusOnArrival() {
  const heading = useRef<HTMLHeadingElement>(null)
  const type = useContext(VisitKind)
  const arrive = useEffectEvent(() => {
    if (type !== 'POP' && document.activeElement === document.body) heading.current?.focus()
  })
  useEffect(() => arrive(), [])
  return heading
}
