/** The link of a page, which is the only place of its state: what it says, and links with changes to it. */
import { useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useSessionFingerprint } from '../api/session.ts'
import { useStableCallback, useStableValue } from '../ui/hooks.ts'
import {
  type Filters,
  type ListCodec,
  type ListPatch,
  type ListRequest,
  listRequest,
  type PageState,
  type Sorting,
  without,
  withQuery,
} from '../url/page-state.ts'

export interface UsePageState<F extends string = string, X extends string = string, S extends string = F> {
  readonly view: PageState<F, X, S>
  /** One navigation per change, and none without one: pushes a history entry unless told to replace. */
  patch(patch: ListPatch<F, X>, options?: { replace?: boolean }): void
  href(patch: ListPatch<F, X>): string
}

export function usePageState<F extends string, X extends string, S extends string>(
  codec: ListCodec<F, X, S>,
): UsePageState<F, X, S> {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  return useMemo(() => {
    const view = codec.parse(search)
    const hrefFrom = (from: PageState<F, X, S>, patch: ListPatch<F, X>) =>
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

export interface ListLink<F extends string = string, X extends string = string, S extends string = F>
  extends UsePageState<F, X, S> {
  /** `filter` and `invalid` keep their identity, so that opening a record renders no filter. */
  readonly filter: Filters<F, S>
  readonly invalid: PageState<F, X>['invalid']
  /** Null if the rows keep the service's order. */
  readonly sorting: Sorting | null
  /** What the API is asked for. */
  readonly request: ListRequest<F>
  readonly isFiltered: boolean
  readonly clear: () => void
  /** Identifies filter and range. */
  readonly pageKey: string
  /** Identifies the rows: session, page, narrowing and order. */
  readonly rowsKey: string
}

export function useListLink<F extends string, X extends string, S extends string>(
  codec: ListCodec<F, X, S>,
): ListLink<F, X, S> {
  const state = usePageState(codec)
  const { view, patch } = state
  const { pathname } = useLocation()
  const session = useSessionFingerprint()
  const filter = useStableValue(view.filter)
  const narrowing = codec.narrowing.map((name) => view.params[name])
  const sorting = useStableValue(codec.sorting(view))
  const request = listRequest(codec, view)
  const pageKey = JSON.stringify([pathname, filter, view.limit, view.offset])
  return {
    ...state,
    filter,
    invalid: useStableValue(view.invalid),
    sorting,
    request,
    isFiltered: Object.keys(filter).length > 0 || narrowing.some((value) => value !== undefined),
    clear: useStableCallback(() =>
      patch({ filter: without(codec.filters), offset: 0, params: without(codec.narrowing) }),
    ),
    pageKey,
    rowsKey: JSON.stringify([session, pageKey, narrowing, sorting, request.currency]),
  }
}
