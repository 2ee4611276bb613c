import { useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { type PageRange, useSessionMark } from '../api/hooks.ts'
import { useStableCallback, useStableValue } from '../ui/hooks.ts'
import { type ListCodec, type ListPatch, type ListView, without, withQuery } from '../url/list-view.ts'
import type { List } from '../url/lists.ts'
import type { TableCodec } from '../url/table-view.ts'

/** A list page's state and the ways to change it. */
export interface UseListView<F extends string, X extends string> {
  readonly view: ListView<F, X>
  /** One navigation per change: pushes a history entry unless told to replace. */
  readonly patch: (patch: ListPatch<F, X>, options?: { replace?: boolean }) => void
  /** Where a change would lead, for links. */
  readonly href: (patch: ListPatch<F, X>) => string
}

/** The state of the list page at the present address, derived from it on every render. */
export function useListView<F extends string, X extends string>(codec: ListCodec<F, X>): UseListView<F, X> {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  return useMemo(() => {
    const view = codec.parse(search)
    const hrefFrom = (from: ListView<F, X>, patch: ListPatch<F, X>) =>
      withQuery(pathname, codec.serialise(codec.apply(from, patch)))
    // Two changes may follow each other faster than the page is drawn: the second builds on the first.
    const latest = () => {
      const { location } = window
      return location.pathname === pathname ? codec.parse(location.search) : view
    }
    return {
      view,
      href: (patch) => hrefFrom(view, patch),
      patch: (patch, { replace = false } = {}) => void navigate(hrefFrom(latest(), patch), { replace }),
    }
  }, [codec, pathname, search, navigate])
}

/** Which rows of a list the present address asks for. */
export interface ListParams<F extends string, X extends string> extends UseListView<F, X> {
  readonly list: List<TableCodec<F, X>>
  /** What the rows are, in the plural. */
  readonly noun: string
  /** The same objects as long as they say the same: an opened record has no filter drawn again. */
  readonly filter: ListView<F, X>['filter']
  readonly invalid: ListView<F, X>['invalid']
  readonly range: PageRange
  /** The parameters by which rows that were read are left out. */
  readonly narrowedBy: readonly X[]
  readonly isFiltered: boolean
  /** Takes away every filter, and what rows are narrowed by. */
  readonly clear: () => void
  /** Names the page: another filter or range is another page. */
  readonly pageKey: string
  /** Names its rows: these are others for another session, and for what they are narrowed by. */
  readonly rowsKey: string
}

/** What the address asks of this list. */
export function useListParams<F extends string, X extends string>(
  list: List<TableCodec<F, X>>,
  narrowedBy: readonly NoInfer<X>[] = none,
): ListParams<F, X> {
  const listView = useListView(list.codec)
  const { view, patch } = listView
  const { pathname } = useLocation()
  const session = useSessionMark()
  const { limit, offset } = view
  const filter = useStableValue(view.filter)
  const narrowing = narrowedBy.map((name) => view.params[name])
  const pageKey = JSON.stringify([pathname, filter, limit, offset])
  return {
    ...listView,
    list,
    noun: list.title.toLowerCase(),
    filter,
    invalid: useStableValue(view.invalid),
    range: { limit, offset },
    narrowedBy,
    isFiltered: Object.keys(filter).length > 0 || narrowing.some((value) => value !== undefined),
    clear: useStableCallback(() =>
      patch({ filter: without(list.codec.filters), params: without(narrowedBy) }),
    ),
    pageKey,
    rowsKey: JSON.stringify([session, pageKey, narrowing]),
  }
}

const none: readonly never[] = []
