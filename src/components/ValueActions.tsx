import { ListFilter } from 'lucide-react'
import { Link } from 'react-router-dom'
import type { Filter } from '../contract/endpoints.ts'
import { CopyButton } from '../ui/CopyButton.tsx'
import { transactionsHref } from '../url/hrefs.ts'
import styles from './ValueActions.module.css'

/** What can be done with a value of a transaction: copy it, and show the transactions that share it. */
export function ValueActions({
  label,
  value,
  filter,
}: {
  /** What the value is: "source address". */
  label: string
  value: string | null
  /** The filter that it means; left out where the service cannot filter by it. */
  filter?: Filter<'transactions'>
}) {
  if (!value) return null
  const show = `Show all transactions with this ${label}`
  return (
    <>
      <CopyButton text={value} label={`Copy ${label}`} />
      {filter && (
        <Link to={transactionsHref(filter)} className={styles.filter} aria-label={show} title={show}>
          <ListFilter aria-hidden />
        </Link>
      )}
    </>
  )
}
