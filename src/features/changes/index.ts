/** What other features use of changes. */
export { useEarlierPack } from './earlier-pack.ts'
export { changesReport } from './report.ts'
