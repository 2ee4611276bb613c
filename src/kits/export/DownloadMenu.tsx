import Download from 'lucide-react/icons/download'
import { useRevision } from '../../api/revision.ts'
import { whyNothingKept } from '../../list/records-words.tsx'
import { Button } from '../../ui/buttons.tsx'
import layout from '../../ui/layout.module.css'
import { lazyComponent } from '../../ui/lazy.tsx'
import { Popover } from '../../ui/popovers.tsx'
import type { DownloadSubject } from './DownloadLinks.tsx'

// Most visits download nothing.
const DownloadLinks = lazyComponent(() => import('./DownloadLinks.tsx')).View

/** A button that opens download links for what the page shows. */
export function DownloadMenu({
  label,
  ...subject
}: DownloadSubject & {
  /** "Export transactions". */
  label: string
}) {
  const why = useWhyNoFile()
  return (
    <Popover
      label={label}
      placement="end"
      button={({ popoverTarget, ...props }) => (
        <Button
          {...props}
          {...(why === null && { popoverTarget })}
          small
          icon={<Download aria-hidden />}
          aria-label={label}
          aria-disabled={why !== null || undefined}
          title={why ?? undefined}
        >
          <span className={layout.roomy}>Export</span>
        </Button>
      )}
    >
      {() => <DownloadLinks {...subject} />}
    </Popover>
  )
}

/** Files are made of the records that the gateway keeps. */
function useWhyNoFile(): string | null {
  const revision = useRevision()
  if (revision === undefined) return null
  if (revision.not_kept !== null)
    return `A file needs all records of the account. ${whyNothingKept[revision.not_kept]}`
  return revision.revision === null
    ? 'A file needs all records of the account, which are still being read.'
    : null
}
