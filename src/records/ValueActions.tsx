import ListFilter from 'lucide-react/icons/list-filter'
import ShieldCheck from 'lucide-react/icons/shield-check'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { Filter } from '../contract/endpoints.ts'
import { CopyButton } from '../ui/CopyButton.tsx'
import { checkHref, transactionsHref } from '../url/hrefs.ts'
import { CopyAddress } from './addresses/CopyAddress.tsx'
import styles from './ValueActions.module.css'

/** What can be done with a value of a transaction: copy it, check it if it is an address, show the transactions that share it. */
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
  return (
    <>
      {address ? (
        <>
          <CopyAddress label={label} text={value} networkId={address.networkId} />
          <IconLink
            to={checkHref({ address: value, network_id: address.networkId })}
            label={`Check this ${label}`}
          >
            <ShieldCheck aria-hidden />
          </IconLink>
        </>
      ) : (
        <CopyButton text={value} label={`Copy ${label}`} />
      )}
      {filter && (
        <IconLink to={transactionsHref(filter)} label={`Show all transactions with this ${label}`}>
          <ListFilter aria-hidden />
        </IconLink>
      )}
    </>
  )
}

function IconLink({ to, label, children }: { to: string; label: string; children: ReactNode }) {
  return (
    <Link to={to} className={styles.link} aria-label={label} title={label}>
      {children}
    </Link>
  )
}
