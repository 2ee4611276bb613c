import { type ComponentType, startTransition, useImperativeHandle, useOptimistic, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { painted, useFetched } from '../ui/lazy.tsx'
import type { ListPatch, ListView } from '../url/list-view.ts'
import type { ListController } from './use-list.ts'

/** What a list page hands to the record that is open beside the list. */
export interface RecordProps<R, F extends string, X extends string> {
  /** Which record is open. */
  readonly id: string
  readonly rows: readonly R[]
  /** The rows of the latest reading of this page, which the reader may not have brought on screen yet. */
  readonly latest: readonly R[]
  /** False while the rows of this address are still on their way. */
  readonly isLoaded: boolean
  /** True where a page follows this one. */
  readonly hasNext: boolean
  readonly view: ListView<F, X>
  readonly patch: (patch: ListPatch<F, X>, options?: { replace?: boolean }) => void
}

/**
 * What a list page shows beside the list, one frame ahead of the address: what was asked for is drawn alone and at once, and the address
 * follows once it is painted, with the page that stands in it.
 */
export function ListRecord<R, F extends string, X extends string>({
  list,
  load,
}: {
  list: ListController<R, F, X>
  /** Fetches the record's view: once the rows stand, so that it is there when one of them is opened. */
  load: () => Promise<{ readonly default: ComponentType<RecordProps<R, NoInfer<F>, NoInfer<X>>> }>
}) {
  const navigate = useNavigate()
  const { codec } = list.list
  const [view, expect] = useOptimistic(list.view)
  // The address as the last of these left it.
  const left = useRef<string>(null)
  const patchOptimistically = (change: ListPatch<F, X>, options?: { replace?: boolean }) =>
    startTransition(async () => {
      const { href } = window.location
      expect((current) => codec.apply(current, change))
      await painted()
      // Whoever has gone elsewhere meanwhile is not fetched back.
      if (window.location.href !== href && window.location.href !== left.current) return
      list.patch(change, options)
      left.current = window.location.href
    })
  useImperativeHandle(list.openRecord, () => (href) => {
    const { pathname, search } = new URL(href, window.location.href)
    if (pathname !== window.location.pathname) void navigate(href)
    // The rows of the filter before are no longer what is asked for.
    else if (list.isLoaded) patchOptimistically({ params: codec.parse(search).params })
  })
  const patch = (change: ListPatch<F, X>, options?: { replace?: boolean }) => {
    // Other rows cannot be shown before they are there.
    if ('filter' in change || 'limit' in change || 'offset' in change) list.patch(change, options)
    else patchOptimistically(change, options)
  }
  const id = list.openIn(view)
  const Record = useFetched(load, list.isLoaded || id !== null)
  if (id === null || Record === null) return null
  return (
    <Record
      id={id}
      rows={list.rows}
      latest={list.page.latest?.records ?? noRows}
      isLoaded={list.isLoaded}
      hasNext={list.nextHref !== null}
      view={view}
      patch={patch}
    />
  )
}

const noRows: readonly never[] = []
