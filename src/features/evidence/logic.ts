/** What other features and programs use of evidence without a view. */
export { isInstant } from '../../journal/check-journal.ts'
export { type CheckedEvidence, checkEvidence, type EvidenceVerdict } from './check.ts'
export { hexDigest } from './evidence-zip.ts'
