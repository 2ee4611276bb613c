/** What other features and the frame use of watching. */
export { WatchButton } from './WatchButton.tsx'
export { WatchLimit } from './WatchLimit.tsx'
export { WatchLine } from './WatchLine.tsx'
