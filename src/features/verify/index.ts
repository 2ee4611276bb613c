export { checkInWorker } from './check-in-worker.ts'
export type { CheckedFile } from './check-task.ts'
