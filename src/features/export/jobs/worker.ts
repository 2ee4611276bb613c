/** Runs one export beside the page, so that the page stays free. */
import { mediaTypes } from '../../../files/facts.ts'
import { type ExportRequest, runExport } from '../../../files/run.ts'
import { serveJob } from './serve-job.ts'

serveJob<ExportRequest>({ mediaType: ({ format }) => mediaTypes[format], run: runExport })
