/** What reports are made of: their shape, their view, and their files. */

export { ReportView } from './ReportView.tsx'
export {
  type Basis,
  basisOf,
  type Report,
  type ReportColumn,
  type ReportRow,
  type ReportTable,
  type ReportTone,
  updateSentence,
} from './report.ts'
export { listedReport, reportFile } from './report-file.ts'
