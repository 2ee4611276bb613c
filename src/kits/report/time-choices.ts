/** From when on changes are asked for, in the words of people. */
import { dayLength, dayText, weekStart } from '../../contract/day.ts'
import { zoneDayOf, zoneInstants, zoneOffset } from '../../contract/time-zone.ts'
import { showInstant } from '../../display/instant.ts'
import { neighbourOf, periodAround } from '../../url/periods.ts'
import { readZoneMoment, writeMoment } from '../../url/statements.ts'

export interface TimeChoice {
  readonly label: string
  /** As links have it; empty for none. */
  readonly from: string
  /** Without it, until the latest reading. */
  readonly until?: string
}

/** `now`: milliseconds since 1970. */
export function timeChoices(now: number, zone: string): readonly TimeChoice[] {
  const day = zoneDayOf(now, zone)
  const today = dayText(day)
  return [
    { label: 'The last 24 hours', from: momentText(now - (now % 1000) - dayLength, zone) },
    { label: 'Today', from: today },
    { label: 'Since yesterday 18:00', from: writeMoment({ day: dayText(day - 1), time: '18:00' }) },
    { label: 'This week', from: dayText(weekStart(day)) },
    { label: 'This month', from: periodAround('month', today).first },
  ]
}

export function quarterChoices(now: number, zone: string): readonly TimeChoice[] {
  const quarter = periodAround('quarter', dayText(zoneDayOf(now, zone)))
  const { first: from, last: until } = neighbourOf(quarter, -1)
  return [
    { label: 'This quarter', from: quarter.first },
    { label: 'Last quarter', from, until },
  ]
}

/** Milliseconds since 1970, as the clocks of a zone show them. */
export function momentText(instant: number, zone: string): string {
  const { date: day = '', time: second = '' } =
    showInstant(new Date(instant).toISOString(), 'local', zone) ?? {}
  const fraction = instant % 1000
  const time = fraction === 0 ? second : `${second}.${String(fraction).padStart(3, '0')}`
  const isTwice = zoneInstants(Date.parse(`${day}T${time}Z`), zone).length > 1
  return writeMoment({ day, time, offset: isTwice ? zoneOffset(instant, zone) : null })
}

/** The instant of a time as links have it, in milliseconds since 1970: the earlier one of a time that the clocks show twice. Null for another text. */
export function momentInstant(text: string, zone: string): number | null {
  const moment = readZoneMoment(text)
  if (moment === null) return null
  const [first] = zoneInstants(Date.parse(`${moment.day}T${moment.time ?? '00:00'}Z`), zone)
  return first ?? null
}
