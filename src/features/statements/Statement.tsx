import ScrollText from 'lucide-react/icons/scroll-text'
import { useMemo, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { dayText } from '../../api/dates/day.ts'
import { Banner } from '../../ui/Banner.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { lazyChunk, useFetched } from '../../ui/LazyBoundary.tsx'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import { writePeriod } from '../../url/statements.ts'
import { SaveButtons } from '../export/index.ts'
import { PackButton } from '../pack/index.ts'
import { Balances } from './Balances.tsx'
import { holdingName } from './book.ts'
import { findingsOf, inFlightIn } from './findings.ts'
import { InFlight } from './InFlight.tsx'
import { assetSummary, vaultSummary } from './options.ts'
import { RollForward } from './RollForward.tsx'
import { reportOf } from './report.ts'
import type { StatementHref } from './rows.tsx'
import { Findings, PaperHead, Signatures, Summary } from './Summary.tsx'
import { type Asked, scopeOf } from './scope.ts'
import { type AssetLines, type StatementScope, statementOf } from './statement.ts'
import styles from './statements.module.css'
import type { OwnedLedger } from './use-ledger.ts'
import { ValuationBar } from './ValuationBar.tsx'
import type { Valuation } from './valuation.ts'
import { noDatesTexts, nothing, notOver, periodName } from './words.ts'

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
  ledger: OwnedLedger
  asked: Asked
  show: Show
  stale: boolean
  onShow: (show: Show) => void
  hrefOf: StatementHref
}) {
  const { pathname, search } = useLocation()
  const [prices, setPrices] = useState<Valuation | null>(null)
  const day = asked.period.last
  const valuation = useMemo(() => prices && { ...prices, day }, [prices, day])
  const { settlement, doubts, noDates, book } = ledger
  const scope = useMemo(() => scopeOf(asked, doubts.length === 0), [asked, doubts])
  const statement = useMemo(() => statementOf(settlement.holdings, scope), [settlement, scope])
  const balances = useMemo(
    () => statementOf(settlement.holdings, { ...scope, withToday: true }),
    [settlement, scope],
  )
  const shown = show === 'balances' ? balances : statement
  const findings = useMemo(() => findingsOf(ledger, scope), [ledger, scope])
  const inFlight = useMemo(() => inFlightIn(ledger, scope), [ledger, scope])
  if (noDates !== null)
    return (
      <Banner tone="warning" title={nothing.statement}>
        <p>{noDatesTexts[noDates]}</p>
      </Banner>
    )
  const isToCome = asked.period.last >= dayText(ledger.today)
  return (
    <>
      <PaperHead
        ledger={ledger}
        facts={[
          ['Period', `${periodName(asked.period)}, in UTC`],
          ['Vaults', vaultSummary(asked, ledger.balances.vaults)],
          ['Assets', assetSummary(asked)],
        ]}
      />
      <Summary ledger={ledger} statement={shown} scope={scope} />
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
        <SaveButtons report={() => reportOf(ledger, asked, scope, `${pathname}${search}`)} />
        <PackButton
          period={{ first: asked.period.first, last: asked.period.last, name: periodName(asked.period) }}
          link={`${pathname}?period=${writePeriod(asked.period)}`}
        />
      </div>
      <p className={styles.muted}>
        {periodName(asked.period)}: from the beginning of {asked.period.first} to the end of{' '}
        {asked.period.last}, UTC. {isToCome && notOver}
      </p>
      {shown.length === 0 ? (
        <EmptyState icon={<ScrollText />} title={nothing.title}>
          <p>{nothing.text}</p>
        </EmptyState>
      ) : show === 'balances' ? (
        <>
          <ValuationBar
            statement={statement}
            day={asked.period.last}
            valuation={valuation}
            onChange={setPrices}
          />
          <Balances
            statement={balances}
            day={asked.period.last}
            valuation={valuation}
            hrefOf={hrefOf}
            stale={stale}
          />
        </>
      ) : (
        <RollForward
          statement={statement}
          rule={settlement.rule}
          scope={scope}
          isOfAll={asked.vaults === null}
          hrefOf={hrefOf}
          stale={stale}
        />
      )}
      <OneAsset statement={statement} ledger={ledger} scope={scope} />
      <InFlight list={inFlight} ledger={ledger} />
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
  ledger: OwnedLedger
  scope: StatementScope
}) {
  const isWanted = asset !== undefined && asset.lines.length > 1 && others.length === 0
  const View = useFetched(loadChart, isWanted)
  const holdings = useMemo(() => {
    const lines = new Set(asset?.lines.map(({ key }) => holdingName(key)))
    return ledger.settlement.holdings.filter(({ key }) => lines.has(holdingName(key)))
  }, [asset, ledger])
  if (!isWanted || !View || scope.period.first > ledger.today) return null
  return <View holdings={holdings} period={scope.period} ledger={ledger} heading="h2" />
}
