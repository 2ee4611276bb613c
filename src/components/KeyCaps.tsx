import { Fragment } from 'react'
import { modKeyName } from '../ui/use-shortcuts.ts'
import styles from './KeyCaps.module.css'

/** Keys as they are pressed: `g t` one after the other, `Mod+k` at once. */
export function KeyCaps({ keys }: { keys: string }) {
  return (
    <span className={styles.keys}>
      {keys.split(/[ +]/).map((key, index) => (
        <Fragment key={key}>
          {index > 0 && <span className={styles.joint}>{keys.includes('+') ? '+' : 'then'}</span>}
          <kbd className={styles.key}>{key === 'Mod' ? modKeyName() : key}</kbd>
        </Fragment>
      ))}
    </span>
  )
}
