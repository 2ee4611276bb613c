/** What other features use of exports: the button. */
export { ExportButton } from './ExportButton.tsx'
