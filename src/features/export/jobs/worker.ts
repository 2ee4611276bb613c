/** Runs one export beside the page, so that the page stays free. */
import { mediaTypes } from '../facts.ts'
import { type ExportRequest, runExport } from '../write/run.ts'
import { serveJob } from './serve-job.ts'

serveJob<ExportRequest>({ mediaType: ({ format }) => mediaTypes[format], run: runExport })
