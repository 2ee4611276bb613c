import { useId } from 'react'
import { Link } from 'react-router-dom'
import { failureOf } from '../../api/api-error.ts'
import { useVaults } from '../../api/hooks.ts'
import type { Vault } from '../../api/records.ts'
import type { Filter } from '../../contract/endpoints.ts'
import { Amount } from '../../records/amounts.tsx'
import { VaultTypeBadge } from '../../records/badges.tsx'
import { ErrorBanner } from '../../records/errors.tsx'
import list from '../../records/holdings/record-list.module.css'
import { usePreferences } from '../../records/preferences.ts'
import { UntrustedText } from '../../records/text.tsx'
import { SkeletonText } from '../../ui/inline.tsx'
import type { HoldingId } from '../../url/holding-id.ts'
import { vaultHref, vaultsHref } from '../../url/hrefs.ts'
import styles from './HoldingDrawer.module.css'
import { heldIn } from './words.ts'

/** The vaults that hold an asset on a network, with how much: the first of them, and the way to all. */
export function HeldIn({ title, id, filter }: { title: string; id: HoldingId; filter: Filter<'vaults'> }) {
  const { live } = usePreferences()
  const heading = useId()
  const query = useVaults(filter, first, { live })
  const failure = failureOf(query)
  const page = query.isPlaceholderData ? undefined : query.data
  return (
    <section className={list.section} aria-labelledby={heading} aria-busy={!page && !failure}>
      <div className={list.head}>
        <h2 id={heading} className={list.heading}>
          {title}
        </h2>
        {page && page.records.length > 0 && (
          <Link to={vaultsHref(filter)} className={list.all}>
            {page.hasNext ? heldIn.first(page.records.length) : heldIn.all}
          </Link>
        )}
      </div>
      {failure && <ErrorBanner error={failure} onRetry={() => void query.refetch()} />}
      {page && page.records.length > 0 && (
        <ul className={list.list}>
          {page.records.map((vault, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: nothing in a received record is certain to be unique
            <li key={index}>
              <OneVault vault={vault} id={id} />
            </li>
          ))}
        </ul>
      )}
      {page?.records.length === 0 && <p className={list.nothing}>{heldIn.nothing}</p>}
      {!page && !failure && <SkeletonText width="70%" />}
    </section>
  )
}

const first = { limit: 50, offset: 0 }

function OneVault({ vault, id }: { vault: Vault; id: HoldingId }) {
  // Vaults come with all that they hold.
  const held = vault.assets.filter(
    ({ asset_id, network_id }) => asset_id === id.asset_id && (network_id ?? null) === id.network_id,
  )
  const content = (
    <>
      <span className={styles.name}>
        <UntrustedText text={vault.vault_name ?? vault.vault_id} />
        <VaultTypeBadge type={vault.vault_type} />
      </span>
      {held.length === 0 && (
        <span className={list.amount}>
          <UntrustedText text={null} />
        </span>
      )}
      {held.map(({ balances }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a vault may list the same asset twice
        <span key={index} className={list.amount}>
          <Amount value={balances.total_balance} />
        </span>
      ))}
    </>
  )
  return vault.vault_id ? (
    <Link to={vaultHref(vault.vault_id)} className={list.row}>
      {content}
    </Link>
  ) : (
    <div className={list.row}>{content}</div>
  )
}
