import { useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useSessionMark } from '../api/hooks.ts'
import type { PageRange } from '../api/paging.ts'
import { useStableCallback, useStableValue } from '../ui/hooks.ts'
import {
  type Filters,
  type ListCodec,
  type ListPatch,
  type ListView,
  type Sorting,
  without,
  withQuery,
} from '../url/list-view.ts'
import type { List } from '../url/lists.ts'

export interface UseListView<F extends string = string, X extends string = string, S extends string = F> {
  readonly view: ListView<F, X, S>
  /** One navigation per change, and none without one: pushes a history entry unless told to replace. */
  patch(patch: ListPatch<F, X>, options?: { replace?: boolean }): void
  href(patch: ListPatch<F, X>): string
}

export function useListView<F extends string, X extends string, S extends string>(
  codec: ListCodec<F, X, S>,
): UseListView<F, X, S> {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  return useMemo(() => {
    const view = codec.parse(search)
    const hrefFrom = (from: ListView<F, X, S>, patch: ListPatch<F, X>) =>
      withQuery(pathname, codec.serialise(codec.apply(from, patch)))
    // Two changes can come before the next render: the second builds on the first.
    const latest = () => {
      const { location } = window
      return location.pathname === pathname ? codec.parse(location.search) : view
    }
    return {
      view,
      href: (patch) => hrefFrom(view, patch),
      patch: (patch, { replace = false } = {}) => {
        const from = latest()
        const to = hrefFrom(from, patch)
        // What is taken out of a link can leave its meaning as it was.
        if (patch.invalid || to !== hrefFrom(from, {})) void navigate(to, { replace })
      },
    }
  }, [codec, pathname, search, navigate])
}

export interface ListParams<F extends string = string, X extends string = string, S extends string = F>
  extends UseListView<F, X, S> {
  readonly list: List<ListCodec<F, X, S>>
  readonly noun: string
  /** `filter` and `invalid` keep their identity, so that opening a record renders no filter. */
  readonly filter: Filters<F, S>
  readonly invalid: ListView<F, X>['invalid']
  readonly range: PageRange
  /** Null if the rows keep the service's order. */
  readonly sorting: Sorting | null
  /** Parameters that narrow the rows after they are read. */
  readonly narrowedBy: readonly X[]
  readonly isFiltered: boolean
  readonly clear: () => void
  /** Identifies filter and range. */
  readonly pageKey: string
  /** Identifies the rows: session, page, narrowing and order. */
  readonly rowsKey: string
}

export function useListParams<F extends string, X extends string, S extends string>(
  list: List<ListCodec<F, X, S>>,
  narrowedBy: readonly NoInfer<X>[] = none,
): ListParams<F, X, S> {
  const listView = useListView(list.codec)
  const { view, patch } = listView
  const { pathname } = useLocation()
  const session = useSessionMark()
  const { limit, offset } = view
  const filter = useStableValue(view.filter)
  const narrowing = narrowedBy.map((name) => view.params[name])
  const sorting = useStableValue(list.codec.sorting(view))
  const pageKey = JSON.stringify([pathname, filter, limit, offset])
  return {
    ...listView,
    list,
    noun: list.title.toLowerCase(),
    filter,
    invalid: useStableValue(view.invalid),
    range: { limit, offset },
    sorting,
    narrowedBy,
    isFiltered: Object.keys(filter).length > 0 || narrowing.some((value) => value !== undefined),
    clear: useStableCallback(() =>
      patch({ filter: without(list.codec.filters), offset: 0, params: without(narrowedBy) }),
    ),
    pageKey,
    rowsKey: JSON.stringify([session, pageKey, narrowing, sorting]),
  }
}

const none: readonly never[] = []
