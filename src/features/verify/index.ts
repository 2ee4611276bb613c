/** What other features and programs use of checking files. */
export { openPack, UnfitPack } from './open-pack.ts'
