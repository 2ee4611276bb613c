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

/**
 * What starts the worker at this address. Its policy, which the Content-Security-Policy names, admits that one script and nothing else,
 * so that no text ever becomes one.
 */
export function workerStarter(policyName: 'export-worker' | 'pack-worker', workerUrl: string): () => Worker {
  const policy = globalThis.window?.trustedTypes?.createPolicy(policyName, {
    createScriptURL(url) {
      if (url === workerUrl) return url
      throw new TypeError('No other script than this worker is started.')
    },
  })
  return () =>
    new Worker(policy?.createScriptURL(workerUrl) ?? workerUrl, { type: 'module', name: policyName })
}
