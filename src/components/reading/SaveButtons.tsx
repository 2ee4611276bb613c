import { Download } from 'lucide-react'
import { saveFile } from '../../export/save-file.ts'
import { Button } from '../../ui/Button.tsx'

/** Saves what a reading came to as a file of either kind; a file is made when it is asked for. */
export function SaveButtons({
  name,
  csv,
  json,
}: {
  /** Name of the file without its ending. */
  name: string
  csv: () => string
  json: () => string
}) {
  return (
    <>
      <Button
        small
        icon={<Download aria-hidden />}
        // The mark tells spreadsheets that it is UTF-8.
        onClick={() => saveFile(`${name}.csv`, 'text/csv', `\ufeff${csv()}`)}
      >
        Save as CSV
      </Button>
      <Button
        small
        icon={<Download aria-hidden />}
        onClick={() => saveFile(`${name}.json`, 'application/json', json())}
      >
        Save as JSON
      </Button>
    </>
  )
}
