/** What other features use of export. */
export { ExportButton } from './ExportButton.tsx'
export { beginEvidence, FileDialog, type FileOrder, FileRefused } from './FileDialog.tsx'
