import { type ReactNode, useContext, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { presentTime } from '../../api/open-pack.ts'
import type { HeldBooks } from '../../books/books.ts'
import { dayOf, dayText } from '../../contract/day.ts'
import { isTimeZone, zoneDayOf } from '../../contract/time-zone.ts'
import { LinkNotice } from '../../list/LinkNotice.tsx'
import { ListActions } from '../../list/ListActions.tsx'
import { useListView } from '../../list/list-page.ts'
import { datesOffTexts } from '../../records/dates.ts'
import { withHiddenNamed } from '../../records/untrusted-text.ts'
import { PriceFaults, useDayPrices } from '../../records/values.tsx'
import { ButtonLink } from '../../ui/buttons.tsx'
import { SkeletonText } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { Link } from '../../ui/links.tsx'
import { Banner } from '../../ui/messages.tsx'
import { PageBody, PageHeader, VisitKind } from '../../ui/page.tsx'
import { packsHref } from '../../url/packs.ts'
import { writePeriod } from '../../url/periods.ts'
import {
  type ConfirmationQuery,
  confirmationHref,
  readConfirmationQuery,
  readStatementQuery,
  type StatementQuery,
  statementHref,
  statementsView,
  statementUpTo,
} from '../../url/statements.ts'
import { BooksNeeded, FromBooks } from '../../work/BooksNeeded.tsx'
import { useBooks, useBooksView } from '../../work/work.ts'
import { ReportView } from '../report/ReportView.tsx'
import { BalanceChart } from './BalanceChart.tsx'
import { Choices, type EnteredWords } from './Choices.tsx'
import { linkRefusal, noLink, RefusedLink } from './refusal.tsx'
import styles from './statements.module.css'
import { valuationOf, valueDays } from './valuation.ts'

/** `/statements`: what was held at both ends of a period, how one became the other, and whether that is proved; or what was held at one moment. */
export default function StatementsPage() {
  const { view, patch } = useListView(statementsView)
  const { params, invalid } = view
  const zone = params.zone ?? 'UTC'
  const today = dayText(zoneDayOf(presentTime(), isTimeZone(zone) ? zone : 'UTC'))
  const query = useMemo(() => readStatementQuery(params, today), [params, today])
  const confirmed = useMemo(() => readConfirmationQuery(params), [params])
  const { books } = useBooks()
  const choices = useBooksView('statement-choices', books, undefined)
  const [entered, setEntered] = useState<EnteredWords>({})
  const refusal = linkRefusal(invalid, query, today)
  const hasNone = params.period === undefined && params.at === undefined && refusal === null
  const name = useEffectEvent(() =>
    patch({ params: { period: writePeriod(query.period) } }, { replace: true }),
  )
  // The last period that is over is another one next month, and a link keeps to what it showed.
  useEffect(() => {
    if (hasNone) name()
  }, [hasNone])
  return (
    <>
      <PageHeader title={confirmed ? 'Confirmation of balances' : 'Statements'} actions={<ListActions />}>
        {refusal?.title !== noLink && (
          <Choices
            query={query}
            confirmed={confirmed}
            today={today}
            names={books && (choices.data ?? null)}
            onChange={(params) => patch({ params })}
            onPrint={setEntered}
          />
        )}
      </PageHeader>
      <PageBody>
        <LinkNotice codec={statementsView} />
        {refusal ? (
          <RefusedLink refusal={refusal} />
        ) : (
          <BooksNeeded what={confirmed ? 'A confirmation' : 'A statement'}>
            {(books) => (
              <StatementView
                books={books}
                query={query}
                holding={params.holding ?? null}
                confirmed={confirmed}
                entered={entered}
              />
            )}
          </BooksNeeded>
        )}
      </PageBody>
    </>
  )
}

function StatementView({
  books,
  query,
  holding,
  confirmed,
  entered,
}: {
  books: HeldBooks
  query: StatementQuery
  /** As the link has it. */
  holding: string | null
  confirmed: ConfirmationQuery | null
  entered: EnteredWords
}) {
  const { data: prices, isLoading } = useDayPrices(confirmed ? [confirmed.at.day] : valueDays(query.period))
  const { failure } = books.transactions.days
  if (failure !== null)
    return (
      <Banner tone="warning" title="No statement can be made">
        <p>{datesOffTexts[failure]}</p>
      </Banner>
    )
  if (isLoading) return <SkeletonText width="40%" />
  const valuation = prices ? valuationOf(prices) : null
  return (
    <FromBooks view="statement" books={books} input={{ query, holding, confirmed, valuation }}>
      {(answer) =>
        'refusal' in answer ? (
          <RefusedLink refusal={answer.refusal} />
        ) : (
          <>
            {answer.report.name === 'holding-ledger' && (
              <LedgerHead title={answer.report.title} statement={statementHref(query)} />
            )}
            <ReportView
              report={answer.report}
              entered={entered}
              actions={holding === null && <Actions query={query} confirmed={confirmed} books={books} />}
            >
              {holding === null && prices && <PriceFaults {...prices} />}
              {answer.hasChart && (
                <div className={styles.chartPlace}>
                  <FromBooks view="statement-chart" books={books} input={{ query, holding }}>
                    {(chart) => <BalanceChart chart={chart} />}
                  </FromBooks>
                </div>
              )}
            </ReportView>
          </>
        )
      }
    </FromBooks>
  )
}

function Actions({
  query,
  confirmed,
  books,
}: {
  query: StatementQuery
  confirmed: ConfirmationQuery | null
  books: HeldBooks
}): ReactNode {
  if (confirmed) {
    const statement = statementUpTo(confirmed)
    return (
      <ButtonLink small to={statementHref(statement)}>
        Statement to {statement.period.last}
      </ButtonLink>
    )
  }
  const { period, vaults, zone } = query
  return (
    <>
      <ButtonLink small to={confirmationHref(confirmationOf(query, books.ended))}>
        Confirm balances
      </ButtonLink>
      {zone === null && (
        <ButtonLink small to={packsHref({ period, vaults })}>
          Audit pack
        </ButtonLink>
      )}
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
function LedgerHead({ title, statement }: { title: string; statement: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const type = useContext(VisitKind)
  const arrive = useEffectEvent(() => {
    if (type !== 'POP' && document.activeElement === document.body) heading.current?.focus()
  })
  useEffect(() => arrive(), [])
  return (
    <div>
      <Link to={statement} className={layout.muted} data-print="hide">
        Back to the statement
      </Link>
      <h2 ref={heading} className={styles.title} tabIndex={-1}>
        {withHiddenNamed(title)}
      </h2>
    </div>
  )
}
