import type { IncomingMessage } from 'node:http'
import { matchEndpoint } from '../../contract/endpoints.ts'

/** Path of the page that the `help` of ERR-02 links to. */
export const authenticationPath = '/authentication'

/** Path of the OpenAPI document. */
export const openapiPath = '/openapi.json'

/** Path that answers as long as the service is up. */
export const healthPath = '/healthz'

/** Whether the service has anything at a path. */
export function isServed(path: string): boolean {
  return [openapiPath, authenticationPath, healthPath].includes(path) || matchEndpoint(path) !== undefined
}

/** The two parts of a request's address, both still encoded. */
export function splitUrl({ url = '' }: IncomingMessage): { readonly path: string; readonly query: string } {
  const mark = url.indexOf('?')
  return mark < 0 ? { path: url, query: '' } : { path: url.slice(0, mark), query: url.slice(mark + 1) }
}

/**
 * The service's own address for links: the setting, or what the request names as its host. That is the caller's word: only what
 * can be a host is repeated.
 */
export function ownAddress({ headers }: IncomingMessage, publicUrl: string | undefined): string {
  if (publicUrl !== undefined) return publicUrl.replace(/\/+$/, '')
  const host = headers.host ?? ''
  return `http://${/^(\[[\da-f:.]+\]|[\w.-]+)(:\d+)?$/i.test(host) ? host : 'localhost'}`
}
