import { type ReactNode, type Ref, startTransition, useImperativeHandle, useOptimistic, useRef } from 'react'
import { painted } from '../../ui/painted.ts'
import type { ListCodec, ListPatch } from '../../url/list-view.ts'
import type { BesideProps } from './ListPage.tsx'

/** The way in from the list: follows the link of a row. */
export type OpenBeside = (href: string) => void

/**
 * What a list page shows beside the list, one frame ahead of the address: what was asked for is drawn alone and at once, and the address
 * follows once it is painted, with the page that stands in it.
 */
export function BesideList<R, F extends string, X extends string>({
  ref,
  codec,
  Beside,
  onNavigate,
  ...page
}: BesideProps<R, F, X> & {
  ref: Ref<OpenBeside>
  codec: ListCodec<F, X>
  Beside: (props: BesideProps<R, F, X>) => ReactNode
  onNavigate: (href: string) => void
}): ReactNode {
  const [view, expect] = useOptimistic(page.view)
  // The address as the last of these left it.
  const left = useRef<string>(null)
  const ahead = (change: ListPatch<F, X>, options?: { replace?: boolean }) =>
    startTransition(async () => {
      const { href } = window.location
      expect((current) => codec.apply(current, change))
      await painted()
      // Whoever has gone elsewhere meanwhile is not fetched back.
      if (window.location.href !== href && window.location.href !== left.current) return
      page.patch(change, options)
      left.current = window.location.href
    })
  useImperativeHandle(ref, () => (href) => {
    const { pathname, search } = new URL(href, window.location.href)
    if (pathname !== window.location.pathname) onNavigate(href)
    // The rows of the filter before are no longer what is asked for.
    else if (page.isLoaded) ahead({ extra: codec.parse(new URLSearchParams(search)).extra })
  })
  const patch = (change: ListPatch<F, X>, options?: { replace?: boolean }) => {
    // Other rows cannot be shown before they are there.
    if ('filter' in change || 'limit' in change || 'offset' in change) page.patch(change, options)
    else ahead(change, options)
  }
  return <Beside {...page} view={view} patch={patch} />
}
