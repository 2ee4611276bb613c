import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { requestsForTime } from '../../api/dates/day.ts'
import type { Interval } from '../../api/dates/ledger-dates.ts'
import { useOpenPack } from '../../api/hooks.ts'
import type { Transaction } from '../../api/records.ts'
import { type RecordedDays, useDates, useRecordedDays } from '../../list/recorded-days.tsx'
import { whyNoDate, zoneOfDays } from '../../records/dates.ts'
import { showInstant } from '../../records/instant.ts'
import { labelOf } from '../../records/labels.ts'
import { usePreferences } from '../../records/preferences.ts'
import { ValueActions } from '../../records/record.tsx'
import { Button } from '../../ui/buttons.tsx'
import { useStableValue } from '../../ui/hooks.ts'
import { announce } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { ChunkLoadError } from '../../ui/lazy.tsx'
import { DescriptionItem } from '../../ui/page.tsx'

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
          {day} {whose !== null && zoneOfDays(whose)}
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
  const { timeZone } = usePreferences()
  const [step, setStep] = useState<Interval | null>(null)
  const leaving = useRef<AbortController>(null)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => () => leaving.current?.abort(), [])
  const { data, error, isPending, isSuccess, mutate, reset } = useMutation({
    mutationFn: () => {
      leaving.current = new AbortController()
      setStep(null)
      return days.findTime(id, leaving.current.signal, setStep)
    },
    onSuccess: (found) => {
      if (leaving.current?.signal.aborted) return
      // The button goes away, and the focus stays.
      if (found && box.current?.contains(document.activeElement)) box.current.focus({ preventScroll: true })
      announce(found ? inWords(found) : noTimes)
    },
    throwOnError: (reason) => !(reason instanceof ApiError || reason instanceof ChunkLoadError),
  })

  function inWords({ from, to }: Interval): string {
    const [start, end] = [from, to + 1].map((at) => showInstant(new Date(at).toISOString(), timeZone))
    return start && end ? `between ${start.time} and ${end.time} ${start.zone}` : ''
  }

  function text(): string {
    if (isPending) return step ? inWords(step) : asking
    if (error instanceof ChunkLoadError)
      return 'The part of the console that finds times could not be loaded.'
    if (error) return 'The service did not answer. Try again.'
    return isSuccess ? noTimes : `Takes about ${requestsForTime} requests.`
  }

  function stop() {
    leaving.current?.abort()
    reset()
  }

  return (
    <div ref={box} tabIndex={-1}>
      {data ? (
        <p>{inWords(data)}</p>
      ) : (
        <p className={layout.muted} data-print="hide">
          <Button small onClick={() => (isPending ? stop() : mutate())}>
            {isPending ? 'Stop' : 'Find the time'}
          </Button>{' '}
          {text()}
        </p>
      )}
    </div>
  )
}

const noTimes = 'The service does not filter by exact times, so the time cannot be found.'
