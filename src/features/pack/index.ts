/** What other features use of audit packs. */
export { PackButton } from './PackButton.tsx'
