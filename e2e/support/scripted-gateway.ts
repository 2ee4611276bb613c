/** A scripted service for a file of tests, and gateways in front of it. */
import { forTests, startGateway } from '../../src/server/gateway/testing/gateway.ts'
import { startScriptedService } from './scripted-service.ts'

export async function startScripted() {
  const service = forTests(await startScriptedService())
  const start = (settings: Readonly<Record<string, string>> = {}) =>
    startGateway({ CUSTODY_API_URL: service.address, ...settings })
  return { service, start }
}
