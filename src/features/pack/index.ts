/** What others use of audit packs: the button that begins one. */
export { PackButton } from './PackButton.tsx'
