import { Link } from 'react-router-dom'
import type { KnownAddress } from '../../addresses/known.ts'
import { vaultHref, whitelistHref } from '../../url/hrefs.ts'
import { UntrustedText } from '../UntrustedText.tsx'
import styles from './addresses.module.css'

/** Who has a known address, in one line: "Kraken settlement · whitelist". As a link, where it names a page. */
export function AddressName({ known, link = false }: { known: KnownAddress; link?: boolean }) {
  const { id, kind, name } = known
  const label = <UntrustedText text={name || id} fallback="Without a name" />
  return (
    <>
      {link && id ? <Link to={kind === 'vault' ? vaultHref(id) : whitelistHref(id)}>{label}</Link> : label}
      <span className={styles.keeper}> · {kind === 'vault' ? 'own vault' : 'whitelist'}</span>
    </>
  )
}
