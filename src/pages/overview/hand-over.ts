/** The shift as a colleague would write it in a mail: plain text, with a whole link for each figure. */
import { countText } from '../../contract/count-text.ts'
import type { ShiftFigures, ShiftSum } from '../../contract/shift.ts'
import { momentLabel, type TimeZoneChoice } from '../../display/instant.ts'
import { withHiddenNamed } from '../../display/untrusted-text.ts'

/** `base`: what the addresses of all pages begin with. */
export function handOverText(shift: ShiftFigures, base: string, zone: TimeZoneChoice): string {
  const { since, until, as_of, sections, in_flight, unknown, doubts, href } = shift
  const isKnown = until !== null
  const asOf = momentLabel(as_of, zone)
  const link = (path: string) => `  ${base}${path}`
  const line = (sum: ShiftSum, text: string) => [
    `- ${[`${countText(sum.count)} ${text}`, ...valueTexts(sum)].join(', ')}`,
    link(sum.href),
  ]
  const told = sections
    .map(({ title, lines }) => ({ title, lines: lines.filter(({ count }) => count > 0) }))
    .filter(({ lines }) => lines.length > 0)
  const parts = told.map(({ title, lines }) => [
    `${title}:`,
    ...lines.flatMap(({ text, detail, ...sum }) =>
      line(sum, detail ? `${text} (${withHiddenNamed(detail)})` : text),
    ),
  ])
  return [
    [
      ...(isKnown ? [`What happened since ${momentLabel(since, zone)}.`] : []),
      `Records as of ${asOf}.`,
      ...unknown,
      ...doubts,
    ],
    ...(isKnown && told.length === 0 ? [['No change was seen.']] : parts),
    [
      `In flight now: ${[countText(in_flight.count), ...valueTexts(in_flight), ...(in_flight.oldest ? [`oldest ${in_flight.oldest}`] : [])].join(', ')}.`,
      link(in_flight.href),
      ...in_flight.ages.filter(({ count }) => count > 0).flatMap(({ text, ...sum }) => line(sum, text)),
      ...(in_flight.undated > 0 ? [`- ${countText(in_flight.undated)} of unknown age`] : []),
    ],
    ...(isKnown ? [['Everything that changed:', link(href)]] : []),
  ]
    .map((lines) => lines.join('\n'))
    .join('\n\n')
}

/** "1,234.50 EUR", "2 without a value". */
export function valueTexts({ count, value }: Pick<ShiftSum, 'count' | 'value'>): readonly string[] {
  if (value === null || count === 0) return []
  const { text, unpriced } = value
  return [
    ...(text === null ? [] : [text]),
    ...(unpriced > 0 ? [unpriced === count ? 'no value' : `${countText(unpriced)} without a value`] : []),
  ]
}
