import type { ListCodec } from '../url/list-view.ts'
import { InvalidParameters } from './InvalidParameters.tsx'
import { focusHeading } from './list-focus.ts'
import { useListView } from './use-list-view.ts'

/** Names the parts of its link that a page could not use, for pages that are no list. */
export function LinkNotice<F extends string, X extends string, S extends string>({
  codec,
}: {
  codec: ListCodec<F, X, S>
}) {
  const { view, patch } = useListView(codec)
  const remove = () => {
    // The pressed button goes.
    focusHeading()
    patch({ invalid: [] })
  }
  return <InvalidParameters invalid={view.invalid} onRemove={remove} />
}
