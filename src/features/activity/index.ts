/** What other features use of activity. */
export { ActivitySection } from './ActivitySection.tsx'
