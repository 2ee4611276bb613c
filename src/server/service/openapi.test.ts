import { createConfig, lintFromString } from '@redocly/openapi-core'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { endpointNames, endpoints } from '../../contract/endpoints.ts'
import { serviceErrors } from '../../contract/errors.ts'
import { openapiDocument } from './openapi.ts'

const document = openapiDocument('https://custody.example/v1')

describe('the OpenAPI document', () => {
  it('has nothing that an independent linter objects to', async () => {
    const config = await createConfig({ extends: ['recommended'] })
    const problems = await lintFromString({ source: JSON.stringify(document), config })
    expect(
      problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`),
    ).toEqual([])
  })

  it('states every path with exactly its parameters', () => {
    const paths = endpointNames.flatMap((name) => [endpoints[name].path, ...endpoints[name].aliases])
    expect(Object.keys(pathsOf(document))).toEqual(paths)
    for (const name of endpointNames) {
      const stated = pathsOf(document)[endpoints[name].path]?.get.parameters.filter(
        (one) => one.in === 'query',
      )
      expect(stated?.map((one) => one.name)).toEqual(Object.keys(endpoints[name].parameters))
    }
  })

  it('shows an example of every code of the specification', () => {
    const text = JSON.stringify(document)
    for (const code of Object.keys(serviceErrors)) expect(text).toContain(`"error_code":"${code}"`)
  })

  it('states for every path that HEAD is answered without a body, and what 404 and 405 look like', () => {
    for (const { get, head } of Object.values(pathsOf(document))) {
      const codes = Object.keys(get.responses)
      expect(codes).toEqual(expect.arrayContaining(['404', '405']))
      expect(Object.keys(head.responses)).toEqual(codes)
      expect(Object.values(head.responses).filter((response) => 'content' in response)).toEqual([])
      expect(get.responses[405]).toHaveProperty('headers.Allow')
      for (const code of ['404', '405'])
        expect(get.responses[code]).toHaveProperty(
          'content.application/json.examples.ERR-00.value.code',
          code,
        )
    }
  })
})

const operation = z.object({
  parameters: z.array(z.object({ name: z.string(), in: z.string() })),
  responses: z.record(z.string(), z.looseObject({})),
})
const stated = z.object({ paths: z.record(z.string(), z.object({ get: operation, head: operation })) })

function pathsOf(value: unknown): z.infer<typeof stated>['paths'] {
  return stated.parse(value).paths
}
