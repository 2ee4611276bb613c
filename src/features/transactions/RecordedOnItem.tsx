import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { requestsForTime } from '../../api/dates/day.ts'
import type { Interval } from '../../api/dates/ledger-dates.ts'
import { useOpenPack } from '../../api/hooks.ts'
import type { Transaction } from '../../api/records.ts'
import { type RecordedDays, useDates, useRecordedDays } from '../../list/recorded-days.tsx'
import { whoseDays, whyNoDate } from '../../records/dates.ts'
import { showInstant } from '../../records/instant.ts'
import { labelOf } from '../../records/labels.ts'
import { usePreferences } from '../../records/preferences.ts'
import { ValueActions } from '../../records/record.tsx'
import { Button } from '../../ui/buttons.tsx'
import { useStableValue } from '../../ui/hooks.ts'
import { announce } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { DescriptionItem } from '../../ui/page.tsx'
import styles from './TransactionDetails.module.css'

const asking = 'Asking the service…'

/** The day on which the service recorded a transaction, its time if asked for, and a link to all of that day. */
export function RecordedOnItem({ transaction }: { transaction: Transaction }) {
  const { transaction_id: id } = transaction
  const filter = useStableValue({ transaction_id: id ?? '' })
  const { dates } = usePreferences()
  useDates({ rows: [transaction], filter, reading: null, wanted: true })
  const { days } = useRecordedDays()
  const day = days.dayOf(id)
  const whose = days.whose()
  const pack = useOpenPack()
  if (id === null || (!dates && day === null)) return null
  const why = labelOf(whyNoDate, day)
  const isKnown = day !== null && why === undefined
  return (
    <DescriptionItem
      term="Recorded on"
      actions={<ValueActions label="date" value={isKnown ? day : null} filter={days.filterOf(id)} />}
    >
      {isKnown ? (
        <>
          {day} {whose !== null && whose !== 'local' && whoseDays[whose]}
          {whose !== 'service' && !pack && <Time key={id} id={id} days={days} />}
        </>
      ) : (
        <p className={layout.muted}>{why ?? asking}</p>
      )}
    </DescriptionItem>
  )
}

/** Narrows the time to a second when asked. */
function Time({ id, days }: { id: string; days: RecordedDays }) {
  const [state, setState] = useState<{ text: string; phase: 'asking' | 'found' | 'failed' } | null>(null)
  const { timeZone } = usePreferences()
  const leaving = useRef<AbortController>(null)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => () => leaving.current?.abort(), [])

  async function find() {
    const stopping = new AbortController()
    leaving.current = stopping
    const show = (text: string, phase: 'asking' | 'found' | 'failed') => {
      if (!stopping.signal.aborted) setState({ text, phase })
    }
    show(asking, 'asking')
    try {
      const onStep = (known: Interval) => show(inWords(known), 'asking')
      const found = await days.findTime(id, stopping.signal, onStep)
      if (stopping.signal.aborted) return
      // The button goes away, and the focus stays.
      if (found && box.current?.contains(document.activeElement)) box.current.focus({ preventScroll: true })
      const text = found
        ? inWords(found)
        : 'The service does not filter by exact times, so the time cannot be found.'
      show(text, found ? 'found' : 'failed')
      announce(text)
    } catch (error) {
      if (!stopping.signal.aborted && !(error instanceof ApiError)) throw error
      show('The service did not answer. Try again.', 'failed')
    }
  }

  function stop() {
    leaving.current?.abort()
    setState(null)
  }

  function inWords({ from, to }: Interval): string {
    const [start, end] = [from, to + 1].map((at) => showInstant(new Date(at).toISOString(), timeZone))
    return start && end ? `between ${start.time} and ${end.time} ${start.zone}` : ''
  }

  const isAsking = state?.phase === 'asking'
  return (
    <div ref={box} tabIndex={-1}>
      {state?.phase === 'found' ? (
        <p className={styles.time}>{state.text}</p>
      ) : (
        <p className={layout.muted} data-print="hide">
          <Button small onClick={() => (isAsking ? stop() : void find())}>
            {isAsking ? 'Stop' : 'Find the time'}
          </Button>{' '}
          <span className={styles.time}>{state?.text ?? `Takes about ${requestsForTime} requests.`}</span>
        </p>
      )}
    </div>
  )
}
