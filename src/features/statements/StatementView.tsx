import ScrollText from 'lucide-react/icons/scroll-text'
import { type ReactNode, useContext, useEffect, useEffectEvent, useRef } from 'react'
import type { HeldBooks } from '../../books/books.ts'
import { dayOf, dayText } from '../../contract/day.ts'
import { datesOffTexts } from '../../records/dates.ts'
import { withHiddenNamed } from '../../records/untrusted-text.ts'
import { PriceFaults, useDayPrices } from '../../records/values.tsx'
import { ButtonLink } from '../../ui/buttons.tsx'
import { SkeletonText } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { Link } from '../../ui/links.tsx'
import { Banner, EmptyState } from '../../ui/messages.tsx'
import { VisitKind } from '../../ui/page.tsx'
import { packsHref } from '../../url/packs.ts'
import {
  type ConfirmationQuery,
  confirmationHref,
  type StatementQuery,
  statementHref,
} from '../../url/statements.ts'
import { FromBooks } from '../../work/BooksNeeded.tsx'
import { ReportView } from '../report/index.ts'
import type { Report } from '../report/logic.ts'
import { BalanceChart } from './BalanceChart.tsx'
import { RefusedLink, vaultRefusal } from './refusal.tsx'
import styles from './statements.module.css'
import { valuationOf, valueDays } from './valuation.ts'
import type { ChartData, StatementAnswer } from './view.ts'

/** The statement of a link, the ledger of the holding that it names, or a confirmation. */
export default function StatementView({
  books,
  query,
  holding,
  confirmed,
}: {
  books: HeldBooks
  query: StatementQuery
  /** As the link has it. */
  holding: string | null
  confirmed: ConfirmationQuery | null
}) {
  const days = confirmed ? [confirmed.at.day] : valueDays(query.period)
  const { data: prices, isLoading } = useDayPrices(days)
  const { failure } = books.transactions.days
  if (failure !== null)
    return (
      <Banner tone="warning" title="No statement can be made">
        <p>{datesOffTexts[failure]}</p>
      </Banner>
    )
  if (isLoading) return <SkeletonText width="40%" />
  const faults = prices && <PriceFaults {...prices} />
  const valuation = prices ? valuationOf(prices) : null
  if (confirmed)
    return (
      <FromBooks view="confirmation" books={books} input={{ query: confirmed, valuation }}>
        {(answer) =>
          answer.kind === 'confirmation' ? (
            <ReportView
              report={answer.report}
              actions={
                <ButtonLink small to={statementHref({ ...query, zone: confirmed.zone })}>
                  Statement
                </ButtonLink>
              }
            >
              {faults}
            </ReportView>
          ) : (
            <Refused
              answer={answer}
              daysHref={confirmationHref({ ...confirmed, zone: null, at: { ...confirmed.at, time: null } })}
            />
          )
        }
      </FromBooks>
    )
  return (
    <FromBooks view="statement" books={books} input={{ query, holding, valuation }}>
      {(answer) => <Answered answer={answer} query={query} faults={faults} />}
    </FromBooks>
  )
}

function Answered({
  answer,
  query,
  faults,
}: {
  answer: StatementAnswer
  query: StatementQuery
  faults: ReactNode
}) {
  switch (answer.kind) {
    case 'no-vaults':
    case 'no-zone':
      return <Refused answer={answer} daysHref={statementHref({ ...query, zone: null })} />
    case 'no-holding':
      return (
        <EmptyState
          icon={<ScrollText />}
          title="No such holding"
          actions={<ButtonLink to={statementHref(query)}>Back to the statement</ButtonLink>}
        >
          <p>The service lists none of this asset in this vault, and no transaction that moved it.</p>
        </EmptyState>
      )
    case 'ledger':
      return <HoldingLedger report={answer.report} chart={answer.chart} query={query} />
    case 'statement': {
      const { period, vaults, zone } = query
      return (
        <ReportView
          report={answer.report}
          actions={
            <>
              <ButtonLink small to={confirmationHref(confirmationOf(query, answer.report.basis.ended))}>
                Confirm balances
              </ButtonLink>
              {zone === null && (
                <ButtonLink small to={packsHref({ period, vaults })}>
                  Audit pack
                </ButtonLink>
              )}
            </>
          }
        >
          {faults}
          {answer.chart && <BalanceChart chart={answer.chart} />}
        </ReportView>
      )
    }
  }
}

function Refused({
  answer,
  daysHref,
}: {
  answer: Extract<StatementAnswer, { kind: 'no-vaults' | 'no-zone' }>
  /** The same by whole days. */
  daysHref: string
}) {
  if (answer.kind === 'no-vaults') return <RefusedLink refusal={vaultRefusal(answer.unknown)} />
  return (
    <EmptyState
      icon={<ScrollText />}
      title="This service knows whole days alone"
      actions={<ButtonLink to={daysHref}>Use its own days</ButtonLink>}
    >
      <p>It cannot tell times or days of another time zone. Its own days begin and end where it says.</p>
    </EmptyState>
  )
}

/** One asset in one vault over the period of a statement: the balance by day, and every movement with the balance after it. */
function HoldingLedger({
  report,
  chart,
  query,
}: {
  report: Report
  chart: ChartData
  query: StatementQuery
}) {
  const heading = useFocusOnArrival()
  return (
    <>
      <div>
        <Link to={statementHref(query)} className={layout.muted} data-print="hide">
          Back to the statement
        </Link>
        <h2 ref={heading} className={styles.title} tabIndex={-1}>
          {withHiddenNamed(report.title)}
        </h2>
      </div>
      <ReportView report={report}>
        <BalanceChart chart={chart} />
      </ReportView>
    </>
  )
}

/** At the end of the period, or of the last day that is over. */
function confirmationOf({ period, ...query }: StatementQuery, ended: string): ConfirmationQuery {
  const over = dayText(dayOf(Date.parse(ended), 'utc') - 1)
  const day = period.last < over ? period.last : over
  return { ...query, at: { day, time: null }, reference: null, addressee: null }
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
