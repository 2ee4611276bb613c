/** How reports are shown. */
export { ReportTableView } from './ReportTableView.tsx'
export { ReportView } from './ReportView.tsx'
