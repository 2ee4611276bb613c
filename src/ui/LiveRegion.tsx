import { useSyncExternalStore } from 'react'
import styles from './VisuallyHidden.module.css'

interface Announcement {
  readonly id: number
  readonly text: string
}

/** Tells those who listen what happened elsewhere on the page, without moving their focus. */
export function announce(text: string): void {
  lastId += 1
  const announcement = { id: lastId, text }
  setAnnouncements([...announcements, announcement])
  // Once read aloud it is no longer true of the page: nobody should find it there later.
  setTimeout(() => setAnnouncements(announcements.filter((each) => each !== announcement)), 8_000)
}

/**
 * The place where announcements appear, mounted once by the shell. A modal makes the page behind it mute, so
 * each modal has its own.
 */
export function LiveRegion() {
  const current = useSyncExternalStore(subscribe, read, read)
  return (
    <div className={styles.hidden} role="status" aria-live="polite" aria-atomic="false" data-print="hide">
      {current.map(({ id, text }) => (
        // A node of its own each time: the same words twice are read twice.
        <p key={id}>{text}</p>
      ))}
    </div>
  )
}

function read() {
  return announcements
}

let lastId = 0
let announcements: readonly Announcement[] = []
const listeners = new Set<() => void>()

function setAnnouncements(next: readonly Announcement[]): void {
  announcements = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
