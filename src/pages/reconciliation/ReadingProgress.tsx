import { useEffect, useRef } from 'react'
import { useSecondsUntil } from '../../components/use-seconds-until.ts'
import { balanceTypes } from '../../contract/enumerations.ts'
import type { BooksList } from '../../reconciliation/read-books.ts'
import { ofVaults } from '../../reconciliation/words.ts'
import { Button } from '../../ui/Button.tsx'
import styles from './reconciliation.module.css'
import type { Progress } from './use-reconciliation.ts'

const lists: readonly BooksList[] = [...balanceTypes, 'vaults']

/** How far reading is, what it waits for, and the way to stop it. */
export function ReadingProgress({ progress, onCancel }: { progress: Progress; onCancel: () => void }) {
  const { list, rows, reading, waiting } = progress
  const cancel = useRef<HTMLButtonElement>(null)
  // The button that started it has gone, as this one will: then the page's title is where one goes on from.
  useEffect(() => {
    cancel.current?.focus()
    return () => {
      if (document.activeElement === document.body) document.querySelector('h1')?.focus()
    }
  }, [])
  const label = `Reading ${listName(list)}${reading > 0 ? ' again' : ''}`
  return (
    <section className={styles.progress} aria-label="Progress">
      <p>
        <span role="status">{waiting ? whyWaiting(waiting.error.failure.code) : label}</span>
        {waiting ? (
          <Countdown until={waiting.until} />
        ) : (
          <span>{`: ${rows} ${rows === 1 ? 'row' : 'rows'}`}</span>
        )}
      </p>
      <progress
        aria-label="Lists read"
        className={styles.bar}
        max={lists.length}
        value={lists.indexOf(list)}
      />
      <p className={styles.note}>
        {reading > 0
          ? 'Something did not agree. Books move while they are read, so everything is read a second time before anything is said.'
          : 'Balances of all, cold and warm vaults, and then every vault.'}
      </p>
      <div>
        <Button ref={cancel} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </section>
  )
}

function Countdown({ until }: { until: number }) {
  const seconds = useSecondsUntil(until)
  return <span>{` It goes on by itself in ${seconds} s.`}</span>
}

function listName(list: BooksList): string {
  return list === 'vaults' ? 'vaults' : `balances of ${ofVaults[list]}`
}

function whyWaiting(code: string): string {
  return code === 'ERR-03' ? 'The service asks to wait (ERR-03).' : 'The connection was lost for a moment.'
}
