import { Download } from 'lucide-react'
import type { ListController } from '../../../list/use-list.ts'
import styles from '../../../list/views/ListActions.module.css'
import { Button } from '../../../ui/Button.tsx'
import { filterParameters } from '../../../url/list-view.ts'
import { openExportDialog } from './dialog-state.ts'
import { exportLink } from './export-link.ts'

/** Takes the list on screen away as a file: asks in which form, then reads all of it. */
export function ExportButton<R, F extends string, X extends string>({
  list,
  narrowedBy = none,
}: {
  list: ListController<R, F, X>
  /** What leaves out rows on screen alone, in words: a file has them. */
  narrowedBy?: readonly string[]
}) {
  const { name, title } = list.list
  return (
    <Button
      small
      icon={<Download aria-hidden />}
      aria-label={`Export ${title.toLowerCase()}`}
      aria-haspopup="dialog"
      onClick={() =>
        openExportDialog({
          list: name,
          filter: filterParameters(list.filter),
          title,
          shown: list.arrangement.arrangement.columns,
          link: exportLink(list.href, list.narrowedBy),
          narrowedBy,
        })
      }
    >
      <span className={styles.words}>Export</span>
    </Button>
  )
}

const none: readonly never[] = []
