/** What other features use of audit packs without a view. */
export { type AddFile, packParts } from './pack-parts.ts'
