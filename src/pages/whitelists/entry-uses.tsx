/** How each entry of a whitelist was used, and what its memo says. */
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import { failureOf } from '../../api/failure.ts'
import { countText } from '../../contract/count-text.ts'
import { countOf, type Direction } from '../../contract/counterparty.ts'
import type { Whitelist, WhitelistAsset } from '../../contract/normal-records.ts'
import { useAddressBook } from '../../display/addresses/book.tsx'
import { Amount } from '../../display/amounts.tsx'
import { RecordedDay } from '../../display/recorded-day.tsx'
import { UntrustedText } from '../../display/text.tsx'
import { useCounterparty } from '../../kits/party/use-counterparty.ts'
import { classes, SkeletonText } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { type EntryUses, listedUses } from './listed-uses.ts'
import styles from './whitelists.module.css'

export function useEntryUses(whitelist: Whitelist): EntryUses {
  const query = useCounterparty({ id: whitelist.whitelist_id ?? '' })
  return listedUses(whitelist, query.data, failureOf(query))
}

/** What is completed, and how many others there are. Two lines, also while it is awaited. */
export function FlowFigure({ uses, entry, direction }: EntryFigure & { direction: Direction }) {
  const use = uses.of(entry)
  if (!use) return <NoUse isAwaited={use === undefined} className={styles.flow} />
  const flow = use[direction]
  const [total] = flow.totals
  const completed = countOf(flow, 'completed')
  const others = countOf(flow) - completed
  return (
    <span className={styles.flow}>
      {total && completed > 0 ? (
        <Amount value={total.amount} />
      ) : (
        <span className={layout.quiet}>Nothing</span>
      )}
      <span className={layout.quiet}>
        {[
          ...(completed > 0 ? [`in ${countText(completed)}`] : []),
          ...(total && total.amountless > 0 ? [`${countText(total.amountless)} without an amount`] : []),
          ...(others > 0 ? [`${countText(others)} not completed`] : []),
        ].join(' · ')}
      </span>
    </span>
  )
}

interface EntryFigure {
  readonly uses: EntryUses
  readonly entry: WhitelistAsset
}

function NoUse({ isAwaited, className }: { isAwaited: boolean; className: string | undefined }) {
  return (
    <span className={className}>
      {isAwaited ? <SkeletonText width="5rem" /> : <UntrustedText text={null} />}
    </span>
  )
}

export function UseDay({ uses, entry, which }: EntryFigure & { which: 'first' | 'last' }) {
  const use = uses.of(entry)
  if (!use) return <NoUse isAwaited={use === undefined} className={styles.day} />
  return (
    <span className={styles.day}>
      {countOf(use.sent) + countOf(use.received) === 0 ? (
        <span className={layout.quiet}>None</span>
      ) : (
        <RecordedDay span={use.recorded?.[which] ?? null} />
      )}
    </span>
  )
}

/** An empty memo says that there is none; a missing one says nothing. Nothing is shown for a chain without memos. */
export function NoMemo({ entry: { asset_id, network_id, address, memo } }: { entry: WhitelistAsset }) {
  const book = useAddressBook()
  if (book === null || book.needsMemo(network_id, asset_id) === false) return null
  const isMissed = book.needsSeparateMemo(address ?? '', network_id, asset_id)
  return (
    <>
      <span className={layout.muted}>{memo === '' ? 'No memo' : 'Memo not given'}</span>
      {isMissed && (
        <span className={classes(layout.row, layout.warn)}>
          <TriangleAlert size={14} aria-hidden /> Receivers on this network usually ask for one.
        </span>
      )}
    </>
  )
}
