import { keyGroups } from '../records/keys.ts'
import { Sheet } from '../ui/dialogs.tsx'
import { KeyCaps } from '../ui/shortcuts.tsx'
import styles from './KeyboardHelp.module.css'

/** What `?` shows: every key of the console, by where it works. */
export default function KeyboardHelp({ onClose }: { onClose: () => void }) {
  return (
    <Sheet label="Keyboard shortcuts" onClose={onClose} wide>
      <div className={styles.groups}>
        {keyGroups.map(({ label, lines }) => (
          <section key={label} className={styles.group}>
            <h3 className={styles.heading}>{label}</h3>
            <dl className={styles.keys}>
              {lines.map(({ keys, what }) => (
                <div key={what} className={styles.line}>
                  <dt>
                    {keys.map((each) => (
                      <KeyCaps key={each} keys={each} />
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
