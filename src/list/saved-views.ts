/** Saved views: links of this console that the reader has named, kept in the browser. */
import { useReader } from '../api/session.ts'
import { openStatuses } from '../contract/enumerations.ts'
import { tidied } from '../contract/hidden-characters.ts'
import { statusLabels } from '../display/labels.ts'
import { parseJson, storePerReader } from '../ui/browser-store.ts'
import { inFlightHref, transactionsHref } from '../url/hrefs.ts'
import { viewLink } from '../url/lists.ts'
import { datePresets } from '../url/periods.ts'

export interface SavedView {
  readonly name: string
  readonly href: string
}

type Views = readonly SavedView[]

/** One store per reader: names and filters reveal something of the records. */
const storeOf = storePerReader<Views>('views', { parse: readViews, serialise: JSON.stringify })

/** `change` is false if the browser refuses; then nothing has changed. */
export function useSavedViews(): {
  readonly views: Views
  readonly change: (change: (views: Views) => Views) => boolean
} {
  const reader = useReader()
  const store = storeOf(reader ?? '')
  return {
    views: store.useValue(),
    change: (change) => reader !== null && store.save(change(store.load())),
  }
}

export const longestName = 60

/** Leaves out what is no view. Never throws. */
export function readViews(stored: string | null): Views {
  const kept = parseJson(stored)
  const views: SavedView[] = []
  for (const each of Array.isArray(kept) ? kept : []) {
    const view = readView(each)
    if (view && !views.some(({ name }) => isSameName(name, view.name))) views.push(view)
  }
  return views
}

/** Without hidden characters, and with single spaces between words. */
export function tidyName(name: string): string {
  return tidied(name).text.normalize('NFC')
}

export function nameProblem(name: string, taken: readonly string[]): string | null {
  const tidy = tidyName(name)
  if (tidy === '') return 'Give the view a name.'
  if ([...tidy].length > longestName) return `A name has at most ${longestName} characters.`
  const same = taken.find((other) => isSameName(other, tidy))
  return same === undefined ? null : `There is a view called “${same}” already. Choose another name.`
}

function readView(kept: unknown): SavedView | null {
  if (typeof kept !== 'object' || kept === null || !('name' in kept) || !('href' in kept)) return null
  const { name, href } = kept
  if (typeof name !== 'string' || typeof href !== 'string') return null
  // This console never wrote a link to elsewhere, or an invalid name.
  const link = viewLink(href)
  return link === null || nameProblem(name, []) !== null ? null : { name: tidyName(name), href: link }
}

function isSameName(a: string, b: string): boolean {
  return tidyName(a).toLowerCase() === tidyName(b).toLowerCase()
}

export interface BuiltInViews {
  readonly inFlight: readonly SavedView[]
  readonly others: readonly SavedView[]
}

/** Their dates are absolute, so that a link means the same tomorrow. */
export function builtInViews(now: Date): BuiltInViews {
  return {
    inFlight: [
      { name: 'All in flight', href: inFlightHref },
      ...openStatuses.map((status) => ({
        name: statusLabels[status].label,
        href: transactionsHref({ status }),
      })),
    ],
    others: datePresets(now)
      .filter(({ label }) => label === 'Last 7 days')
      .map(({ start_date, end_date }) => ({
        name: 'Failed, last 7 days',
        href: transactionsHref({ status: 'failed', start_date, end_date }),
      })),
  }
}
