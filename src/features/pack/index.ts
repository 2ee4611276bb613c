/** What other features use of audit packs. */
export { PackButton } from './PackButton.tsx'
export { type AddFile, packParts } from './pack-parts.ts'
