/** What reports are made of: their shape, their view, and their files. */

export { ReportTableView } from './ReportTableView.tsx'
export { ReportView } from './ReportView.tsx'
export {
  type Basis,
  basisOf,
  fileColumns,
  partyColumns,
  type Report,
  type ReportColumn,
  type ReportRow,
  type ReportTable,
  type ReportTone,
  transactionCells,
} from './report.ts'
export { writeReport } from './report-file.ts'
