/** How reports are shown, and in whose days. */
export { ReportView } from './ReportView.tsx'
export { ZoneSelect } from './ZoneSelect.tsx'
