import { AddressComparison } from './AddressComparison.tsx'
import styles from './addresses.module.css'
import type { Caution } from './caution.ts'

/** What is the matter with an address, at length: the two one above the other, or why it is no address. */
export function AddressNotice({ address, caution }: { address: string; caution: Caution | null }) {
  if (caution === null) return null
  if (caution.kind === 'failed')
    return (
      <div className={styles.notice} data-tone="danger">
        <p className={styles.noticeTitle}>
          {caution.checksum ? 'Its checksum is wrong' : 'Not an address of this network'}
        </p>
        <p>{sentence(caution.reason)} Do not send to it.</p>
      </div>
    )
  const isLookAlike = caution.kind === 'look-alike'
  return (
    <div className={styles.notice} data-tone={isLookAlike ? 'danger' : 'neutral'}>
      <p className={styles.noticeTitle}>
        {isLookAlike ? 'Looks like a known address, and is another' : 'Shares one end with a known address'}
      </p>
      {caution.lookAlikes.map((lookAlike) => (
        <AddressComparison
          key={JSON.stringify([lookAlike.known.id, lookAlike.known.networkId, lookAlike.known.address])}
          address={address}
          lookAlike={lookAlike}
        />
      ))}
    </div>
  )
}

function sentence(part: string): string {
  return `${part.charAt(0).toUpperCase()}${part.slice(1)}.`
}
