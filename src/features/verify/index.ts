/** What other features and programs use of checking files. */
export { trustedKeys } from './keys.ts'
export { type OpenedPack, openPack, UnfitPack } from './open-pack.ts'
