import ScrollText from 'lucide-react/icons/scroll-text'
import { type ComponentProps, useMemo } from 'react'
import { dayNumber } from '../../api/dates/day.ts'
import { useVaults } from '../../api/hooks.ts'
import { namesOf } from '../../books/balances.ts'
import { limitRange } from '../../contract/endpoints.ts'
import { InvalidParameters } from '../../list/InvalidParameters.tsx'
import {
  ReadAgainButton,
  ReadingFailure,
  ReadingIntroduction,
} from '../../list/reading/ReadingIntroduction.tsx'
import { ReadingProgress } from '../../list/reading/ReadingProgress.tsx'
import { booksProgressWords, useBooks } from '../../list/reading/use-books.ts'
import { useListView } from '../../list/use-list-view.ts'
import { ListActions } from '../../list/views/ListActions.tsx'
import { ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { lazyChunk, useFetched } from '../../ui/LazyBoundary.tsx'
import { PageBody } from '../../ui/PageBody.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import {
  readVaultHolding,
  statementsView,
  type VaultHolding,
  writeAssets,
  writePeriod,
  writeVaults,
} from '../../url/statements.ts'
import { PeriodChoice, PickMany } from './Choices.tsx'
import type HoldingLedger from './HoldingLedger.tsx'
import { ledgerOf } from './ledger.ts'
import { assetOptions, assetSummary, vaultOptions, vaultSummary } from './options.ts'
import { Statement } from './Statement.tsx'
import { askedBy, refusalOf } from './scope.ts'
import styles from './statements.module.css'
import { backToStatement, introduction, nothing } from './words.ts'

/** `/statements`: what was held at both ends of a period, how one became the other, and whether that is proved. */
export default function StatementsPage() {
  const { view, patch, href } = useListView(statementsView)
  const { params } = view
  const today = new Date().toISOString().slice(0, 10)
  const asked = useMemo(() => askedBy(params, today), [params, today])
  const reading = useBooks()
  const { result: books, progress, failure, cancel } = reading
  const ledger = useMemo(() => books && ledgerOf(books), [books])
  const refusal = refusalOf(view, asked, ledger?.today ?? dayNumber(today) ?? 0)
  const vaults = useVaults({}, { limit: limitRange.max, offset: 0 }, { live: false }).data?.records
  const names = useMemo(() => ledger?.balances.vaults ?? namesOf(vaults ?? []), [ledger, vaults])
  const chosenVaults = asked.vaults ? ('type' in asked.vaults ? [asked.vaults.type] : asked.vaults.ids) : []
  const chooseVaults = (chosen: readonly string[]) => {
    const latest = chosen.at(-1)
    const type = latest === 'cold' || latest === 'warm' ? latest : null
    const ids = chosen.filter((one) => one !== 'cold' && one !== 'warm')
    patch({ params: { vaults: type ? writeVaults({ type }) : ids.length > 0 ? writeVaults({ ids }) : null } })
  }
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
        {refusal?.title !== nothing.link && (
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
                options={assetOptions(ledger.settlement.holdings, asked.assets ?? [])}
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
        )}
      </PageHeader>
      <PageBody>
        <InvalidParameters invalid={view.invalid} onRemove={() => patch({ invalid: [] })} />
        <ReadingFailure reading={reading} />
        {progress && (
          <ReadingProgress
            {...booksProgressWords(progress.position)}
            progress={progress}
            onEnd={cancel}
            hold={reading}
          />
        )}
        {refusal && (
          <EmptyState icon={<ScrollText />} title={refusal.title}>
            <p>{refusal.text}</p>
          </EmptyState>
        )}
        {!refusal && ledger && holding && (
          <HoldingShown
            ledger={ledger}
            holding={holding}
            asked={asked}
            backHref={href({ params: { holding: null } })}
          />
        )}
        {!refusal && ledger && !holding && (
          <Statement
            ledger={ledger}
            asked={asked}
            show={show}
            stale={progress !== null || failure !== null}
            onShow={(chosen) => patch({ params: { show: chosen === 'balances' ? chosen : null } })}
            hrefOf={(params) => href({ params })}
          />
        )}
        {!refusal && (
          <ReadingIntroduction icon={<ScrollText />} title={introduction.title} reading={reading}>
            <p>{introduction.text}</p>
            <ul className={styles.list}>
              {introduction.parts.map((part) => (
                <li key={part}>{part}</li>
              ))}
            </ul>
          </ReadingIntroduction>
        )}
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
      title={nothing.holding}
      actions={<ButtonLink to={rest.backHref}>{backToStatement}</ButtonLink>}
    >
      <p>{nothing.ofHolding}</p>
    </EmptyState>
  )
}
