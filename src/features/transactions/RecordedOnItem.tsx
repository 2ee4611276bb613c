import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { requestsForTime } from '../../api/dates/day.ts'
import type { Interval } from '../../api/dates/ledger-dates.ts'
import { useOpenPack, useSessionMark } from '../../api/hooks.ts'
import type { Transaction } from '../../api/records.ts'
import { useDates } from '../../list/use-dates.ts'
import { dayFilterOf, findTime, useRecordedDay, useWhoseDays } from '../../records/dates/dates-store.ts'
import { findingDate, timeWords, whoseDays, whyNoDate } from '../../records/dates/words.ts'
import { showInstant } from '../../records/instant.ts'
import { labelOf } from '../../records/labels.ts'
import { usePreferences } from '../../records/preferences.ts'
import { ValueActions } from '../../records/record.tsx'
import { Button } from '../../ui/buttons.tsx'
import { useStableValue } from '../../ui/hooks.ts'
import { announce, classes } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { DescriptionItem } from '../../ui/page.tsx'
import styles from './TransactionDetails.module.css'

/** When the service recorded a transaction: the day, the time if asked for, and a link to all of that day. */
export function RecordedOnItem({ transaction }: { transaction: Transaction }) {
  const { transaction_id: id } = transaction
  const filter = useStableValue({ transaction_id: id ?? '' })
  const { dates } = usePreferences()
  useDates({ rows: [transaction], filter, reading: null, wanted: true })
  const day = useRecordedDay(id)
  const whose = useWhoseDays()
  const pack = useOpenPack()
  if (id === null || (!dates && day === null)) return null
  const why = labelOf(whyNoDate, day)
  const days = dayFilterOf(id)
  const isKnown = day !== null && why === undefined
  return (
    <DescriptionItem
      term="Recorded on"
      actions={<ValueActions label="date" value={isKnown ? day : null} {...(days && { filter: days })} />}
    >
      {isKnown ? (
        <>
          {day} {whose !== null && whose !== 'local' && whoseDays[whose]}
          {whose !== 'service' && !pack && <Time key={id} id={id} />}
        </>
      ) : (
        <p className={layout.muted}>{why ?? findingDate}</p>
      )}
    </DescriptionItem>
  )
}

type Finding = { readonly known: Interval | null } | { readonly found: Interval } | { readonly why: string }

/** Narrows the time to a second, when asked. */
function Time({ id }: { id: string }) {
  const [finding, setFinding] = useState<Finding | null>(null)
  const { timeZone } = usePreferences()
  const session = useSessionMark()
  const leaving = useRef<AbortController>(null)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => () => leaving.current?.abort(), [])

  async function find() {
    const stopping = new AbortController()
    leaving.current = stopping
    const { signal } = stopping
    box.current?.focus({ preventScroll: true })
    setFinding({ known: null })
    try {
      const found = await findTime(
        session,
        timeZone,
        id,
        signal,
        (known) => !signal.aborted && setFinding({ known }),
      )
      if (signal.aborted) return
      setFinding(found ? { found } : { why: timeWords.unknown })
      announce(found ? inWords(found) : timeWords.unknown)
    } catch (error) {
      if (signal.aborted) return
      if (!(error instanceof ApiError)) throw error
      setFinding({ why: timeWords.failed })
    }
  }

  function stop() {
    leaving.current?.abort()
    box.current?.focus({ preventScroll: true })
    setFinding(null)
  }

  function inWords({ from, to }: Interval): string {
    const [start, end] = [from, to + 1].map((at) => showInstant(new Date(at).toISOString(), timeZone))
    return start && end ? `${timeWords.between(start.time, end.time)} ${start.zone}` : ''
  }

  return (
    // It takes the focus of the button that goes.
    <div ref={box} tabIndex={-1}>
      {finding && 'found' in finding ? (
        <p className={styles.time}>{inWords(finding.found)}</p>
      ) : finding && 'known' in finding ? (
        <p className={classes(layout.muted, styles.step)} data-print="hide">
          <span className={styles.time}>{finding.known ? inWords(finding.known) : findingDate}</span>{' '}
          <Button small kind="quiet" onClick={stop}>
            {timeWords.stop}
          </Button>
        </p>
      ) : (
        <p className={classes(layout.muted, styles.step)} data-print="hide">
          <Button small onClick={() => void find()}>
            {timeWords.find}
          </Button>{' '}
          {finding?.why ?? timeWords.cost(requestsForTime)}
        </p>
      )}
    </div>
  )
}
