import Download from 'lucide-react/icons/download'
import { lazy, useState } from 'react'
import type { ListController } from '../../list/use-list.ts'
import styles from '../../list/views/ListActions.module.css'
import { Button } from '../../ui/buttons.tsx'
import { Dialog } from '../../ui/dialogs.tsx'
import { LazyBoundary, lazyChunk } from '../../ui/lazy.tsx'
import { filterParameters, type ListPatch, without } from '../../url/list-view.ts'
import { viewLink } from '../../url/view-link.ts'

// Most visits export nothing.
const ExportDialog = lazy(lazyChunk(() => import('./ExportDialog.tsx')))

/** Opens the dialog that exports the list on screen. Its words are here, since those of the dialog are loaded with it. */
export function ExportButton<R, F extends string, X extends string>({
  list,
  narrowedBy = none,
}: {
  list: ListController<R, F, X>
  /** What leaves out rows on screen alone, in words: a file has them. */
  narrowedBy?: readonly string[]
}) {
  const { name, title } = list.list
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button
        small
        icon={<Download aria-hidden />}
        aria-label={`Export ${title.toLowerCase()}`}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <span className={styles.words}>Export</span>
      </Button>
      {isOpen && (
        <LazyBoundary
          around={(message) => (
            <Dialog label="Export" onClose={close}>
              {message}
            </Dialog>
          )}
        >
          <ExportDialog
            list={{
              list: name,
              filter: filterParameters(list.filter),
              title,
              shown: list.arrangement.arrangement.columns,
              link: exportLink(list.href, list.narrowedBy),
              narrowedBy,
            }}
            onClose={close}
          />
        </LazyBoundary>
      )}
    </>
  )
}

const none: readonly never[] = []

/**
 * The view that shows what a file of its list holds: without the parameters by which rows are left out on screen alone, and without
 * those that the page could not use.
 */
function exportLink<F extends string, X extends string>(
  href: (patch: ListPatch<F, X>) => string,
  narrowedBy: readonly NoInfer<X>[] | undefined,
): string {
  const link = href({ params: without(narrowedBy ?? none), invalid: [] })
  return viewLink(link) ?? link
}
