import { Link } from 'react-router-dom'
import type { Filter } from '../../contract/endpoints.ts'
import { Amount } from '../../records/Amount.tsx'
import { UntrustedText } from '../../records/UntrustedText.tsx'
import { classes } from '../../ui/classes.ts'
import { balancesHref, transactionsHref, vaultHref, vaultsHref } from '../../url/hrefs.ts'
import type { HoldingKey } from './books.ts'
import type { Place } from './compare.ts'
import { type Finding, latestOf } from './reconcile.ts'
import styles from './reconciliation.module.css'
import { countOfVaults, ofVaults } from './words.ts'

/** One figure of a finding: as it was read last, as it was before where it moved, and where it comes from. */
export function FigureCell({
  finding,
  side,
  asked,
  fractionWidth,
}: {
  finding: Finding
  side: 'left' | 'right'
  /** What the reconciliation was asked for. */
  asked: Filter<'balances'>
  fractionWidth: number
}) {
  const latest = latestOf(finding)
  const { value, place } = latest[side]
  const before = finding.readings[0].comparison[side].value
  return (
    <span className={classes(styles.figure, styles.amount)}>
      <Amount value={value} fractionWidth={fractionWidth} />
      {finding.verdict === 'changed' && before !== value && (
        <span className={styles.note}>
          first reading: <Amount value={before} />
        </span>
      )}
      <span className={styles.note}>
        <Where place={place} filter={filterFor(latest, asked)} />
      </span>
    </span>
  )
}

/** A service that was asked for one asset and answered with others says the same only where it is asked the same again. */
function filterFor({ asset_id, network_id }: HoldingKey, asked: Filter<'balances'>): Filter<'balances'> {
  if (asked.asset_id !== undefined && asked.asset_id !== asset_id) return asked
  return { ...(asset_id && { asset_id }), ...(network_id && { network_id }) }
}

function Where({ place, filter }: { place: Place; filter: Filter<'balances'> }) {
  switch (place.kind) {
    case 'balance':
      return <Link to={balancesHref(filter, place.type)}>Balance of {ofVaults[place.type]}</Link>
    case 'balances':
      return place.types.map((type, index) => (
        <span key={type}>
          {index > 0 && ' + '}
          <Link to={balancesHref(filter, type)}>{ofVaults[type]}</Link>
        </span>
      ))
    case 'vaults': {
      const type = place.type === 'all' ? {} : { vault_type: place.type }
      return <Link to={vaultsHref({ ...type, ...filter })}>{countOfVaults(place.type, place.count)}</Link>
    }
    case 'vault':
      return place.id === null ? (
        <UntrustedText text={place.name} fallback="A vault without an id" />
      ) : (
        <Link to={vaultHref(place.id)}>
          <UntrustedText text={place.name || place.id} />
        </Link>
      )
    case 'transactions': {
      const { part, vault } = place
      const name = <UntrustedText text={vault.name || vault.id} fallback="a vault without an id" />
      if (!vault.id) return <>Transactions of {name}</>
      // A fee is in the figure of another asset than its transaction's.
      const { asset_id: _, ...onNetwork } = filter
      const staked = { ...filter, transaction_type: 'stake', status: 'completed' } as const
      return (
        <Link to={transactionsHref({ source_id: vault.id, ...(part === 'staking' ? staked : onNetwork) })}>
          {part === 'staking' ? 'Staked from' : 'In flight from'} {name}
        </Link>
      )
    }
    case 'parts':
      return (
        <>
          Parts: <Where place={place.of} filter={filter} />
        </>
      )
  }
}
