import { type ReactNode, type Ref, startTransition, useImperativeHandle, useOptimistic } from 'react'
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
  const ahead = (next: typeof view, follow: () => void) =>
    startTransition(async () => {
      const { pathname } = window.location
      expect(next)
      await painted()
      // Whoever has left the page meanwhile is not fetched back.
      if (window.location.pathname === pathname) follow()
    })
  useImperativeHandle(ref, () => (href) => {
    const { pathname, search } = new URL(href, window.location.href)
    if (pathname === window.location.pathname)
      ahead(codec.parse(new URLSearchParams(search)), () => onNavigate(href))
    else onNavigate(href)
  })
  const patch = (change: ListPatch<F, X>, options?: { replace?: boolean }) => {
    const follow = () => page.patch(change, options)
    // Other rows cannot be shown before they are there.
    if ('filter' in change || 'limit' in change || 'offset' in change) follow()
    else ahead(codec.apply(view, change), follow)
  }
  return <Beside {...page} view={view} patch={patch} />
}
