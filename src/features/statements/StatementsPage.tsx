import ScrollText from 'lucide-react/icons/scroll-text'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { presentTime } from '../../api/pack-source.ts'
import { LinkNotice } from '../../list/LinkNotice.tsx'
import { ListActions } from '../../list/ListActions.tsx'
import { useListView } from '../../list/use-list-view.ts'
import { withHiddenNamed } from '../../records/untrusted-text.ts'
import { Fetched } from '../../ui/lazy.tsx'
import { EmptyState } from '../../ui/messages.tsx'
import { PageBody, PageHeader } from '../../ui/page.tsx'
import { writePeriod } from '../../url/periods.ts'
import { readStatementQuery, type StatementQuery, statementsView } from '../../url/statements.ts'
import { BooksNeeded } from '../../work/BooksNeeded.tsx'
import { useBooks } from '../../work/use-books.ts'
import { Choices } from './Choices.tsx'
import { unknownVaults } from './scope.ts'

/** `/statements`: what was held at both ends of a period, how one became the other, and whether that is proved. */
export default function StatementsPage() {
  const { view, patch } = useListView(statementsView)
  const { params, invalid } = view
  const today = new Date(presentTime()).toISOString().slice(0, 10)
  const query = useMemo(() => readStatementQuery(params, today), [params, today])
  const { books } = useBooks()
  const unknown = useMemo(() => (books ? unknownVaults(books, query) : []), [books, query])
  const refusal = linkRefusal(invalid, query, books?.ended.slice(0, 10) ?? today, unknown)
  const hasNone = params.period === undefined && refusal === null
  const name = useEffectEvent(() =>
    patch({ params: { period: writePeriod(query.period) } }, { replace: true }),
  )
  // The last period that is over is another one next month, and a link keeps to what it showed.
  useEffect(() => {
    if (hasNone) name()
  }, [hasNone])
  return (
    <>
      <PageHeader title="Statements" actions={<ListActions />}>
        {refusal?.title !== noLink && (
          <Choices query={query} today={today} books={books} onChange={(params) => patch({ params })} />
        )}
      </PageHeader>
      <PageBody>
        <LinkNotice codec={statementsView} />
        {refusal ? (
          <EmptyState icon={<ScrollText />} title={refusal.title}>
            <p>{withHiddenNamed(refusal.text)}</p>
          </EmptyState>
        ) : (
          <BooksNeeded what="A statement">
            {(books) => (
              <Fetched load={loadView}>
                {(View) => <View books={books} query={query} holding={params.holding} />}
              </Fetched>
            )}
          </BooksNeeded>
        )}
      </PageBody>
    </>
  )
}

/** Why a link has no statement, as a title and a sentence; null where it has one. `today` is `YYYY-MM-DD`, `unknown` are vaults. */
export function linkRefusal(
  invalid: readonly { readonly name: string; readonly reason: string }[],
  { period }: StatementQuery,
  today: string,
  unknown: readonly string[] = [],
): { readonly title: string; readonly text: string } | null {
  const unusable = ['vaults', 'assets', 'period'].filter((name) =>
    invalid.some((each) => each.name === name && (each.reason === 'unusable' || each.reason === 'empty')),
  )
  if (unusable.length > 0)
    return {
      title: noLink,
      text: `The link has no valid value for ${unusable.join(' and ')}. Correct it, or remove it from the link.`,
    }
  if (period.first > today)
    return { title: 'This period has not begun', text: 'Choose a period that has begun.' }
  if (unknown.length === 0) return null
  return {
    title: 'No such vault',
    text: `The books have no vault with the id ${unknown.join(' or ')}, and no transaction that names one. Choose other vaults.`,
  }
}

const noLink = 'No statement for this link'

const loadView = () => import('./StatementView.tsx')
