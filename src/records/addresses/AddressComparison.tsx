import { Fragment, type ReactNode } from 'react'
import type { AddressFacts } from '../../addresses/book.ts'
import type { LookAlike } from '../../addresses/known.ts'
import type { DifferencePart } from '../../addresses/likeness.ts'
import { UntrustedText } from '../UntrustedText.tsx'
import { withHiddenNamed } from '../untrusted-text.ts'
import { AddressName } from './AddressName.tsx'
import styles from './addresses.module.css'
import { useAddressBook } from './book.tsx'
import { comparisonGroups } from './comparison-groups.ts'
import { sameAddress } from './same-address.ts'

/** An address and the trusted one that it resembles, one above the other, with the characters marked in which they differ. */
export function AddressComparison({
  address,
  lookAlike: { known },
  title = 'This address',
}: {
  address: string
  lookAlike: LookAlike
  /** What the first of the two is called. */
  title?: ReactNode
}) {
  const book = useAddressBook()
  if (book === null) return null
  const difference = book.differenceOf(address, known)
  // They were compared as addresses of the chain of the known one.
  const factsOf = (one: string) => book.factsOf(one, known.networkId)
  return (
    <figure
      className={styles.figure}
      aria-label={`Beside ${withHiddenNamed(known.name || known.id || 'the known address')}`}
    >
      <dl className={styles.comparison}>
        <div>
          <dt>{title}</dt>
          <dd>
            <Parts parts={difference.address} facts={factsOf(address)} />
          </dd>
        </div>
        <div>
          <dt>
            <AddressName known={known} link />
          </dt>
          <dd>
            <Parts parts={difference.trusted} facts={factsOf(known.address)} />
          </dd>
        </div>
      </dl>
    </figure>
  )
}

/** As everywhere, what would be hidden is named. */
function Parts({ parts, facts }: { parts: readonly DifferencePart[]; facts: AddressFacts }) {
  const groups = comparisonGroups(parts)
  return (
    <bdi className={styles.whole} {...sameAddress(facts)}>
      {groups.map((runs, index) => (
        <Fragment key={runs[0]?.at ?? index}>
          {/* One that is all of it may be long, and ends its lines anywhere. */}
          <span className={groups.length > 1 ? styles.group : undefined}>
            {runs.map(({ text, differs, at }) =>
              differs ? (
                <mark key={at}>
                  <UntrustedText text={text} />
                </mark>
              ) : (
                <UntrustedText key={at} text={text} />
              ),
            )}
          </span>
          <wbr />
        </Fragment>
      ))}
    </bdi>
  )
}
