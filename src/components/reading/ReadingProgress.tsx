import { useEffect, useRef } from 'react'
import type { Waiting } from '../../api/patience.ts'
import { Button } from '../../ui/Button.tsx'
import { useSecondsUntil } from '../use-seconds-until.ts'
import { whyWaiting } from '../why-waiting.ts'
import styles from './reading.module.css'

/** How far a reading of several lists is, what it waits for, and the way to stop it. */
export function ReadingProgress({
  what,
  count,
  done,
  lists,
  note,
  waiting,
  onCancel,
}: {
  /** What is read at present: "vaults". */
  what: string
  /** How much of it there is so far: "12 rows". */
  count: string
  /** How many lists are read, of so many. */
  done: number
  lists: number
  /** What this is about. */
  note: string
  /** Why nothing comes at present. */
  waiting: Waiting | null
  onCancel: () => void
}) {
  const cancel = useRef<HTMLButtonElement>(null)
  // The button that started it has gone, as this one will: then the page's title is where one goes on from.
  useEffect(() => {
    cancel.current?.focus()
    return () => {
      if (document.activeElement === document.body) document.querySelector('h1')?.focus()
    }
  }, [])
  return (
    <section className={styles.box} aria-label="Progress">
      <p>
        <span role="status">{waiting ? `${whyWaiting(waiting)}.` : `Reading ${what}`}</span>
        {waiting ? <Countdown until={waiting.until} /> : <span>{`: ${count}`}</span>}
      </p>
      <progress aria-label="Lists read" className={styles.bar} max={lists} value={done} />
      <p className={styles.note}>{note}</p>
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
