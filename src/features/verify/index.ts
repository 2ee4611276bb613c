export { checkInWorker } from './check-in-worker.ts'
