import { useMemo } from 'react'
import { failureOf, needsAllRecords } from '../../api/failure.ts'
import { type ColumnPrices, currencyOf } from '../../api/prices.ts'
import { useList, usePrefetchedList } from '../../api/records.ts'
import { useFigure } from '../../api/reports.ts'
import type { ConsoleTransaction } from '../../contract/console-api.ts'
import { openStatuses } from '../../contract/enumerations.ts'
import { readZone } from '../../contract/time-zone.ts'
import { useComparison } from '../../display/addresses/book.tsx'
import { datesInWords } from '../../display/dates.ts'
import { changeInWords, statusInWords, transactionInWords } from '../../display/labels.ts'
import { dayInList, type ListDates, recordedDay, useListDates } from '../../display/recorded-day.tsx'
import { ExportButton } from '../../kits/export/ExportButton.tsx'
import { useTotals } from '../../kits/totals/use-totals.tsx'
import { ListLayout } from '../../list/ListLayout.tsx'
import { useOpenRecord } from '../../list/list-focus.ts'
import { type ListPage, type ListParams, useListPage, useListParams } from '../../list/list-page.ts'
import { useListPrices } from '../../list/list-prices.ts'
import { useListTable } from '../../list/list-table.ts'
import { inFlightTitle, isAllInFlight, transactionFilterGroups } from '../../list/transaction-filters.tsx'
import { Button } from '../../ui/buttons.tsx'
import { longestFraction } from '../../ui/decimal-text.ts'
import { FetchedDrawer } from '../../ui/FetchedDrawer.tsx'
import layout from '../../ui/layout.module.css'
import { lazyComponent } from '../../ui/lazy.tsx'
import { useMedia } from '../../ui/use-media.ts'
import { transactionsCodec, transactionsList } from '../../url/lists.ts'
import { valuesOf } from '../../url/page-state.ts'
import { ageInWords, transactionColumns } from './columns.tsx'
import { InFlightWorth } from './InFlightWorth.tsx'

const drawer = lazyComponent(() => import('./TransactionDrawer.tsx'))

/** `/transactions`: the history of asset movements, newest first, with the open one beside it. */
export default function TransactionsPage() {
  const params = useListParams(transactionsList)
  const { prices, sortedIn } = useListPrices(params)
  const request = { ...params.request, currency: sortedIn }
  const page = useListPage(params, useList('transactions', request), { idOf, changeInWords })
  const { body, range } = { ...page, ...params }
  usePrefetchedList(
    'transactions',
    body?.has_next ? { ...request, offset: range.offset + body.records.length } : null,
  )
  const zone = params.view.params.zone === undefined ? null : readZone(params.view.params.zone)
  const dates = useListDates(zone, useMedia('(width < 640px)'))
  const statuses = valuesOf(params.filter.status)
  const isOpen = statuses.length > 0 && statuses.every((one) => openStatuses.some((open) => open === one))
  const table = useListTable(params, page, useColumns(page.rows, dates, isOpen, prices.inColumns))
  const labelOf = (row: ConsoleTransaction) => rowLabel(row, dates)
  const open = useOpenRecord(params, page, table, { name: 'tx', labelOf })
  const totals = useTotals(isAllInFlight(statuses) ? 'in-flight' : 'transactions', params.filter)
  return (
    <>
      <ListLayout
        params={params}
        {...(isAllInFlight(statuses) && { title: inFlightTitle })}
        page={page}
        table={table}
        groups={transactionFilterGroups}
        note={useNote(params, page, dates)}
        actions={<ExportButton params={params} table={table} currency={currencyOf(prices.inColumns)} />}
        rowLabel={labelOf}
        open={open}
        dividedIds={useDayBorders(params, page, zone)}
        totals={totals}
      >
        {isAllInFlight(statuses) && prices.inColumns !== undefined && (
          <InFlightWorth filter={params.filter} values={prices.data?.values ?? null} />
        )}
        <AddressNotice params={params} page={page} />
        {zone !== null && <ZoneNotice zone={zone} params={params} />}
      </ListLayout>
      <FetchedDrawer view={drawer} onClose={open.close} wanted={body !== undefined || open.id !== null}>
        {open.id !== null && <drawer.View id={open.id} page={page} open={open} />}
      </FetchedDrawer>
    </>
  )
}

const idOf = (row: ConsoleTransaction) => row.transaction_id

function useNote(
  { filter }: Pick<ListParams, 'filter'>,
  { body }: Pick<ListPage<ConsoleTransaction>, 'body'>,
  { off }: ListDates,
): string | null {
  const isCompared = useComparison() !== 'failed'
  // Records without a date are in no period: only the service lists rows of other days.
  const isFilteredByDate =
    body?.from === 'service' && (filter.start_date !== undefined || filter.end_date !== undefined)
  const notes = [
    ...(off === null ? [] : [datesInWords(off, isFilteredByDate)]),
    ...(isCompared ? [] : ['Addresses not compared: not all known ones could be read']),
  ]
  return notes.length === 0 ? null : notes.join(' · ')
}

function useColumns(
  rows: readonly ConsoleTransaction[],
  dates: ListDates,
  isOpen: boolean,
  prices: ColumnPrices,
) {
  // Null before there are rows: where the points will be is not known.
  const fractionIn = (amounts: readonly (string | null)[]) =>
    rows.length === 0 ? null : longestFraction(amounts)
  const amount = fractionIn(rows.map((row) => row.amount))
  const fee = fractionIn(rows.map((row) => row.fee))
  // Other columns render every cell again.
  return useMemo(
    () => transactionColumns({ amount, fee }, dates, isOpen, prices),
    [amount, fee, dates, isOpen, prices],
  )
}

function rowLabel(row: ConsoleTransaction, { whose, zone, isShort }: ListDates): string {
  const day = recordedDay(row.recorded, zone)
  // In the order of the row.
  const shown = day && dayInList(day, isShort)
  const when = [shown, ageInWords(row, day, whose)].filter((text) => text !== null).join(' ')
  return [transactionInWords(row), statusInWords(row), ...(when === '' ? [] : [when])].join(', ')
}

/** The ids of the rows that begin another day; none where the list is filtered or sorted by anything but its dates. */
function useDayBorders(
  { filter, sorting }: Pick<ListParams, 'filter' | 'sorting'>,
  { rows }: Pick<ListPage<ConsoleTransaction>, 'rows'>,
  zone: string | null,
): ReadonlySet<string> {
  const { start_date, end_date, ...others } = filter
  const isByDate = sorting === null && Object.keys(others).length === 0
  return useMemo(() => dayBorders(isByDate ? rows : [], zone), [isByDate, rows, zone])
}

/** None where the rows are not in the order of their days. */
function dayBorders(rows: readonly ConsoleTransaction[], zone: string | null): ReadonlySet<string> {
  const borders = new Set<string>()
  let before: string | null = null
  for (const { transaction_id: id, recorded } of rows) {
    const day = recordedDay(recorded, zone)
    if (day !== null && before !== null && day > before) return new Set()
    if (id !== null && day !== null && before !== null && day < before) borders.add(id)
    before = day
  }
  return borders
}

/** The gateway finds the days of the zone while the list is there, and each day that is found shows itself. */
function ZoneNotice({
  zone,
  params: { filter, patch },
}: {
  zone: string
  params: Pick<ListParams<string, 'zone'>, 'filter' | 'patch'>
}) {
  const link = transactionsCodec.href('/', filter, { zone })
  const found = useFigure<{ readonly days: number }>(
    'zone-days',
    link,
    ({ days }) => typeof days === 'number',
  )
  return (
    <p className={layout.muted} role="status">
      Days are those of {zone}. {needsAllRecords(failureOf(found)) && 'They are being found. '}
      <Button small kind="quiet" onClick={() => patch({ params: { zone: null } })}>
        Show days in UTC
      </Button>
    </p>
  )
}

/** A service compares addresses as text. Records know every spelling. */
function AddressNotice({
  params: { filter },
  page: { body },
}: {
  params: Pick<ListParams, 'filter'>
  page: Pick<ListPage<ConsoleTransaction>, 'body'>
}) {
  const isByAddress = filter.source_address !== undefined || filter.destination_address !== undefined
  if (body?.from !== 'service' || !isByAddress) return null
  return (
    <p className={layout.muted} role="status">
      Only the address as it is written here. Its other spellings are found once all records are read.
    </p>
  )
}
