import { useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { type ListCodec, type ListPatch, type ListView, withQuery } from '../url/list-view.ts'

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
