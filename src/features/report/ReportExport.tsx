import Download from 'lucide-react/icons/download'
import { use, useState } from 'react'
import type { Report } from '../../contract/report.ts'
import type { WrittenFile } from '../../files/written-file.ts'
import { Button } from '../../ui/buttons.tsx'
import { LazyDialog } from '../../ui/dialogs.tsx'
import { lazyView } from '../../ui/lazy.tsx'
import { QuestionContext } from '../../work/BooksNeeded.tsx'
import { ReportDownloads } from './ReportDownloads.tsx'

const ReportExportDialog = lazyView(() => import('./ReportExportDialog.tsx')).View

export function ReportExport({ report, onSaved }: { report: Report; onSaved: (file: WrittenFile) => void }) {
  const question = use(QuestionContext)
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  if (question === null) return <ReportDownloads report={report} />
  return (
    <>
      <Button
        small
        icon={<Download aria-hidden />}
        aria-label={`Export ${report.title.toLowerCase()}`}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        Export
      </Button>
      {isOpen && (
        <LazyDialog onClose={close}>
          <ReportExportDialog report={report} question={question} onSaved={onSaved} onClose={close} />
        </LazyDialog>
      )}
    </>
  )
}
