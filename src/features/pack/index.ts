/** What other features use of audit packs beside their parts. */
export { dueText, useDuePack } from './made-packs.ts'
