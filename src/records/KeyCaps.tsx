import { Fragment } from 'react'
import { modKeyName } from '../ui/use-shortcuts.ts'
import styles from './KeyCaps.module.css'

/** Keys as they are pressed: `g t` one after the other, `Mod+k` at once. */
export function KeyCaps({ keys }: { keys: string }) {
  return (
    <span className={styles.keys}>
      {keys.split(/[ +]/).map((key, index) => (
        <Fragment key={key}>
          {index > 0 && keys.includes(' ') && <span className={styles.joint}>then</span>}
          <kbd className={styles.key}>{capOf(key, keys)}</kbd>
        </Fragment>
      ))}
    </span>
  )
}

/** With a modifier a letter is the key and no character: as it stands on the keyboard. */
function capOf(key: string, keys: string): string {
  if (key === 'Mod') return modKeyName()
  return keys.includes('+') ? key.toUpperCase() : key
}
