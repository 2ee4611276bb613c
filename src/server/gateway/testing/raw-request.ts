import { request } from 'node:http'
import type { TestGateway } from './gateway.ts'

/** An answer as it came. */
export interface RawAnswer {
  readonly status: number | undefined
  readonly headers: Record<string, string | string[] | undefined>
  readonly body: string
}

/** A request whose path and headers, `host` among them, no client library changes. */
export function rawRequest(
  from: Pick<TestGateway, 'address'>,
  path: string,
  {
    method = 'GET',
    headers = {},
    body = '',
  }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<RawAnswer> {
  const { hostname, port } = new URL(from.address)
  return new Promise((resolve, reject) => {
    request({ hostname, port, path, method, headers }, async (answer) => {
      const chunks: Buffer[] = []
      for await (const chunk of answer) chunks.push(chunk)
      resolve({
        status: answer.statusCode,
        headers: answer.headers,
        body: Buffer.concat(chunks).toString(),
      })
    })
      .on('error', reject)
      .end(body)
  })
}
