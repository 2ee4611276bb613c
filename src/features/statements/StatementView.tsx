import ScrollText from 'lucide-react/icons/scroll-text'
import { useContext, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import type { Books } from '../../books/books.ts'
import type { SettledHolding } from '../../books/settle.ts'
import { datesOffTexts } from '../../records/dates.ts'
import { withHiddenNamed } from '../../records/untrusted-text.ts'
import { ButtonLink } from '../../ui/buttons.tsx'
import layout from '../../ui/layout.module.css'
import { Banner, EmptyState } from '../../ui/messages.tsx'
import { VisitKind } from '../../ui/page.tsx'
import { readVaultHolding, type StatementQuery, statementHref } from '../../url/statements.ts'
import { PackButton } from '../pack/index.ts'
import { ReportView } from '../report/index.ts'
import { BalanceChart } from './BalanceChart.tsx'
import { holdingLedger } from './ledger.ts'
import { PricesButton } from './PricesButton.tsx'
import { holdingOf, linesOf, type Scope, scopeOf, sharedHoldings } from './scope.ts'
import { statementOf } from './statement.ts'
import styles from './statements.module.css'
import type { Valuation } from './valuation.ts'
import { holdingTitle, periodName } from './words.ts'

/** The statement of a link, or the ledger of the holding that it names. */
export default function StatementView({
  books,
  query,
  holding,
}: {
  books: Books
  query: StatementQuery
  /** As the link has it. */
  holding: string | undefined
}) {
  const [prices, setPrices] = useState<Omit<Valuation, 'day'> | null>(null)
  const { last } = query.period
  const valuation = useMemo(() => prices && { ...prices, day: last }, [prices, last])
  const scope = useMemo(() => scopeOf(books, query), [books, query])
  const assets = useMemo(() => linesOf(scope), [scope])
  const report = useMemo(() => statementOf(scope, assets, valuation), [scope, assets, valuation])
  const shared = useMemo(() => sharedHoldings(assets), [assets])
  const { failure } = books.transactions.days
  if (failure !== null)
    return (
      <Banner tone="warning" title="No statement can be made">
        <p>
          {failure === 'unknown-range'
            ? 'The service was asked for dates in an unknown form.'
            : datesOffTexts[failure]}
        </p>
      </Banner>
    )
  if (holding !== undefined) {
    const named = readVaultHolding(holding)
    const found = named && holdingOf(scope, named)
    if (found) return <HoldingLedger scope={scope} holding={found} />
    return (
      <EmptyState
        icon={<ScrollText />}
        title="No such holding"
        actions={<ButtonLink to={statementHref(query)}>Back to the statement</ButtonLink>}
      >
        <p>The service lists none of this asset in this vault, and no transaction that moved it.</p>
      </EmptyState>
    )
  }
  const { period } = query
  return (
    <ReportView
      report={report}
      actions={
        <>
          <PricesButton prices={prices} onChange={setPrices} />
          <PackButton
            vaults={query.vaults}
            period={{ first: period.first, last: period.last, name: periodName(period) }}
            link={statementHref({ vaults: null, assets: null, period })}
          />
        </>
      }
    >
      {shared.length > 0 && <BalanceChart holdings={shared} days={scope.days} today={scope.today} />}
    </ReportView>
  )
}

/** One asset in one vault over the period of a statement: the balance by day, and every movement with the balance after it. */
function HoldingLedger({ scope, holding }: { scope: Scope; holding: SettledHolding }) {
  const { books, query, days, today } = scope
  const report = useMemo(() => holdingLedger(books, query, holding), [books, query, holding])
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

/** The link that led here is gone, so focus goes to the heading. */
function useFocusOnArrival() {
  const heading = useRef<HTMLHeadingElement>(null)
  const type = useContext(VisitKind)
  const arrive = useEffectEvent(() => {
    if (type !== 'POP' && document.activeElement === document.body) heading.current?.focus()
  })
  useEffect(() => arrive(), [])
  return heading
}
