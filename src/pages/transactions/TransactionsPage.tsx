import { useCallback } from 'react'
import { failureOf, needsAllRecords } from '../../api/failure.ts'
import { listQuery, useSums } from '../../api/records.ts'
import { useFigure } from '../../api/reports.ts'
import type { ConsoleTransaction, TransactionFilter } from '../../contract/console-api.ts'
import { countText } from '../../contract/count-text.ts'
import type { DayValues } from '../../contract/prices.ts'
import { readZone } from '../../contract/time-zone.ts'
import { useComparison } from '../../display/addresses/book.tsx'
import { datesInWords } from '../../display/dates.ts'
import { inFlightTitle, isAllInFlight } from '../../display/filter-words.ts'
import { changeInWords } from '../../display/labels.ts'
import { useListDates } from '../../display/recorded-day.tsx'
import { ExportButton } from '../../kits/export/ExportButton.tsx'
import { useTotals } from '../../kits/totals/use-totals.tsx'
import { ListLayout } from '../../list/ListLayout.tsx'
import { usePageState } from '../../list/list-link.ts'
import { type ColumnsGiven, useListPage } from '../../list/list-page.ts'
import { transactionFilterGroups } from '../../list/transaction-filters.tsx'
import { Button } from '../../ui/buttons.tsx'
import { FetchedDrawer } from '../../ui/FetchedDrawer.tsx'
import { useMedia } from '../../ui/hooks.ts'
import { SkeletonText } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { lazyComponent } from '../../ui/lazy.tsx'
import { transactionsCodec, transactionsList } from '../../url/lists.ts'
import { valuesOf } from '../../url/page-state.ts'
import { fractionsOf, transactionColumns } from './columns.tsx'
import { labelInRow } from './row-days.ts'

const drawer = lazyComponent(() => import('./TransactionDrawer.tsx'))

/** `/transactions`: the history of asset movements, newest first, with the open one beside it. */
export default function TransactionsPage() {
  const { view, patch } = usePageState(transactionsCodec)
  const zone = view.params.zone === undefined ? null : readZone(view.params.zone)
  const dates = useListDates(zone, useMedia('(width < 768px)'))
  const list = useListPage({
    of: transactionsList,
    query: (request) => listQuery('transactions', request),
    groups: transactionFilterGroups,
    columns: useCallback(
      (given: ColumnsGiven<ConsoleTransaction>) => transactionColumns(given, dates),
      [dates],
    ),
    columnsRestOn: fractionsOf,
    idOf,
    labelOf: (row) => labelInRow(row, dates),
    changeInWords,
  })
  const { link, state, open, prices } = list
  const { start_date, end_date, ...others } = link.filter
  const isInFlight = isAllInFlight(valuesOf(others.status))
  const totals = useTotals(isInFlight ? 'in-flight' : 'transactions', link.filter)
  const isOfService = state.body?.from === 'service'
  // Records without a date are in no period: only the service lists rows of other days.
  const isByDate = isOfService && (start_date !== undefined || end_date !== undefined)
  const isByAddress = others.source_address !== undefined || others.destination_address !== undefined
  const isCompared = useComparison() !== 'failed'
  return (
    <>
      <ListLayout
        list={list}
        title={isInFlight ? inFlightTitle : undefined}
        notes={[
          ...(dates.off === null ? [] : [datesInWords(dates.off, isByDate)]),
          ...(isCompared ? [] : ['Addresses not compared: not all known ones could be read']),
        ]}
        actions={<ExportButton list={list} />}
        totals={totals}
      >
        {isInFlight && prices.inColumns !== undefined && (
          <InFlightWorth filter={link.filter} values={prices.data?.values ?? null} />
        )}
        {/* A service compares addresses as text. Records know every spelling. */}
        {isOfService && isByAddress && (
          <p className={layout.muted} role="status">
            Only the address as it is written here. Its other spellings are found once all records are read.
          </p>
        )}
        {zone !== null && (
          <ZoneNotice zone={zone} filter={link.filter} onUtc={() => patch({ params: { zone: null } })} />
        )}
      </ListLayout>
      <FetchedDrawer view={drawer} onClose={open.close} wanted={state.body !== undefined || open.id !== null}>
        {open.id !== null && <drawer.View id={open.id} list={list} />}
      </FetchedDrawer>
    </>
  )
}

const idOf = (row: ConsoleTransaction) => row.transaction_id

/** The gateway finds the days of the zone while the list is there, and each day that is found shows itself. */
function ZoneNotice({ zone, filter, onUtc }: { zone: string; filter: TransactionFilter; onUtc: () => void }) {
  const link = transactionsCodec.href('/', filter, { zone })
  const found = useFigure<{ readonly days: number }>(
    'zone-days',
    link,
    ({ days }) => typeof days === 'number',
  )
  return (
    <p className={layout.muted} role="status">
      Days are those of {zone}. {needsAllRecords(failureOf(found)) && 'They are being found. '}
      <Button small kind="quiet" onClick={onUtc}>
        Show days in UTC
      </Button>
    </p>
  )
}

/** "56 in flight, worth 1,204,332.10 EUR; 2 without a price". Its line is there before it. */
function InFlightWorth({ filter, values }: { filter: TransactionFilter; values: DayValues | null }) {
  const query = useSums(filter, ['asset_id'])
  const { data } = query
  if (failureOf(query)) return null
  if (data === undefined || values === null)
    return (
      <p aria-busy>
        <SkeletonText width="18rem" />
      </p>
    )
  const rows = data.totals.map(({ group, amount, ...counts }) => ({
    asset: { asset_id: group.asset_id ?? null, held: amount },
    ...counts,
  }))
  const priced = rows.filter(({ asset }) => values.priceOf(asset.asset_id) !== null)
  const counts = (some: readonly { readonly count: number }[]) =>
    some.reduce((sum, { count }) => sum + count, 0)
  const amountless = priced.reduce((sum, row) => sum + row.amountless, 0)
  const all = counts(rows)
  const lacking = [
    [all - counts(priced), 'a price'],
    [amountless, 'a readable amount'],
  ] as const
  return (
    <p>
      {countText(all)} {inFlightTitle.toLowerCase()}, worth{' '}
      <strong>{values.sumText(rows.map(({ asset }) => asset))}</strong>
      {lacking.map(([count, what]) => count > 0 && `; ${countText(count)} without ${what}`)}
    </p>
  )
}
