import ScrollText from 'lucide-react/icons/scroll-text'
import { useMemo, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { holdingName } from '../../books/day-book.ts'
import { Banner } from '../../ui/Banner.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { lazyChunk, useFetched } from '../../ui/LazyBoundary.tsx'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import { writePeriod } from '../../url/statements.ts'
import { type ExportFacts, SaveButtons } from '../export/index.ts'
import { PackButton } from '../pack/index.ts'
import { InFlight } from './InFlight.tsx'
import type { Ledger } from './ledger.ts'
import { assetSummary, vaultSummary } from './options.ts'
import { reportOf } from './report.ts'
import { Balances, RollForward, type StatementHref } from './StatementTable.tsx'
import { Findings, PaperHead, Signatures, Summary } from './Summary.tsx'
import { type Asked, scopeOf, stageOf } from './scope.ts'
import { type AssetLines, findingsOf, inFlightIn, type StatementScope, statementOf } from './statement.ts'
import styles from './statements.module.css'
import { ValuationBar } from './ValuationBar.tsx'
import type { Valuation } from './valuation.ts'
import { noDatesTexts, nothing, periodName, spanText, zoneText } from './words.ts'

type Show = 'roll-forward' | 'balances'

/** One statement: what it rests on, its lines, what is in flight, and the ways to keep it. */
export function Statement({
  ledger,
  asked,
  show,
  stale,
  onShow,
  hrefOf,
}: {
  ledger: Ledger
  asked: Asked
  show: Show
  stale: boolean
  onShow: (show: Show) => void
  hrefOf: StatementHref
}) {
  const { pathname, search } = useLocation()
  const [prices, setPrices] = useState<Valuation | null>(null)
  const [saved, setSaved] = useState<{ readonly facts: ExportFacts; readonly of: StatementScope } | null>(
    null,
  )
  const day = asked.period.last
  const valuation = useMemo(() => prices && { ...prices, day }, [prices, day])
  const { settlement, doubts, noDates, book, balances } = ledger
  const scope = useMemo(() => scopeOf(asked, doubts.length === 0), [asked, doubts])
  const statement = useMemo(() => statementOf(settlement.holdings, scope), [settlement, scope])
  const withToday = useMemo(
    () => statementOf(settlement.holdings, { ...scope, withToday: true }),
    [settlement, scope],
  )
  const shown = show === 'balances' ? withToday : statement
  const findings = useMemo(
    () => findingsOf(settlement.holdings, book.faults, scope),
    [settlement, book, scope],
  )
  const inFlight = useMemo(
    () => inFlightIn(book.inFlight, balances.vaults, scope),
    [book, balances.vaults, scope],
  )
  if (noDates !== null)
    return (
      <Banner tone="warning" title={nothing.statement}>
        <p>{noDatesTexts[noDates]}</p>
      </Banner>
    )
  const isOpen = stageOf(scope.period, ledger.today, ledger.whose) === 'open'
  return (
    <>
      <PaperHead
        ledger={ledger}
        facts={[
          ['Period', `${periodName(asked.period)}, ${zoneText(ledger)}`],
          ['Vaults', vaultSummary(asked, balances.vaults)],
          ['Assets', assetSummary(asked)],
        ]}
        saved={saved?.of === scope ? saved.facts : null}
      />
      <Summary ledger={ledger} statement={shown} isOpen={isOpen} />
      <Findings findings={findings} faults={book.faultCount} />
      <div className={styles.tools} data-print="hide">
        <SegmentedControl
          label="Shown"
          value={show}
          options={[
            { value: 'roll-forward', label: 'Roll-forward' },
            { value: 'balances', label: 'Balances' },
          ]}
          onChange={onShow}
        />
        <SaveButtons
          report={() => reportOf(ledger, asked, scope, `${pathname}${search}`)}
          onSaved={(facts) => setSaved({ facts, of: scope })}
        />
        <PackButton
          vaults={asked.vaults}
          period={{ first: asked.period.first, last: asked.period.last, name: periodName(asked.period) }}
          link={`${pathname}?period=${writePeriod(asked.period)}`}
        />
      </div>
      <p className={styles.muted}>{spanText(asked.period, ledger)}</p>
      {shown.length === 0 ? (
        <EmptyState icon={<ScrollText />} title={nothing.title}>
          <p>{nothing.text}</p>
        </EmptyState>
      ) : show === 'balances' ? (
        <>
          <ValuationBar statement={statement} day={day} valuation={valuation} onChange={setPrices} />
          <Balances
            statement={withToday}
            day={isOpen ? null : day}
            valuation={valuation}
            hrefOf={hrefOf}
            stale={stale}
          />
        </>
      ) : (
        <RollForward
          statement={statement}
          rule={settlement.rule}
          period={scope.period}
          isOfAll={asked.vaults === null}
          isOpen={isOpen}
          hrefOf={hrefOf}
          stale={stale}
        />
      )}
      <OneAsset statement={statement} ledger={ledger} scope={scope} />
      <InFlight list={inFlight} />
      <Signatures />
    </>
  )
}

const loadChart = lazyChunk(() => import('./BalanceByDay.tsx'))

/** The balance by day of the one asset that a statement is of, where several vaults held it: that of a single one is in its ledger. */
function OneAsset({
  statement: [asset, ...others],
  ledger,
  scope,
}: {
  statement: readonly AssetLines[]
  ledger: Ledger
  scope: StatementScope
}) {
  const isWanted = asset !== undefined && asset.lines.length > 1 && others.length === 0
  const View = useFetched(loadChart, isWanted)
  const holdings = useMemo(() => {
    const lines = new Set(asset?.lines.map(({ key }) => holdingName(key)))
    return ledger.settlement.holdings.filter(({ key }) => lines.has(holdingName(key)))
  }, [asset, ledger])
  if (!isWanted || !View) return null
  return <View holdings={holdings} period={scope.period} today={ledger.today} heading="h2" />
}
