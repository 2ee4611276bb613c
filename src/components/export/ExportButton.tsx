import { Download } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import styles from '../views/ListActions.module.css'
import { type ListOnScreen, openExportDialog } from './dialog-state.ts'

/** Takes the list on screen away as a file: asks in which form, then reads all of it. */
export function ExportButton(list: ListOnScreen) {
  return (
    <Button
      small
      icon={<Download aria-hidden />}
      aria-label={`Export ${list.title.toLowerCase()}`}
      aria-haspopup="dialog"
      onClick={() => openExportDialog(list)}
    >
      <span className={styles.words}>Export</span>
    </Button>
  )
}
