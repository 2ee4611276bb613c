/** What reports are made of without a view: their shape, and their files. */
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
  recordColumns,
  recordRow,
  transactionCells,
  withParts,
} from './report.ts'
export { writeReport } from './report-file.ts'
