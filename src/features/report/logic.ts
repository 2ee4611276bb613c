/** Reports without views: their shape and their files. */
export {
  assetColumns,
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
  vaultColumns,
  withParts,
} from './report.ts'
export { writeReport } from './report-file.ts'
