/** What the palette says of what it finds and does. The words of its field stand with the field, which every page loads. */
import { counted, countText } from '../../contract/count-text.ts'
import type { Theme } from '../../ui/theme.ts'

/** Beside a saved view, and the way to check what was pasted. */
export const yourView = (page: string) => `Your view of ${page.toLowerCase()}`
export const checkAddress = 'Check this address'

/** Over each group, of which not all may be shown; for those who do not see the results change; and before what nothing was found for. */
export const results = 'Results'
export function groupHeading(group: string, shown: number, found: number): string {
  const some = `${countText(shown)} of ${countText(found)}`
  return found > shown ? `${group} · ${some}, keep typing to see others` : group
}
export const resultCount = (count: number) => counted(count, 'result')
export const noResults = 'No results for'

/** What is on its way. */
export const stillReading = (names: readonly string[]) => `Still reading ${names.join(', ')}.`

/** One action: what it is called, what else people type for it, and what is heard once it is done. */
export interface ActionWords {
  readonly label: string
  readonly also: readonly string[]
  readonly done: string
}

const theme = (label: string): ActionWords => ({
  label,
  also: ['switch theme', 'appearance', 'dark mode', 'light mode'],
  done: `${label}.`,
})
const zone = ['switch time zone', 'utc local time']
const rows = ['switch density', 'row height']
const refresh = ['auto-refresh', 'live', 'switch automatic refresh']

export const themes: Readonly<Record<Theme, ActionWords>> = {
  system: theme('System theme'),
  light: theme('Light theme'),
  dark: theme('Dark theme'),
}

/** The other choices. */
export const choices = {
  local: { label: 'Show times in your time zone', also: zone, done: 'Times are in your time zone.' },
  utc: { label: 'Show times in UTC', also: zone, done: 'Times are in UTC.' },
  regular: { label: 'Regular rows', also: rows, done: 'Rows have their regular height.' },
  compact: { label: 'Compact rows', also: rows, done: 'Rows are compact.' },
  stop: { label: 'Stop automatic refresh', also: refresh, done: 'Automatic refresh is off.' },
  start: { label: 'Start automatic refresh', also: refresh, done: 'Automatic refresh is on.' },
} as const satisfies Readonly<Record<string, ActionWords>>

/** What can be done besides. */
export const actions = {
  copyLink: { label: 'Copy link to this page', also: ['share', 'url', 'address'] },
  keys: { label: 'Show keyboard shortcuts', also: ['keyboard shortcuts', 'help'] },
  signOut: { label: 'Sign out', also: ['log out', 'leave'] },
  signOutEverywhere: { label: 'Sign out everywhere', also: ['log out', 'end all sessions'] },
}

/** What came of copying the link. */
export const linkCopied = 'Link copied.'
export const linkNotCopied = 'The link could not be copied.'
