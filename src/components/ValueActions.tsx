import { ListFilter } from 'lucide-react'
import { Link } from 'react-router-dom'
import type { Filter } from '../contract/endpoints.ts'
import { CopyButton } from '../ui/CopyButton.tsx'
import { transactionsHref } from '../url/hrefs.ts'
import { CopyAddress } from './addresses/CopyAddress.tsx'
import styles from './ValueActions.module.css'

/** What can be done with a value of a transaction: copy it, and show the transactions that share it. */
export function ValueActions({
  label,
  value,
  filter,
  address,
}: {
  /** What the value is: "source address". */
  label: string
  value: string | null
  /** The filter that it means; left out where the service cannot filter by it. */
  filter?: Filter<'transactions'>
  /** Where the value is an address: of which network. */
  address?: { readonly networkId: string | null }
}) {
  if (!value) return null
  const show = `Show all transactions with this ${label}`
  return (
    <>
      {address ? (
        <CopyAddress label={label} text={value} networkId={address.networkId} />
      ) : (
        <CopyButton text={value} label={`Copy ${label}`} />
      )}
      {filter && (
        <Link to={transactionsHref(filter)} className={styles.filter} aria-label={show} title={show}>
          <ListFilter aria-hidden />
        </Link>
      )}
    </>
  )
}
