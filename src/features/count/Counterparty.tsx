import { useId } from 'react'
import type { Transaction } from '../../contract/normal-records.ts'
import { FewTransactions } from '../../list/FewTransactions.tsx'
import { useStableValue } from '../../ui/hooks.ts'
import layout from '../../ui/layout.module.css'
import { PartyUseView, UsesNote } from './PartyUses.tsx'
import { counterpartyOf, partyFilter } from './party.ts'
import { usePartyUses } from './use-party-uses.ts'

/** What went to the other end of a transaction and came from it. Nothing between two vaults. */
export default function CounterpartyView({ transaction }: { transaction: Transaction }) {
  const counterparty = useStableValue(counterpartyOf(transaction))
  return counterparty && <WithCounterparty counterparty={counterparty} id={transaction.transaction_id} />
}

function WithCounterparty({
  counterparty: { party, direction },
  id,
}: {
  counterparty: NonNullable<ReturnType<typeof counterpartyOf>>
  id: string | null
}) {
  const heading = useId()
  const uses = usePartyUses([party])
  return (
    <section className={layout.sections} aria-labelledby={heading}>
      <div>
        <h3 id={heading} className={layout.heading}>
          With this counterparty
        </h3>
        <UsesNote uses={uses} />
        {(uses.state === 'read' || uses.state === 'waiting') && (
          <PartyUseView party={party} use={uses.at(0)} own={direction} isDated={false} none="Nothing" />
        )}
      </div>
      <FewTransactions
        title="More with this counterparty"
        filter={party.address === null ? partyFilter(party, direction) : { address: party.address }}
        ends="both"
        nothing="There are no others."
        all="See all"
        except={id}
      />
    </section>
  )
}
