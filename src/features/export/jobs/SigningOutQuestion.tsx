import { UntrustedText } from '../../../records/UntrustedText.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Sheet } from '../../../ui/Sheet.tsx'
import styles from './export.module.css'
import { type ExportJob, isRunning } from './job.ts'
import { requestWords, signOutWords as words } from './words.ts'

/** Asks whether to sign out while exports run, and names them. Closing the tab warns as well. */
export function SigningOutQuestion({
  exports,
  others,
  onAnswer,
}: {
  exports: readonly ExportJob[]
  /** How many there are of another key or account, which are only counted. */
  others: number
  onAnswer: (isSure: boolean) => void
}) {
  const running = exports.filter(isRunning)
  return (
    <Sheet
      label={words.title}
      onClose={() => onAnswer(false)}
      footer={
        <>
          <Button onClick={() => onAnswer(false)}>{words.stay}</Button>
          <Button kind="primary" onClick={() => onAnswer(true)}>
            {words.signOut}
          </Button>
        </>
      }
    >
      <div className={styles.dialog}>
        <p>{words.question}</p>
        <ul className={styles.ending}>
          {running.map(({ id, request, progress }) => (
            <li key={id}>
              {words.running(request.title, request.format, progress.rows)}
              <span className={styles.hint}>
                <UntrustedText text={requestWords(request)} />
              </span>
            </li>
          ))}
          {others > 0 && <li>{words.others(others)}</li>}
        </ul>
      </div>
    </Sheet>
  )
}
