import { Link } from 'react-router-dom'
import { counted, countText } from '../../contract/count-text.ts'
import type { Filter } from '../../contract/endpoints.ts'
import { Amount } from '../../records/Amount.tsx'
import { transactionsHref } from '../../url/hrefs.ts'
import styles from './hygiene.module.css'
import type { Tally } from './tally.ts'

/** How many transactions there are, as a link to them, and what the completed ones add up to. */
export function Uses({
  uses: { transactions, completed, sums },
  filter,
  noun,
  isUsed = false,
}: {
  uses: Tally
  filter: Filter<'transactions'>
  /** What they are, in the singular. */
  noun: string
  /** There are some that name nobody, and so may be meant as well. */
  isUsed?: boolean
}) {
  if (transactions === 0)
    return <span className={styles.uses}>{isUsed ? 'no transaction names this entry' : 'never used'}</span>
  return (
    <span className={styles.uses}>
      <Link to={transactionsHref(filter)}>{counted(transactions, noun)}</Link>
      {completed > 0 && (
        <>
          {completed < transactions ? `, ${countText(completed)} completed: ` : ': '}
          {sums.map(({ assetId, networkId, amount, unreadable }, index) => (
            <span key={JSON.stringify([assetId, networkId])}>
              {index > 0 && ', '}
              <Amount value={amount} asset={assetId} />
              {unreadable > 0 && `, not counting ${counted(unreadable, 'unreadable amount')}`}
            </span>
          ))}
        </>
      )}
    </span>
  )
}
