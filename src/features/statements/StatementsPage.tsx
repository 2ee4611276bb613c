import ScrollText from 'lucide-react/icons/scroll-text'
import { type ComponentProps, useMemo, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { dayText } from '../../api/dates/day.ts'
import { useVaults } from '../../api/hooks.ts'
import { limitRange } from '../../contract/endpoints.ts'
import { FailedReading } from '../../list/FailedReading.tsx'
import { InvalidParameters } from '../../list/InvalidParameters.tsx'
import { ReadAgainButton, ReadingIntroduction } from '../../list/reading/ReadingIntroduction.tsx'
import { ReadingProgress } from '../../list/reading/ReadingProgress.tsx'
import { useFailureShown } from '../../list/use-failure-shown.ts'
import { useListView } from '../../list/use-list-view.ts'
import { ListActions } from '../../list/views/ListActions.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { lazyChunk, useFetched } from '../../ui/LazyBoundary.tsx'
import { PageBody } from '../../ui/PageBody.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import {
  readVaultHolding,
  statementsView,
  type VaultHolding,
  writeAssets,
  writePeriod,
  writeVaults,
} from '../../url/statements.ts'
import { SaveButtons } from '../export/index.ts'
import { PackButton } from '../pack/index.ts'
import { Balances } from './Balances.tsx'
import { PeriodChoice, PickMany } from './Choices.tsx'
import { findingsOf, inFlightIn } from './findings.ts'
import type HoldingLedger from './HoldingLedger.tsx'
import { InFlight } from './InFlight.tsx'
import { assetOptions, assetSummary, vaultOptions, vaultSummary } from './options.ts'
import { RollForward } from './RollForward.tsx'
import { reportOf } from './report.ts'
import { Findings, PaperHead, Signatures, Summary } from './Summary.tsx'
import { type Asked, askedBy, isOfWholeMonths, onlyVault, scopeOf } from './scope.ts'
import { statementOf } from './statement.ts'
import styles from './statements.module.css'
import { type OwnedLedger, useLedger } from './use-ledger.ts'
import { ValuationBar } from './ValuationBar.tsx'
import type { Valuation } from './valuation.ts'
import { daysNeeded, noDatesTexts, periodName, progressWords } from './words.ts'

/** `/statements`: what was held at both ends of a period, how one became the other, and whether that is proved. */
export default function StatementsPage() {
  const { view, patch, href } = useListView(statementsView)
  const { params } = view
  const today = new Date().toISOString().slice(0, 10)
  const asked = useMemo(() => askedBy(params, today), [params, today])
  const whole = useLedger(null)
  const only = onlyVault(asked)
  const byDays = useLedger(only)
  const byMonths = useLedger(only, 'month')
  const needsDays = params.holding !== undefined || !isOfWholeMonths(asked, today)
  // What is known of all vaults is known of each; one alone is read by months as long as that is enough.
  const reading =
    [whole, byDays, byMonths].find(
      (each) => (each.result || each.progress) && !(needsDays && each === byMonths),
    ) ?? (only === null ? whole : needsDays ? byDays : byMonths)
  const { result: ledger, progress, failure, start, cancel } = reading
  const failed = useFailureShown(failure, {
    hasRows: ledger !== undefined,
    reading: String(failure?.at),
    isUrgent: true,
  })
  const vaults = useVaults({}, { limit: limitRange.max, offset: 0 }, { live: false }).data?.records ?? []
  const names = ledger?.balances.vaults ?? vaults
  const chosenVaults = asked.vaults ? ('type' in asked.vaults ? [asked.vaults.type] : asked.vaults.ids) : []
  const chooseVaults = (chosen: readonly string[]) => {
    const latest = chosen.at(-1)
    const type = latest === 'cold' || latest === 'warm' ? latest : null
    const ids = chosen.filter((one) => one !== 'cold' && one !== 'warm')
    patch({ params: { vaults: type ? writeVaults({ type }) : ids.length > 0 ? writeVaults({ ids }) : null } })
  }
  const assets = assetOptions(ledger, asked.assets ?? [])
  // Without dates there is no ledger of a holding either: the statement says why.
  const holding =
    params.holding === undefined || ledger?.noDates !== null ? null : readVaultHolding(params.holding)
  const show = params.show === 'balances' ? 'balances' : 'roll-forward'
  return (
    <>
      <PageHeader
        title="Statements"
        actions={
          <>
            <ListActions />
            <ReadAgainButton reading={reading} />
          </>
        }
      >
        <div className={styles.choices} data-print="hide">
          <PickMany
            label="Vaults"
            summary={vaultSummary(asked, names)}
            all="All vaults"
            options={vaultOptions(names, asked)}
            chosen={chosenVaults}
            onChange={chooseVaults}
          />
          {ledger && (
            <PickMany
              label="Assets"
              summary={assetSummary(asked)}
              all="All assets"
              options={assets}
              chosen={asked.assets ? writeAssets(asked.assets).split(',') : []}
              onChange={(chosen) =>
                patch({ params: { assets: chosen.length > 0 ? chosen.join(',') : null } })
              }
            />
          )}
          <PeriodChoice
            period={asked.period}
            today={today}
            onChange={(period) => patch({ params: { period: writePeriod(period) } })}
          />
        </div>
      </PageHeader>
      <PageBody>
        <InvalidParameters invalid={view.invalid} onRemove={() => patch({ invalid: [] })} />
        <FailedReading failed={failed} onRetry={start} />
        {progress && (
          <ReadingProgress
            {...progressWords(progress.position)}
            progress={progress}
            onEnd={cancel}
            hold={reading}
          />
        )}
        {ledger && holding && (
          <HoldingShown
            ledger={ledger}
            holding={holding}
            period={asked.period}
            backHref={href({ params: { holding: null } })}
            onReadAgain={start}
          />
        )}
        {ledger && !holding && (
          <Statement
            ledger={ledger}
            asked={asked}
            show={show}
            stale={progress !== null || failure !== null}
            onShow={(chosen) => patch({ params: { show: chosen === 'balances' ? chosen : null } })}
            hrefOf={(holding) => href({ params: { holding } })}
          />
        )}
        <ReadingIntroduction
          icon={<ScrollText />}
          title="What was held, and how it came about"
          reading={reading}
        >
          <p>
            Reads every transaction with its date, and takes them back from today’s balances. Then any period
            is there at once:
          </p>
          <ul className={styles.list}>
            <li>opening and closing balance of each asset in each vault</li>
            <li>deposits, withdrawals, movements between own vaults, rewards and fees</li>
            <li>balances at the end of any day</li>
            <li>a proof: before the first transaction each balance must be exactly zero</li>
          </ul>
          {reading === byDays && byMonths.result && <p>{daysNeeded}</p>}
        </ReadingIntroduction>
      </PageBody>
    </>
  )
}

const loadHolding = lazyChunk(() => import('./HoldingLedger.tsx'))

/** The ledger of one holding; it is there, whichever vaults and assets the statement is of. */
function HoldingShown({
  ledger,
  holding: { vault_id, asset },
  ...rest
}: Omit<ComponentProps<typeof HoldingLedger>, 'holding'> & { holding: VaultHolding }) {
  const View = useFetched(loadHolding, true)
  const found = ledger.settlement.holdings.find(
    ({ key }) =>
      key.vault_id === vault_id &&
      key.asset_id === asset.asset_id &&
      (key.network_id || null) === asset.network_id,
  )
  if (found) return View && <View ledger={ledger} holding={found} {...rest} />
  return (
    <EmptyState
      icon={<ScrollText />}
      title="No such holding"
      actions={<ButtonLink to={rest.backHref}>Back to the statement</ButtonLink>}
    >
      <p>The vault holds nothing of this asset, and no transaction moved any.</p>
    </EmptyState>
  )
}

type Show = 'roll-forward' | 'balances'

function Statement({
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
  hrefOf: (holding: string) => string
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
      <Banner tone="warning" title="No statement can be made">
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
        {asked.period.last}, UTC. {isToCome && 'The period is not over: it closes with today’s balance.'}
      </p>
      {shown.length === 0 ? (
        <EmptyState icon={<ScrollText />} title="Nothing was held, and nothing moved">
          <p>Choose other vaults, assets or days.</p>
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
      <InFlight list={inFlight} ledger={ledger} />
      <Signatures />
    </>
  )
}
