/** What other features use of evidence. */
export { type CheckedEvidence, checkEvidence, type EvidenceVerdict } from './check.ts'
export { hexDigest } from './evidence-zip.ts'
