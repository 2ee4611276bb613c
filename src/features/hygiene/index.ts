/** What other features use of the review of whitelists: reading it, and what it comes to. */
export { reviewBooks } from './read.ts'
export { reportOf as reviewReport } from './report.ts'
export { sentenceOf as reviewSentence } from './words.ts'
