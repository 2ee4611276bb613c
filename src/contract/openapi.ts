/** The read API as an OpenAPI document: of our service, from the same tables by which it answers. `docs/read-api.md` says it to people. */

import * as z from 'zod/mini'
import {
  type Endpoint,
  type EndpointName,
  endpointNames,
  endpointPaths,
  endpoints,
  longestText,
  type Parameter,
  type ParameterName,
} from './endpoints.ts'
import { vaultTypes } from './enumerations.ts'
import type { ServiceErrorCode } from './error-codes.ts'
import { serviceErrors, writeErrorBody } from './errors.ts'
import { withCapital } from './initials.ts'
import * as records from './records.ts'

const { answers, ...schemas } = records

/** `vaultList` is `VaultList`. */
const schemaNames: ReadonlyMap<z.ZodMiniType, string> = new Map(
  Object.entries(schemas).map(([name, schema]) => [schema, withCapital(name)]),
)

type ReadParameter = { [Name in EndpointName]: ParameterName<Name> }[EndpointName]

export const parameterWords: Readonly<Record<ReadParameter, string>> = {
  limit: 'How many records at most',
  offset: 'How many records to leave out before the first',
  transaction_id: 'Of this transaction',
  source_id: 'From the vault, or another source, with this id',
  source_address: 'From this address',
  asset_id: 'Of this asset',
  network_id: 'On this network',
  start_date: 'Recorded on this day or later, or from this instant on',
  end_date: 'Recorded on this day or earlier, or up to this instant',
  transaction_type: 'Of this type. `changepool` is the same as `change pool`',
  destination_id: 'To the vault, whitelist, or another destination, with this id',
  destination_address: 'To this address',
  status: 'With this status',
  whitelist_type: 'Of this type',
  vault_type: 'Of this type',
}

const pathSchemas: Readonly<Record<string, object>> = {
  tx_id: { type: 'string', description: 'Transaction id' },
  vaults_id: { type: 'string', description: 'Vault id' },
  vault_type: { type: 'string', enum: vaultTypes, description: 'Vault type' },
}

/** A day or an instant, which `readTimeRange` reads. */
export function isDate({ refusedWith }: Parameter): boolean {
  return refusedWith === 'TXN-03'
}

export const generalErrors = [
  'ERR-00',
  'ERR-01',
  'ERR-02',
  'ERR-03',
] as const satisfies readonly ServiceErrorCode[]

export function openApiDocument(): object {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Custody read API',
      version: '1',
      description:
        'Vaults, balances, transactions and whitelists of an organization, as the included service answers them. Every value is text. Another service may take less and send other forms: docs/read-api.md lists where the specification is silent.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    security: [{ key: [] }],
    paths: Object.fromEntries(
      endpointNames.flatMap((name) =>
        endpointPaths(name).map((path, index) => [
          path,
          { get: operationOf(name, index === 0 ? name : `${name}${index + 1}`) },
        ]),
      ),
    ),
    components: {
      schemas: writtenSchemas(),
      responses: {
        'ERR-02': errorResponse(['ERR-02']),
        'ERR-03': {
          ...errorResponse(['ERR-03']),
          headers: { 'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' } } },
        },
      },
      examples: Object.fromEntries(
        Object.entries(serviceErrors).map(([code, entry]) => [
          code,
          { summary: entry.message, value: writeErrorBody(code, entry) },
        ]),
      ),
      securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'x-api-key' } },
    },
  }
}

function operationOf(name: EndpointName, operationId: string): object {
  const { parameters, pathParameter }: Endpoint = endpoints[name]
  const { errors } = endpoints[name]
  const { summary, schema, own = [] } = answers[name]
  const inPath = pathParameter === undefined ? undefined : pathSchemas[pathParameter]
  return {
    operationId,
    summary,
    parameters: [
      ...(inPath ? [{ name: pathParameter, in: 'path', required: true, schema: inPath }] : []),
      ...Object.entries(parameters).map(([each, parameter]) => ({
        name: each,
        in: 'query',
        description: parameterWords[each as ReadParameter] + (own.includes(each) ? ownText : ''),
        schema: parameterSchema(parameter),
      })),
    ],
    responses: {
      200: { description: summary, content: jsonOf(schema) },
      400: errorResponse(['ERR-00', 'ERR-01', ...errors]),
      401: { $ref: '#/components/responses/ERR-02' },
      429: { $ref: '#/components/responses/ERR-03' },
    },
  }
}

const ownText = '. The specification does not show it: another service may refuse it'

function parameterSchema(parameter: Parameter): object {
  const { form } = parameter
  if (isDate(parameter)) return { type: 'string', examples: ['2026-11-01', '2026-11-01T14:03:22Z'] }
  if (typeof form === 'string') return { type: 'string', minLength: 1, maxLength: longestText }
  if (!('min' in form)) return { type: 'string', enum: form }
  const { min: minimum, max: maximum } = form
  return { type: 'integer', minimum, maximum, default: 'default' in form ? form.default : minimum }
}

function errorResponse(codes: readonly ServiceErrorCode[]): object {
  return {
    description: codes.map((code) => `${code}: ${serviceErrors[code].message}`).join('. '),
    content: jsonOf(schemas.errorBody, codes),
  }
}

function jsonOf(schema: z.ZodMiniType, codes: readonly ServiceErrorCode[] = []): object {
  const examples = Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]))
  return {
    'application/json': {
      schema: { $ref: schemaAt(schemaNames.get(schema) ?? '') },
      ...(codes.length > 0 && { examples }),
    },
  }
}

function schemaAt(name: string): string {
  return `#/components/schemas/${name}`
}

function writtenSchemas(): object {
  const registry = z.registry<{ id: string }>()
  for (const [schema, id] of schemaNames) registry.add(schema, { id })
  const { schemas } = z.toJSONSchema(registry, { uri: schemaAt })
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $id: _id, $schema: _dialect, ...schema }]) => [name, schema]),
  )
}
