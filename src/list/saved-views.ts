/** Saved views as they are kept in the browser: a view is a link of this console with a name that its reader gave it. */
import { useReader } from '../api/hooks.ts'
import { statusLabels } from '../records/labels.ts'
import { parseJson, storePerReader } from '../ui/browser-store.ts'
import { transactionsHref } from '../url/hrefs.ts'
import { datePresets } from '../url/periods.ts'
import { viewLink } from '../url/view-link.ts'
import { readPasted } from './find/pasted.ts'

/** A link with a name. */
export interface SavedView {
  readonly name: string
  /** Path and query of a list page. */
  readonly href: string
}

/** The reader's saved views as this browser keeps them. */
export interface KeptViews {
  readonly views: readonly SavedView[]
  /** Something that is kept there cannot be read. */
  readonly isDamaged: boolean
  /** The browser keeps nothing at all for this console. */
  readonly isForbidden: boolean
}

/** Changes the saved views; false where the browser refuses to keep them, and then nothing has changed. */
type ChangeViews = (change: (views: readonly SavedView[]) => readonly SavedView[]) => boolean

/** Apart for each reader: names and filters tell of the books. */
const storeOf = storePerReader<KeptViews>('views', {
  parse: (text, isForbidden) => ({ ...readViews(text), isForbidden }),
  serialise: ({ views }) => writeViews(views),
})

/** The saved views of whoever is signed in, as every open tab has them, and how they are changed. */
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

/** Longest name that a view can have, in characters. */
export const longestName = 60

/** Reads what is kept. What is no view is left out; `isDamaged` then says that something was. Never throws. */
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

/** What is kept of these views. */
export function writeViews(views: readonly SavedView[]): string {
  return JSON.stringify(views.map(({ name, href }) => ({ name, href })))
}

/** A name as it is kept: without hidden characters, without space around it, and with one between words. */
export function tidyName(name: string): string {
  return readPasted(name).text.normalize('NFC')
}

/** Why a view cannot have this name, as a sentence; null where it can. `taken` are the names that others have. */
export function nameProblem(name: string, taken: readonly string[]): string | null {
  const tidy = tidyName(name)
  if (tidy === '') return 'Give the view a name.'
  if ([...tidy].length > longestName) return `A name has at most ${longestName} characters.`
  const same = taken.find((other) => isSameName(other, tidy))
  return same === undefined ? null : `There is a view called “${same}” already. Choose another name.`
}

/** The views with one more at the end. */
export function withView(views: readonly SavedView[], view: SavedView): readonly SavedView[] {
  return [...withoutView(views, view.name), view]
}

/** The views without the one of this name. */
export function withoutView(views: readonly SavedView[], name: string): readonly SavedView[] {
  return views.filter((view) => view.name !== name)
}

/** The views with a deleted one back in its place. */
export function withViewBack(
  views: readonly SavedView[],
  view: SavedView,
  index: number,
): readonly SavedView[] {
  return isTaken(view.name, views) ? views : views.toSpliced(index, 0, view)
}

function readView(kept: unknown): SavedView | null {
  if (typeof kept !== 'object' || kept === null || !('name' in kept) || !('href' in kept)) return null
  const { name, href } = kept
  if (typeof name !== 'string' || typeof href !== 'string') return null
  // A link to elsewhere, or a name that could not be given, was not written by this console.
  const link = viewLink(href)
  return link === null || nameProblem(name, []) !== null ? null : { name: tidyName(name), href: link }
}

function isTaken(name: string, views: readonly SavedView[]): boolean {
  return views.some((view) => isSameName(view.name, name))
}

/** Names that differ only in upper and lower case would be told apart by nobody. */
function isSameName(a: string, b: string): boolean {
  return tidyName(a).toLowerCase() === tidyName(b).toLowerCase()
}

/** Views that every reader has: one for each status that is in flight, and what failed lately. */
export interface BuiltInViews {
  readonly inFlight: readonly SavedView[]
  readonly others: readonly SavedView[]
}

/** The built-in views as they are at `now`: their dates are absolute, so that a link means the same tomorrow. */
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
