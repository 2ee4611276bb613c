import ScrollText from 'lucide-react/icons/scroll-text'
import { useMemo, useState } from 'react'
import type { Books } from '../../books/books.ts'
import { datesOffTexts } from '../../records/dates.ts'
import { ButtonLink } from '../../ui/buttons.tsx'
import { lazyChunk, useFetched } from '../../ui/lazy.tsx'
import { Banner, EmptyState } from '../../ui/messages.tsx'
import { readVaultHolding, type StatementQuery, statementHref } from '../../url/statements.ts'
import { PackButton } from '../pack/index.ts'
import { ReportView } from '../report/index.ts'
import { PricesButton } from './PricesButton.tsx'
import { holdingOf, linesOf, scopeOf, sharedHoldings } from './scope.ts'
import { statement } from './statement.ts'
import type { Valuation } from './valuation.ts'
import { periodName } from './words.ts'

const loadLedger = lazyChunk(() => import('./HoldingLedger.tsx'))
const loadChart = lazyChunk(() => import('./BalanceChart.tsx'))

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
  const report = useMemo(() => statement(books, query, valuation), [books, query, valuation])
  const scope = useMemo(() => scopeOf(books, query), [books, query])
  const shared = useMemo(() => sharedHoldings(linesOf(scope)), [scope])
  const isLedger = holding !== undefined
  const Ledger = useFetched(loadLedger, isLedger)
  const Chart = useFetched(loadChart, !isLedger && shared.length > 0)
  const { failure } = books.transactions.days
  if (failure !== null)
    return (
      <Banner tone="warning" title="No statement can be made">
        <p>
          {failure === 'unknown-range'
            ? 'The service was asked for dates in a form that is not known here.'
            : datesOffTexts[failure]}
        </p>
      </Banner>
    )
  if (isLedger) {
    const named = readVaultHolding(holding)
    const found = named && holdingOf(scope, named)
    if (found) return Ledger && <Ledger books={books} query={query} holding={found} />
    return (
      <EmptyState
        icon={<ScrollText />}
        title="No such holding"
        actions={<ButtonLink to={statementHref(query)}>Back to the statement</ButtonLink>}
      >
        <p>The service lists nothing of this asset in the vault, and no transaction that moved any.</p>
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
      {Chart && shared.length > 0 && <Chart holdings={shared} days={scope.days} today={scope.today} />}
    </ReportView>
  )
}
