import Download from 'lucide-react/icons/download'
import { lazy, useState } from 'react'
import type { ListTable } from '../../list/use-list-table.ts'
import type { ListParams } from '../../list/use-list-view.ts'
import { Button } from '../../ui/buttons.tsx'
import type { RowData } from '../../ui/data-table.ts'
import { Dialog } from '../../ui/dialogs.tsx'
import layout from '../../ui/layout.module.css'
import { LazyBoundary, lazyChunk } from '../../ui/lazy.tsx'
import { filterParameters, without } from '../../url/list-view.ts'
import { viewLink } from '../../url/view-link.ts'

// Most visits export nothing.
const ExportDialog = lazy(lazyChunk(() => import('./ExportDialog.tsx')))

/** Opens the dialog that exports the list on screen. Its words are here, since those of the dialog are loaded with it. */
export function ExportButton<R extends RowData, F extends string, X extends string>({
  params,
  table,
  narrowedBy = none,
}: {
  params: ListParams<F, X>
  table: ListTable<R>
  /** What leaves out rows on screen alone, in words: a file has them. */
  narrowedBy?: readonly string[]
}) {
  const { name, title } = params.list
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
        <span className={layout.roomy}>Export</span>
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
              filter: filterParameters(params.filter),
              title,
              shown: table.arrangement.columns,
              link: exportLink(params),
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
function exportLink<F extends string, X extends string>({ href, narrowedBy }: ListParams<F, X>): string {
  const link = href({ params: without(narrowedBy), invalid: [] })
  return viewLink(link) ?? link
}
