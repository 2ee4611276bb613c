/** Moments of a link, as the clocks of a zone show them. */
import { dayNumber } from '../contract/day.ts'
import type { LinkRefusal } from '../contract/report.ts'
import { zoneDayStart, zoneInstants, zoneOffset } from '../contract/time-zone.ts'
import { isEndOfDay, type Moment } from '../url/statements.ts'

/** None where the clocks of the zone leave the time out, two where they show it twice and the link does not say which. */
export function momentInstants(at: Moment, zone: string | null): readonly number[] {
  const { day, time, offset } = at
  if (isEndOfDay(at)) return [zoneDayStart((dayNumber(day) ?? 0) + 1, zone ?? 'UTC')]
  return zoneInstants(Date.parse(`${day}T${time}Z`), zone ?? 'UTC').filter(
    (instant) => !offset || zoneOffset(instant, zone ?? 'UTC') === offset,
  )
}

/** Why a moment is not one moment; null where it is. `hrefOf`: the same link with another moment. */
export function momentRefusal(
  at: Moment,
  zone: string | null,
  hrefOf: (moment: Moment) => string,
): LinkRefusal | null {
  const name = zone ?? 'UTC'
  const instants = momentInstants(at, zone)
  const [first, second] = instants
  if (first === undefined) {
    const shown = !at.offset ? at.time : `${at.time} at UTC${at.offset}`
    return {
      title: 'There is no such time',
      text: `The clocks of ${name} do not show ${shown} on ${at.day}. Choose another time.`,
    }
  }
  if (second === undefined) return null
  return {
    title: 'This time comes twice',
    text: `The clocks of ${name} go back on ${at.day} and show ${at.time} twice. Choose one of them.`,
    links: instants.map((instant, index) => {
      const offset = zoneOffset(instant, name)
      return {
        label: `${index === 0 ? 'The first' : 'The second'}, UTC${offset}`,
        href: hrefOf({ ...at, offset }),
      }
    }),
  }
}
