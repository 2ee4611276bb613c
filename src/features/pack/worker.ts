/** Makes one audit pack beside the page, so that the page stays free. */
import { type PackRequest, serveJob } from '../export/index.ts'
import { runPack } from './run-pack.ts'

serveJob<PackRequest>({ mediaType: () => 'application/zip', run: runPack })
