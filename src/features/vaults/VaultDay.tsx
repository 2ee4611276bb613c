import { amountCells } from '../../records/amounts.tsx'
import { datesOffTexts, zoneOfDays } from '../../records/dates.ts'
import { nameOrId } from '../../records/labels.ts'
import { usePreferences } from '../../records/preferences.ts'
import { Instant, textCells, UntrustedText } from '../../records/text.tsx'
import { PricesNote, TotalValue, useDayPrices } from '../../records/values.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { type Column, useDataTable } from '../../ui/data-table.ts'
import { longestFraction } from '../../ui/decimal-text.ts'
import layout from '../../ui/layout.module.css'
import { Link } from '../../ui/links.tsx'
import { dayStatement, statementHref } from '../../url/statements.ts'
import { BooksNeeded, FromBooks } from '../../work/BooksNeeded.tsx'
import type { DayHolding, VaultDayFigures } from './vault-day.ts'
import styles from './vaults.module.css'

/** Each holding at the end of a day, and a link to the statement that proves it. */
export default function VaultDay({ vault, day }: { vault: string; day: string }) {
  const prices = useDayPrices([day])
  return (
    <BooksNeeded what="The holdings of a day">
      {(books) => (
        <FromBooks view="vault-day" books={books} input={{ vault, day }}>
          {(figures) => (
            <Figures
              figures={figures}
              prices={prices}
              day={`${day} ${zoneOfDays(books.transactions.days.whose)}`}
              proof={statementHref(dayStatement(vault, day))}
            />
          )}
        </FromBooks>
      )}
    </BooksNeeded>
  )
}

function Figures({
  figures: { holdings, off, isAhead, openUntil },
  prices,
  day,
  proof,
}: {
  figures: VaultDayFigures
  prices: ReturnType<typeof useDayPrices>
  day: string
  proof: string
}) {
  if (off !== null) return <p>{datesOffTexts[off]} So the holdings of a day cannot be worked out.</p>
  if (isAhead) return <p>This day has not begun.</p>
  const unproved = holdings.filter((one) => one.unproved.length > 0).length
  return (
    <>
      <p className={layout.muted}>
        {openUntil === null ? (
          <>At the end of {day}</>
        ) : (
          <>
            {day}, up to <Instant iso={openUntil} timeOnly />
          </>
        )}
        , without claimable rewards.{' '}
        {unproved > 0
          ? `${unproved} of ${holdings.length} not proved. `
          : holdings.length > 0 && `All ${holdings.length} proved. `}
        <Link to={proof}>Statement of this day</Link>
      </p>
      {holdings.length === 0 ? (
        <p>No holdings found on this day.</p>
      ) : (
        <DayTable holdings={holdings} prices={prices} />
      )}
    </>
  )
}

function DayTable({
  holdings,
  prices,
}: {
  holdings: readonly DayHolding[]
  prices: ReturnType<typeof useDayPrices>
}) {
  const values = prices.data?.values
  const assets = holdings.map(({ asset_id, amount }) => ({ asset_id, held: amount }))
  const { compact } = usePreferences()
  const fraction = longestFraction(holdings.map(({ amount }) => amount))
  const table = useDataTable({
    columns: [
      ...names,
      { id: 'amount', header: 'Held', ...amountCells<DayHolding>(({ amount }) => amount, fraction) },
      ...(values
        ? [
            {
              ...{ id: 'value', header: `Value (${values.currency})` },
              ...amountCells<DayHolding>(
                ({ asset_id, amount }) => values.written({ asset_id, held: amount }),
                0,
              ),
            },
          ]
        : []),
      ...(holdings.some(({ unproved }) => unproved.length > 0) ? [proofColumn] : []),
    ],
    data: [...holdings],
    getRowId: (_, index) => String(index),
    enableSorting: false,
  })
  return (
    <div className={styles.dayTable}>
      <TotalValue prices={prices} assets={assets} />
      <DataTable caption="Holdings on the day" table={table} compact={compact} />
      <PricesNote prices={prices} assets={assets} />
    </div>
  )
}

const names: readonly Column<DayHolding>[] = [
  { id: 'asset_id', header: 'Asset', ...textCells((held) => held.asset_id), size: 120 },
  {
    id: 'network_name',
    header: 'Network',
    ...textCells((held) => nameOrId(held.network_name, held.network_id)),
    size: 120,
    meta: { card: 'aside' },
  },
]

const proofColumn: Column<DayHolding> = {
  id: 'proof',
  header: 'Proof',
  cell: ({ row: { original } }) =>
    original.unproved.length === 0 ? 'Proved' : <UntrustedText text={original.unproved.join(' ')} />,
  size: 200,
}
