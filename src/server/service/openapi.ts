import * as z from 'zod/mini'
import { type Endpoint, type EndpointName, endpointNames, endpoints } from '../../contract/endpoints.ts'
import type { ServiceErrorCode } from '../../contract/errors.ts'
import * as records from '../../contract/records.ts'
import { errorBodyOf, Refusal } from '../http.ts'
import { apiKeyHeader, otherMethod, otherPath, servedMethods } from './access.ts'

type Json = Readonly<Record<string, unknown>>

interface Operation extends Json {
  readonly operationId: string
  readonly summary: string
  readonly responses: Readonly<Record<number, Response>>
}

interface Response {
  readonly description: string
  readonly headers?: Json
  readonly content?: Json
}

export function openapiDocument(address = '.'): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Custody Service Read API',
      version: '1.0.0',
      description:
        'Vaults, balances, transactions and whitelists of an organisation, read only. ' +
        'Tell errors apart by their `error_code`, never by the HTTP status. ' +
        'Every path answers GET and HEAD; any other method is refused with 405, and any other path with 404.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: address }],
    security: [{ apiKey: [] }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths: Object.fromEntries(endpointNames.flatMap((name) => pathsOf(name, endpoints[name]))),
    components: {
      securitySchemes: {
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: apiKeyHeader,
          description: 'An API key with the role viewer.',
        },
      },
      schemas: componentSchemas(),
    },
  }
}

/** The first segment of a path. */
type Tag<Path> = Path extends `/${infer Name}/${string}` ? Name : Path extends `/${infer Name}` ? Name : never

/** The `help` of ERR-02 links to it. */
export const authenticationPath = '/authentication'

const tags: Readonly<Record<Tag<(typeof endpoints)[EndpointName]['path']>, string>> = {
  transactions: 'The history of asset movements',
  whitelist: 'Saved sets of external destination addresses',
  vaults: 'Vaults and what they hold',
  balances: 'Balances, totalled per vault type',
}

const schemas = new Map<z.ZodMiniObject, string>(
  Object.entries(records).map(([name, schema]) => [schema, name.charAt(0).toUpperCase() + name.slice(1)]),
)

const answers: Readonly<Record<EndpointName, z.ZodMiniObject>> = {
  transactions: records.transactionList,
  transaction: records.transactionList,
  whitelists: records.whitelistList,
  vaults: records.vaultList,
  vault: records.vaultList,
  balances: records.balanceList,
  balancesOfType: records.balanceList,
}

function componentSchemas(): Json {
  const registry = z.registry<{ id: string }>()
  for (const [schema, id] of schemas) registry.add(schema, { id })
  const document = z.toJSONSchema(registry, { uri: referenceTo, target: 'draft-2020-12' })
  return Object.fromEntries(
    // OpenAPI 3.1 states the dialect once for the whole document.
    Object.entries(document.schemas).map(([name, { $schema: _, $id: __, ...schema }]) => [name, schema]),
  )
}

function referenceTo(id = ''): string {
  return `#/components/schemas/${id}`
}

function pathsOf(name: EndpointName, endpoint: Endpoint): [string, Json][] {
  return [endpoint.path, ...endpoint.aliases].map((path, index) => {
    const get = operationOf(name, endpoint, index)
    return [path, { get, head: headOf(get) }]
  })
}

function headOf(get: Operation): Operation {
  const responses = Object.entries(get.responses).map(([code, { description, headers }]) => [
    code,
    { description, headers },
  ])
  return {
    ...get,
    operationId: `${get.operationId}Head`,
    summary: `${get.summary}, without the body`,
    responses: Object.fromEntries(responses),
  }
}

/** `alias` numbers the other spellings of the path, from 1. */
function operationOf(name: EndpointName, endpoint: Endpoint, alias: number): Operation {
  const tag = endpoint.path.split('/')[1]
  return {
    operationId: alias > 0 ? `${name}Alias${alias}` : name,
    summary: alias > 0 ? `${endpoint.summary} (same as ${endpoint.path})` : endpoint.summary,
    description: `Requires an API key with the role ${endpoint.role}.`,
    tags: [tag],
    parameters: [...pathParametersOf(endpoint), ...queryParametersOf(endpoint)],
    responses: responsesOf(name, endpoint),
  }
}

function pathParametersOf({ pathParameter }: Endpoint): Json[] {
  if (pathParameter === undefined) return []
  const { name, description, values } = pathParameter
  const schema = values === undefined ? { type: 'string' } : { type: 'string', enum: values }
  return [{ name, in: 'path', required: true, description, schema }]
}

function queryParametersOf({ parameters }: Endpoint): Json[] {
  return Object.entries(parameters).map(([name, { description, openapi, refusedWith }]) => ({
    name,
    in: 'query',
    required: false,
    description: `${description} Otherwise ${refusedWith}.`,
    schema: openapi,
  }))
}

function responsesOf(name: EndpointName, endpoint: Endpoint): Operation['responses'] {
  return {
    200: {
      description: 'The records that match.',
      content: { 'application/json': { schema: { $ref: referenceTo(schemas.get(answers[name])) } } },
    },
    400: refusal('The request or the records are at fault.', ['ERR-00', 'ERR-01', ...endpoint.errors]),
    401: refusal('The key may not read this.', ['ERR-02']),
    404: errorResponse('No path of the API, such as one whose id holds a slash.', [otherPath()]),
    405: {
      ...errorResponse('Neither GET nor HEAD.', [otherMethod()]),
      headers: {
        Allow: { description: 'What can be asked.', schema: { type: 'string', const: servedMethods } },
      },
    },
    429: {
      ...refusal('Too many requests with this key.', ['ERR-03']),
      headers: {
        'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } },
      },
    },
  }
}

function refusal(description: string, codes: readonly ServiceErrorCode[]): Response {
  return errorResponse(
    description,
    codes.map((code) => new Refusal(code)),
  )
}

function errorResponse(description: string, refusals: readonly Refusal[]): Response {
  const bodies = refusals.map((one) =>
    errorBodyOf(one, one.code === 'ERR-02' ? `https://custody.example${authenticationPath}` : ''),
  )
  const examples = bodies.map((value) => [value.error_code, { summary: value.error_message, value }])
  return {
    description,
    content: {
      'application/json': {
        schema: { $ref: referenceTo(schemas.get(records.errorBody)) },
        examples: Object.fromEntries(examples),
      },
    },
  }
}
