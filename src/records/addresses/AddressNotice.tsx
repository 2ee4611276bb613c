import { AddressComparison } from './AddressComparison.tsx'
import styles from './addresses.module.css'
import { type Caution, inOneSentence, isAlarm } from './caution.ts'

/** What is the matter with an address, at length: the two one above the other, or why it is no address, or not that one's. */
export function AddressNotice({ address, caution }: { address: string; caution: Caution | null }) {
  if (caution === null) return null
  return (
    <div className={styles.notice} data-tone={isAlarm(caution) ? 'danger' : 'neutral'}>
      <p className={styles.noticeTitle}>{titleOf(caution)}</p>
      {caution.kind === 'failed' ? (
        <p>{sentence(caution.reason)} Do not send to it.</p>
      ) : 'lookAlikes' in caution ? (
        caution.lookAlikes.map((lookAlike) => (
          <AddressComparison
            key={JSON.stringify([lookAlike.known.id, lookAlike.known.networkId, lookAlike.known.address])}
            address={address}
            lookAlike={lookAlike}
          />
        ))
      ) : (
        <p>{caution.meaning}</p>
      )}
    </div>
  )
}

function titleOf(caution: Caution): string {
  if (caution.kind === 'failed')
    return caution.checksum ? 'Its checksum is wrong' : 'Not an address of this network'
  if (caution.kind === 'look-alike') return 'Looks like a known address, but is different'
  return caution.kind === 'one-end' ? 'Shares one end with a known address' : inOneSentence(caution)
}

function sentence(part: string): string {
  return `${part.charAt(0).toUpperCase()}${part.slice(1)}.`
}
