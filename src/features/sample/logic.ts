/** A sample as a report, without a view. */
export { sampleAnswer } from './sample.ts'
