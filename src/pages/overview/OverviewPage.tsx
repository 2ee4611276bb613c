import { useWholeList } from '../../api/whole-list.ts'
import { SkeletonList, useSplit } from '../../display/holdings/holdings.tsx'
import { heldAssets, PricesNote, usePricesNow } from '../../display/values.tsx'
import { ActivitySection } from '../../kits/activity/ActivitySection.tsx'
import { ReadingPage } from '../../list/ReadingPage.tsx'
import { classes } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { overviewCodec } from '../../url/lists.ts'
import { BalanceList, mostBalances } from './BalanceList.tsx'
import styles from './overview.module.css'
import { ReportLines } from './ReportLines.tsx'
import { Shift, ShiftActions } from './Shift.tsx'

/** `/`: what happened, what is in flight, and what all is worth. Every figure is a link to where it comes from. */
export default function OverviewPage() {
  const all = useWholeList('balances', {})
  const split = useSplit({ enabled: true })
  const prices = usePricesNow()
  return (
    <ReadingPage
      codec={overviewCodec}
      title="Overview"
      actions={<ShiftActions />}
      queries={[all, ...split.queries]}
      isShown={all.data !== undefined}
    >
      <div className={classes(layout.sections, styles.columns)}>
        <div className={layout.sections}>
          <Shift />
          <ReportLines />
        </div>
        <div className={layout.sections}>
          <section aria-labelledby="balances" className={classes(layout.stack, styles.balances)}>
            <h2 id="balances" className={layout.heading}>
              {prices.isLoading || prices.data ? (
                'Value'
              ) : (
                <>
                  Balances <span className={layout.muted}>by asset, with the share in cold vaults</span>
                </>
              )}
            </h2>
            {all.data && !prices.isLoading ? (
              <>
                <BalanceList
                  held={all.data.records}
                  splitOf={split.of}
                  values={prices.data?.values ?? null}
                />
                <PricesNote prices={prices} assets={heldAssets(all.data.records)} />
              </>
            ) : (
              (all.isPending || prices.isLoading) && <SkeletonList rows={mostBalances} />
            )}
          </section>
          <ActivitySection vaultId={null} />
        </div>
      </div>
    </ReadingPage>
  )
}
