import Download from 'lucide-react/icons/download'
import { needsBooks } from '../../contract/endpoints.ts'
import type { ListParams } from '../../list/list-page.ts'
import type { ListTable } from '../../list/list-table.ts'
import { Button } from '../../ui/buttons.tsx'
import type { RowData } from '../../ui/data-table.ts'
import { LazyDialog } from '../../ui/dialogs.tsx'
import layout from '../../ui/layout.module.css'
import { lazyView } from '../../ui/lazy.tsx'
import { useOpened } from '../../ui/links.tsx'
import { setFilters, without } from '../../url/list-view.ts'
import { viewLink } from '../../url/lists.ts'
import { useBooks } from '../../work/work.ts'

// Most visits export nothing.
const ExportDialog = lazyView(() => import('./ExportDialog.tsx')).View

const noFile = 'A file of this filter needs all records of the account.'

export function ExportButton<R extends RowData>({
  params: { list, filter, href, narrowedBy: narrowingParameters },
  table,
  narrowedBy = [],
}: {
  params: ListParams
  table: ListTable<R>
  /** What hides rows on screen but not in the file, in words. */
  narrowedBy?: readonly string[]
}) {
  const { name, title } = list
  const [isOpen, setOpen] = useOpened('export')
  const { books } = useBooks()
  const why = needsBooks(filter) && books === null ? noFile : undefined
  const close = () => setOpen(false)
  // The link shows what the file holds, so it is without what narrows the screen alone, and what the page could not use.
  const link = href({ params: without(narrowingParameters), invalid: [] })
  return (
    <>
      <Button
        small
        icon={<Download aria-hidden />}
        aria-label={`Export ${title.toLowerCase()}`}
        aria-haspopup="dialog"
        aria-disabled={why !== undefined || undefined}
        title={why}
        onClick={() => why ?? setOpen(true)}
      >
        <span className={layout.roomy}>Export</span>
      </Button>
      {isOpen && why === undefined && (
        <LazyDialog onClose={close}>
          <ExportDialog
            list={{
              list: name,
              filter: setFilters(filter),
              title,
              shown: table.arrangement.columns,
              link: viewLink(link) ?? link,
              narrowedBy,
            }}
            onClose={close}
          />
        </LazyDialog>
      )}
    </>
  )
}
