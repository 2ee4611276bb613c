import { Fragment } from 'react'
import { keyGroups } from '../components/keys.ts'
import { Sheet } from '../ui/Sheet.tsx'
import { modKeyName } from '../ui/use-shortcuts.ts'
import styles from './KeyboardHelp.module.css'

/** What `?` shows: every key of the console, by where it works. */
export function KeyboardHelp({ onClose }: { onClose: () => void }) {
  return (
    <Sheet label="Keyboard shortcuts" onClose={onClose}>
      <div className={styles.groups}>
        {keyGroups.map(({ label, lines }) => (
          <section key={label}>
            <h2 className={styles.heading}>{label}</h2>
            <dl className={styles.keys}>
              {lines.map(({ keys, what }) => (
                <div key={what} className={styles.line}>
                  <dt>
                    {keys.map((each) => (
                      <Keys key={each} keys={each} />
                    ))}
                  </dt>
                  <dd>{what}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Sheet>
  )
}

/** `g t` is pressed one after the other, `Mod+k` at once. */
function Keys({ keys }: { keys: string }) {
  return (
    <span className={styles.pair}>
      {keys.split(/[ +]/).map((key, index) => (
        <Fragment key={key}>
          {index > 0 && <span className={styles.joint}>{keys.includes('+') ? '+' : 'then'}</span>}
          <kbd className={styles.key}>{key === 'Mod' ? modKeyName() : key}</kbd>
        </Fragment>
      ))}
    </span>
  )
}
