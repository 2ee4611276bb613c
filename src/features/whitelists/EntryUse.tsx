import { type ReactNode, useState } from 'react'
import type { Whitelist, WhitelistAsset } from '../../api/records.ts'
import { counted } from '../../contract/count-text.ts'
import { datesOffTexts, zoneOfDays } from '../../records/dates.ts'
import { usePreferences } from '../../records/preferences.ts'
import { Button } from '../../ui/buttons.tsx'
import { useStableValue } from '../../ui/hooks.ts'
import { classes, SkeletonText } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { useBooks, useBooksView } from '../../work/use-books.ts'
import { type PartyAsked, PartyFlowView, type PartyUses } from '../count/index.ts'
import styles from './whitelists.module.css'

/** How often and how much each entry of a whitelist was used. Dates are asked for by themselves where there are few. */
export function useEntryUses({ assets }: Whitelist) {
  const { books } = useBooks()
  const { dates } = usePreferences()
  const parties = useStableValue(assets.map(partyOfEntry))
  const [isAsked, setAsked] = useState(false)
  const known = useBooksView('party-use', books, { parties, isDated: false }).data
  const rows = known?.rows ?? 0
  const isDated = dates && rows > 0 && (isAsked || rows <= mostRows)
  const dated = useBooksView('party-use', isDated ? books : null, { parties, isDated: true }).data
  const answer = dated ?? known
  return {
    isKnown: books !== null,
    entryAt: (place: number): EntryUse | null => {
      const [party, use] = [parties[place], answer?.uses[place]]
      return party && use && answer ? { party, use, off: answer.off, isAwaited: isDated && !dated } : null
    },
    whose: books?.transactions.days.whose ?? 'utc',
    /** Where there are many. */
    find: dates && answer?.off === null && rows > mostRows && !isAsked && (
      <Button small onClick={() => setAsked(true)}>
        Find first and last use of {counted(rows, 'transaction')}
      </Button>
    ),
  }
}

/** More dates take a while to find. */
const mostRows = 60

interface EntryUse {
  readonly party: PartyAsked
  readonly use: PartyUses['uses'][number]
  readonly off: PartyUses['off']
  /** Its dates are on their way. */
  readonly isAwaited: boolean
}

/** Without an address it matches nothing. */
function partyOfEntry({ address, asset_id, network_id }: WhitelistAsset): PartyAsked {
  return {
    address: address || null,
    id: null,
    asset: asset_id && network_id ? { asset_id, network_id } : null,
  }
}

export function EntryUseView({
  uses: { entryAt, whose },
  place,
}: {
  uses: ReturnType<typeof useEntryUses>
  place: number
}) {
  const entry = entryAt(place)
  if (!entry) return <SkeletonText width="60%" />
  const { party, use, off, isAwaited } = entry
  if (use.sent.count + use.received.count === 0)
    return <p className={layout.small}>No transactions of this asset with this address</p>
  const dayOf = (day: string | null) => {
    if (day !== null) return `${day} ${zoneOfDays(whose)}`
    if (isAwaited) return <SkeletonText width="5rem" />
    return <span title={off === null ? 'Not every date is known' : datesOffTexts[off]}>–</span>
  }
  return (
    <ul className={classes(layout.small, styles.use)}>
      <Figure term="Sent">
        <PartyFlowView party={party} direction="sent" flow={use.sent} />
      </Figure>
      <Figure term="Received">
        <PartyFlowView party={party} direction="received" flow={use.received} />
      </Figure>
      <Figure term="First used">{dayOf(use.first)}</Figure>
      <Figure term="Last used">{dayOf(use.last)}</Figure>
    </ul>
  )
}

function Figure({ term, children }: { term: string; children: ReactNode }) {
  return (
    <li>
      <div className={layout.muted}>{term}</div>
      {children}
    </li>
  )
}
