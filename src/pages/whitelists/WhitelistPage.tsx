import { useParams } from 'react-router-dom'
import { failureOf } from '../../api/failure.ts'
import { countText } from '../../contract/count-text.ts'
import { nameOrId } from '../../contract/normal-records.ts'
import { RecordSkeleton } from '../../display/record.tsx'
import { UntrustedText } from '../../display/text.tsx'
import { withHiddenNamed } from '../../display/untrusted-text.ts'
import { useTotals } from '../../kits/totals/use-totals.tsx'
import { ReadingPage } from '../../list/ReadingPage.tsx'
import { TransactionPreview } from '../../list/TransactionPreview.tsx'
import layout from '../../ui/layout.module.css'
import { Banner } from '../../ui/messages.tsx'
import { plainCodec } from '../../url/lists.ts'
import { useWhitelist, useWhitelistFilters } from './use-whitelist.ts'
import { UnknownWhitelist, unnamedWhitelist, WhitelistDetails } from './WhitelistDetails.tsx'

/** `/whitelists/:id`: one whitelist, and what went to it. */
export default function WhitelistPage() {
  const { id = '' } = useParams()
  const { query, found: answer } = useWhitelist(id)
  const found = answer?.records ?? []
  const isAmbiguous = found.length > 1
  return (
    <ReadingPage
      codec={plainCodec}
      title={withHiddenNamed(nameOrId(found[0]?.whitelist_name, found[0]?.whitelist_id) ?? unnamedWhitelist)}
      queries={[query]}
      isShown={found.length > 0}
    >
      {isAmbiguous && (
        <Banner tone="warning" title={`The service lists ${countText(found.length)} whitelists with this id`}>
          <p>
            All of them are shown. Transactions name a whitelist by its id alone, so they may belong to any of
            these.
          </p>
        </Banner>
      )}
      {found.map((whitelist, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: several only where their id is not unique either
        <section key={index} className={layout.sections}>
          {isAmbiguous && (
            <h2 className={layout.heading}>
              <UntrustedText text={nameOrId(whitelist.whitelist_name, id)} fallback={unnamedWhitelist} />
            </h2>
          )}
          <WhitelistDetails whitelist={whitelist} isPage>
            {index === 0 && <UsedBy id={id} />}
          </WhitelistDetails>
        </section>
      ))}
      {found.length === 0 &&
        (answer ? (
          <UnknownWhitelist id={id} isWhole={answer.isWhole} />
        ) : (
          !failureOf(query) && <RecordSkeleton noun="whitelist" />
        ))}
    </ReadingPage>
  )
}

function UsedBy({ id }: { id: string }) {
  const filter = useWhitelistFilters(id).to
  const totals = useTotals('whitelist', filter)
  return (
    <>
      <TransactionPreview
        title="Used by"
        filter={filter}
        ends="source"
        nothing="The service lists no transactions to this whitelist."
        all="All transactions to it"
      />
      <div>{totals.button}</div>
      {totals.strip}
    </>
  )
}
