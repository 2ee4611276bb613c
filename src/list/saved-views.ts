/** Saved views: links of this console that the reader has named, kept in the browser. */
import { useReader } from '../api/hooks.ts'
import { statusLabels } from '../records/labels.ts'
import { parseJson, storePerReader } from '../ui/browser-store.ts'
import { transactionsHref } from '../url/hrefs.ts'
import { datePresets } from '../url/periods.ts'
import { viewLink } from '../url/view-link.ts'
import { readPasted } from './find/pasted.ts'

export interface SavedView {
  readonly name: string
  readonly href: string
}

export interface KeptViews {
  readonly views: readonly SavedView[]
  readonly isDamaged: boolean
  readonly isForbidden: boolean
}

/** False if the browser refuses; then nothing has changed. */
type ChangeViews = (change: (views: readonly SavedView[]) => readonly SavedView[]) => boolean

/** One store per reader: names and filters reveal something of the books. */
const storeOf = storePerReader<KeptViews>('views', {
  parse: (text, isForbidden) => ({ ...readViews(text), isForbidden }),
  serialise: ({ views }) => writeViews(views),
})

export function useSavedViews(): KeptViews & { readonly change: ChangeViews } {
  const reader = useReader()
  const store = storeOf(reader ?? '')
  return {
    ...store.useValue(),
    change(change) {
      const before = store.load()
      return reader !== null && store.save({ ...before, views: change(before.views) })
    },
  }
}

export const longestName = 60

/** Leaves out what is no view. Never throws. */
export function readViews(stored: string | null): {
  readonly views: readonly SavedView[]
  readonly isDamaged: boolean
} {
  if (stored === null) return { views: [], isDamaged: false }
  const kept = parseJson(stored)
  if (!Array.isArray(kept)) return { views: [], isDamaged: true }
  const views: SavedView[] = []
  for (const each of kept) {
    const view = readView(each)
    if (view && !isTaken(view.name, views)) views.push(view)
  }
  return { views, isDamaged: views.length < kept.length }
}

export function writeViews(views: readonly SavedView[]): string {
  return JSON.stringify(views.map(({ name, href }) => ({ name, href })))
}

/** Without hidden characters, and with single spaces between words. */
export function tidyName(name: string): string {
  return readPasted(name).text.normalize('NFC')
}

export function nameProblem(name: string, taken: readonly string[]): string | null {
  const tidy = tidyName(name)
  if (tidy === '') return 'Give the view a name.'
  if ([...tidy].length > longestName) return `A name has at most ${longestName} characters.`
  const same = taken.find((other) => isSameName(other, tidy))
  return same === undefined ? null : `There is a view called “${same}” already. Choose another name.`
}

export function withView(views: readonly SavedView[], view: SavedView): readonly SavedView[] {
  return [...withoutView(views, view.name), view]
}

export function withoutView(views: readonly SavedView[], name: string): readonly SavedView[] {
  return views.filter((view) => view.name !== name)
}

function readView(kept: unknown): SavedView | null {
  if (typeof kept !== 'object' || kept === null || !('name' in kept) || !('href' in kept)) return null
  const { name, href } = kept
  if (typeof name !== 'string' || typeof href !== 'string') return null
  // This console never wrote a link to elsewhere, or an invalid name.
  const link = viewLink(href)
  return link === null || nameProblem(name, []) !== null ? null : { name: tidyName(name), href: link }
}

function isTaken(name: string, views: readonly SavedView[]): boolean {
  return views.some((view) => isSameName(view.name, name))
}

/** Names that differ only in case count as the same. */
function isSameName(a: string, b: string): boolean {
  return tidyName(a).toLowerCase() === tidyName(b).toLowerCase()
}

export interface BuiltInViews {
  readonly inFlight: readonly SavedView[]
  readonly others: readonly SavedView[]
}

/** Their dates are absolute, so that a link means the same tomorrow. */
export function builtInViews(now: Date): BuiltInViews {
  const lately = datePresets(now).find(({ label }) => label === 'Last 7 days')
  return {
    inFlight: (['pending', 'processing', 'confirming'] as const).map((status) => ({
      name: statusLabels[status].label,
      href: transactionsHref({ status }),
    })),
    others: lately
      ? [
          {
            name: 'Failed, last 7 days',
            href: transactionsHref({
              status: 'failed',
              start_date: lately.start_date,
              end_date: lately.end_date,
            }),
          },
        ]
      : [],
  }
}
