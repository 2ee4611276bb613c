export { checkInWorker, openInWorker } from './check-in-worker.ts'
