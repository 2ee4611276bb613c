import { useId } from 'react'
import type { Transaction } from '../../api/records.ts'
import { FewTransactions } from '../../list/FewTransactions.tsx'
import { useStableValue } from '../../ui/hooks.ts'
import layout from '../../ui/layout.module.css'
import { DescriptionItem, DescriptionList } from '../../ui/page.tsx'
import { FromBooks } from '../../work/BooksNeeded.tsx'
import { useBooks } from '../../work/use-books.ts'
import { PartyFlowView } from './PartyFlowView.tsx'
import { counterpartyOf, type PartyAsked, type PartyUse, partyFilter } from './party.ts'

/** What went to the other end of a transaction and came from it. Nothing until the books are there: it comes last. */
export default function CounterpartyView({ transaction }: { transaction: Transaction }) {
  const { books } = useBooks()
  const counterparty = useStableValue(counterpartyOf(transaction))
  const heading = useId()
  if (books === null || counterparty === null) return null
  const { party, direction } = counterparty
  return (
    <section className={layout.sections} aria-labelledby={heading}>
      <div>
        <h3 id={heading} className={layout.heading}>
          With this counterparty
        </h3>
        <FromBooks view="party-use" books={books} input={{ parties: [party], isDated: false }}>
          {({ uses: [use] }) => use && <Flows party={party} use={use} direction={direction} />}
        </FromBooks>
        <p className={layout.small}>Amounts of completed transactions</p>
      </div>
      <FewTransactions
        title="Others with it"
        filter={party.address === null ? partyFilter(party, direction) : { address: party.address }}
        ends="both"
        nothing="There are no others."
        all="All with it"
        except={transaction.transaction_id}
      />
    </section>
  )
}

const directions = [
  { direction: 'sent', term: 'Sent to it' },
  { direction: 'received', term: 'Received from it' },
] as const

function Flows({
  party,
  use,
  direction: own,
}: {
  party: PartyAsked
  use: PartyUse
  direction: 'sent' | 'received'
}) {
  return (
    <DescriptionList>
      {directions.map(({ direction, term }) => (
        <DescriptionItem key={direction} term={term}>
          <PartyFlowView
            party={party}
            direction={direction}
            flow={use[direction]}
            isOwn={direction === own}
          />
        </DescriptionItem>
      ))}
    </DescriptionList>
  )
}
