import { useEffect, useEffectEvent, useMemo } from 'react'
import { presentTime } from '../../api/pack-source.ts'
import { dayText } from '../../contract/day.ts'
import { isTimeZone, zoneDayOf } from '../../contract/time-zone.ts'
import { LinkNotice } from '../../list/LinkNotice.tsx'
import { ListActions } from '../../list/ListActions.tsx'
import { useListView } from '../../list/use-list-view.ts'
import { Fetched, lazyView } from '../../ui/lazy.tsx'
import { PageBody, PageHeader } from '../../ui/page.tsx'
import { writePeriod } from '../../url/periods.ts'
import { readConfirmationQuery, readStatementQuery, statementsView } from '../../url/statements.ts'
import { BooksNeeded } from '../../work/BooksNeeded.tsx'
import { useBooks, useBooksView } from '../../work/use-books.ts'
import { Choices } from './Choices.tsx'
import { linkRefusal, noLink, RefusedLink } from './refusal.tsx'

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
              <Fetched view={statement}>
                <statement.View
                  books={books}
                  query={query}
                  holding={params.holding ?? null}
                  confirmed={confirmed}
                />
              </Fetched>
            )}
          </BooksNeeded>
        )}
      </PageBody>
    </>
  )
}

const statement = lazyView(() => import('./StatementView.tsx'))
