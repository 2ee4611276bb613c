import { createExportJobs } from './job-store.ts'
import workerUrl from './worker.ts?worker&url'

/** What browsers with trusted types have, as far as it is used here; the types of TypeScript do not know it yet. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): string }
}

declare global {
  interface Window {
    readonly trustedTypes?: TrustedTypes
  }
}

/** The one policy of the console. It admits the export's worker and nothing else, so that no text ever becomes a script. */
const policy = globalThis.window?.trustedTypes?.createPolicy('export-worker', {
  createScriptURL(url) {
    if (url === workerUrl) return url
    throw new TypeError('No other script than the export’s worker is started.')
  },
})

/** The exports of this tab, each in a worker of its own. */
export const exportJobs = createExportJobs(
  () => new Worker(policy?.createScriptURL(workerUrl) ?? workerUrl, { type: 'module', name: 'export' }),
)
