import { Link } from 'react-router-dom'
import type { Filter } from '../../contract/endpoints.ts'
import { FullIdentifier } from '../../records/identifiers.tsx'
import { UntrustedText } from '../../records/text.tsx'
import { classes } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { Banner } from '../../ui/messages.tsx'
import { transactionsHref } from '../../url/hrefs.ts'
import { requestInWords } from './use-listed.ts'

/** Which spellings of an address were asked for, and what of them is not in the list. */
export function AccountNotice({
  held,
  leftOut,
  spellings,
  doubt,
}: {
  held: readonly Filter<'transactions'>[]
  leftOut: readonly Filter<'transactions'>[]
  spellings: readonly string[]
  doubt: string | null
}) {
  const [shown] = held
  const ends = new Set(held.map(({ source_address }) => (source_address === undefined ? 'to' : 'from')))
  return (
    <>
      {leftOut.length > 0 && shown && (
        <Banner tone="warning" title="Not all transactions of this address are in this list">
          <p>
            Its lists are too long to be read whole and joined. Here: <Request request={shown} />. Not here:
          </p>
          <ul>
            {leftOut.map((request) => (
              <li key={JSON.stringify(request)}>
                <Link to={transactionsHref(request)}>
                  <Request request={request} />
                </Link>
              </li>
            ))}
          </ul>
        </Banner>
      )}
      {(spellings.length > 1 || doubt !== null) && (
        <details className={classes(layout.small, layout.muted)}>
          <summary>
            {spellings.length > 1
              ? `Asked for ${spellings.length} spellings of the address`
              : 'Asked for the address as written'}
            {ends.size > 1 && ', first to it, then from it'}
            {doubt !== null && `. ${doubt}`}
          </summary>
          <ul>
            {spellings.map((spelling) => (
              <li key={spelling}>
                <FullIdentifier text={spelling} grouped={false} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

function Request({ request }: { request: Filter<'transactions'> }) {
  return <UntrustedText text={requestInWords(request)} />
}
