/** How reports are shown, and in whose days. */
export { RowDetails } from './ReportTableView.tsx'
export { ReportView } from './ReportView.tsx'
export { ZoneSelect } from './ZoneSelect.tsx'
