import { counted } from '../../../contract/count-text.ts'
import { UntrustedText } from '../../../records/UntrustedText.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Sheet } from '../../../ui/Sheet.tsx'
import styles from './export.module.css'
import { type ExportJob, isRunning } from './jobs.ts'
import { filterWords, rowsText } from './words.ts'

/** Asks whether to sign out although exports have not come to their end, and names them: closing the tab warns as well. */
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
      label="Sign out and lose what was read?"
      onClose={() => onAnswer(false)}
      footer={
        <>
          <Button onClick={() => onAnswer(false)}>Stay signed in</Button>
          <Button kind="primary" onClick={() => onAnswer(true)}>
            Sign out
          </Button>
        </>
      }
    >
      <div className={styles.dialog}>
        <p>
          Signing out ends the exports of every tab. These exports of this tab are not finished and leave no
          file. To keep what was read so far, stay signed in:
        </p>
        <ul className={styles.ending}>
          {running.map(({ id, request, progress }) => (
            <li key={id}>
              {request.title}, {request.format.toUpperCase()}: {rowsText(progress.rows)} read
              <span className={styles.hint}>
                <UntrustedText text={filterWords(request)} />
              </span>
            </li>
          ))}
          {others > 0 && <li>{counted(others, 'export')} of another key or account</li>}
        </ul>
      </div>
    </Sheet>
  )
}
