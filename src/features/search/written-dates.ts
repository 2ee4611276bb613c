/** Days as people write them: `2026/11/01`, `01.11.2026`, `1 Nov 2026`. */

/** As `2026-11-01`, or a month as `2026-11`. Two where day and month may be either way round. Days that do not exist stay in. */
export function writtenDates(text: string): readonly string[] {
  const iso = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})\.?$/.exec(text)
  if (iso) return [day(iso[1], iso[3], iso[4])]
  const numbers = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})\.?$/.exec(text)
  if (numbers) {
    const [, first, mark, second, year] = numbers
    const dayFirst = day(year, second, first)
    const monthFirst = day(year, first, second)
    if (mark === '.' || Number(first) > 12) return [dayFirst]
    return Number(second) > 12 || first === second ? [monthFirst] : [dayFirst, monthFirst]
  }
  const words =
    /^(?:(\d{1,2})(?:st|nd|rd|th|\.)? )?([a-z]{3,9})\.?(?: (\d{1,2})(?:st|nd|rd|th)?)?,? (\d{4})$/i.exec(text)
  const [, before, name = '', after, year] = words ?? []
  const month = monthNames.findIndex(
    (each) => each === name.toLowerCase() || each.slice(0, 3) === name.toLowerCase(),
  )
  if (!words || month < 0 || (before && after)) return []
  return [
    before || after
      ? day(year, String(month + 1), before ?? after)
      : day(year, String(month + 1), '').slice(0, 7),
  ]
}

function day(year = '', month = '', day = ''): string {
  return [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-')
}

const monthNames = [
  ...['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october'],
  ...['november', 'december'],
]
