import { useId } from 'react'
import { type NamedParty, partyOf } from '../../addresses/party.ts'
import type { Direction } from '../../contract/counterparty.ts'
import type { Transaction } from '../../contract/normal-records.ts'
import { usePartyFacts } from '../../display/addresses/book.tsx'
import { TransactionPreview } from '../../list/TransactionPreview.tsx'
import layout from '../../ui/layout.module.css'
import { Link } from '../../ui/links.tsx'
import { counterpartyHref, type PartyLink } from '../../url/hrefs.ts'
import PartyUse from './PartyUse.tsx'
import { useCounterparty } from './use-counterparty.ts'

/** What went to the other end of a transaction and came from it. Nothing between two vaults. */
export default function WithCounterparty({ transaction }: { transaction: Transaction }) {
  for (const end of ['destination', 'source'] as const) {
    const party = partyOf(transaction, end)
    const { type, address, id } = party
    if (type !== 'vault' && type !== 'network' && (address || id))
      return (
        <WithParty
          end={party}
          direction={end === 'destination' ? 'sent' : 'received'}
          id={transaction.transaction_id}
        />
      )
  }
  return null
}

function WithParty({ end, direction, id }: { end: NamedParty; direction: Direction; id: string | null }) {
  const heading = useId()
  const { mismatch } = usePartyFacts(end)
  const party = linkOf(end, mismatch !== null)
  const { memo } = party
  const query = useCounterparty(party)
  return (
    <section className={layout.sections} aria-labelledby={heading}>
      <div className={layout.stack}>
        <h3 id={heading} className={layout.heading}>
          <Link to={counterpartyHref(party)}>With this counterparty</Link>
        </h3>
        <PartyUse party={party} query={query} own={direction} none="Nothing" />
      </div>
      {/* How high the figures are is not known before they come, and a list under them would move. */}
      {!query.isPending && (
        <TransactionPreview
          title="More with this counterparty"
          filter={memo ? { sent_to: party.id, memo } : { counterparty: party.id }}
          ends="both"
          nothing="There are no others."
          all="See all"
          except={id}
        />
      )}
    </section>
  )
}

/** Who is named is not who was paid where the address is another one. */
function linkOf({ id, address, memo }: NamedParty, isOther: boolean): PartyLink {
  if (id && (!isOther || !address)) return { id }
  return { id: address ?? '', ...(memo && { memo }) }
}
