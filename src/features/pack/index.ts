/** What others use of audit packs: making one. */
export { runPack } from './run-pack.ts'
