import { useCallback } from 'react'
import { listQuery } from '../../api/records.ts'
import type { ConsoleTransaction } from '../../contract/console-api.ts'
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
import { FetchedDrawer } from '../../ui/FetchedDrawer.tsx'
import layout from '../../ui/layout.module.css'
import { lazyComponent } from '../../ui/lazy.tsx'
import { useMedia } from '../../ui/use-media.ts'
import { transactionsCodec, transactionsList } from '../../url/lists.ts'
import { valuesOf } from '../../url/page-state.ts'
import { fractionsOf, transactionColumns } from './columns.tsx'
import { InFlightWorth } from './InFlightWorth.tsx'
import { labelInRow } from './row-days.ts'
import { ZoneNotice } from './ZoneNotice.tsx'

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
