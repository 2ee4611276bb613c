import { useId } from 'react'
import type { Transaction } from '../../contract/normal-records.ts'
import { FewTransactions } from '../../list/FewTransactions.tsx'
import { useStableValue } from '../../ui/hooks.ts'
import layout from '../../ui/layout.module.css'
import { useBooks } from '../../work/work.ts'
import { PartyUseView, usePartyUses } from './PartyUses.tsx'
import { counterpartyOf, partyFilter } from './party.ts'

/** What went to the other end of a transaction and came from it. Empty until the books are there. */
export default function CounterpartyView({ transaction }: { transaction: Transaction }) {
  const { books } = useBooks()
  const counterparty = useStableValue(counterpartyOf(transaction))
  if (books === null || counterparty === null) return null
  return <WithCounterparty counterparty={counterparty} id={transaction.transaction_id} />
}

function WithCounterparty({
  counterparty: { party, direction },
  id,
}: {
  counterparty: NonNullable<ReturnType<typeof counterpartyOf>>
  id: string | null
}) {
  const heading = useId()
  const uses = usePartyUses([party], false)
  return (
    <section className={layout.sections} aria-labelledby={heading}>
      <div>
        <h3 id={heading} className={layout.heading}>
          With this counterparty
        </h3>
        <PartyUseView shown={uses.at(0)} own={direction} none="Nothing" />
        <p className={layout.small}>Amounts of completed transactions</p>
      </div>
      <FewTransactions
        title="Others with it"
        filter={party.address === null ? partyFilter(party, direction) : { address: party.address }}
        ends="both"
        nothing="There are no others."
        all="All with it"
        except={id}
      />
    </section>
  )
}
