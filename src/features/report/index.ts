/** How reports are shown. */
export { ReportView } from './ReportView.tsx'
