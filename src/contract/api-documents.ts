/** Tables of `docs/read-api.md` and `docs/console-api.md`, made from the contract. `npm run docs` writes them. */
import { acceptedEndpoint } from './accepted-findings.ts'
import { addressEndpoints } from './addresses.ts'
import { changesEndpoint } from './changes.ts'
import { consoleEndpoints, filters } from './console-api.ts'
import { type Endpoint, endpointNames, endpointPaths, endpoints, type Parameter } from './endpoints.ts'
import type { ServiceErrorCode } from './error-codes.ts'
import { serviceErrors } from './errors.ts'
import { gatewayErrors } from './gateway-errors.ts'
import { generalErrors, isDate, openApiDocument, parameterWords } from './openapi.ts'
import { answers } from './records.ts'
import { figureEndpoint, reportEndpoint } from './report.ts'
import { searchEndpoint } from './search.ts'

/** Fills each table of a document, between `<!-- table: … -->` and `<!-- end -->`. */
export function withTables(document: string): string {
  return document.replace(
    /(<!-- table: (\w+) ?(\w*) -->\n).*?(?=<!-- end -->)/gs,
    (_whole, head: string, name: string, of: string) => {
      const rows = tables[name]?.(of)
      if (rows === undefined) throw new Error(`There is no table ${name} ${of}.`)
      return `${head}\n${rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n\n`
    },
  )
}

type Rows = readonly (readonly string[])[]

const tables: Readonly<Record<string, (of: string) => Rows | undefined>> = {
  endpoints: () =>
    withHead(
      ['Path', 'Answers', 'Errors of its own'],
      endpointNames.map((name) => {
        const paths = endpointPaths(name).map(code).join(', also ')
        return [paths, answers[name].summary, endpoints[name].errors.join(', ')]
      }),
    ),
  parameters: (of) => {
    const name = endpointNames.find((each) => each === of)
    if (name === undefined) return undefined
    const { own = [] } = answers[name]
    return withHead(
      ['Parameter', 'Value', 'Meaning', 'Otherwise'],
      Object.entries<Parameter>(endpoints[name].parameters).map(([each, parameter]) => [
        code(each) + (own.includes(each) ? ' †' : ''),
        valueText(parameter),
        parameterWords[each as keyof typeof parameterWords],
        parameter.refusedWith,
      ]),
    )
  },
  fields: (of) => {
    const { components } = openApiDocument() as {
      components: { schemas: Readonly<Record<string, { properties: Readonly<Record<string, FieldSchema>> }>> }
    }
    const fields = Object.entries(components.schemas[of]?.properties ?? {})
    const rows = fields.map(([field, schema]) => {
      const { description = '', enum: values } = schema
      const meaning = values ? `${description}: ${values.map(code).join(' ')}` : description
      return [code(field), typeOf(schema), meaning]
    })
    return rows.length === 0 ? undefined : withHead(['Field', 'Type', 'Meaning'], rows)
  },
  generalErrors: () => errorRows(generalErrors, () => []),
  endpointErrors: () => {
    const pathsByCode = new Map(
      endpointNames.flatMap((name) => {
        const { path, errors } = endpoints[name]
        return errors.map((one): [ServiceErrorCode, string] => [one, path])
      }),
    )
    return errorRows([...pathsByCode.keys()], (one) => [code(`GET ${pathsByCode.get(one)}`)])
  },
  consoleEndpoints: () =>
    withHead(
      ['Path, below `/api`', 'Parameters'],
      consoleReads.map(({ path, parameters }) => [
        code(path),
        Object.keys(parameters).map(code).join(' ') || 'none',
      ]),
    ),
  consoleParameters: consoleParameterRows,
  gatewayErrors: () =>
    withHead(
      ['Code', 'HTTP', '`error_message`', '`details`'],
      Object.entries(gatewayErrors).map(([each, { httpStatus, title, explanation }]) => [
        each,
        String(httpStatus),
        title,
        explanation,
      ]),
    ),
}

function withHead(head: readonly string[], rows: Rows): Rows {
  return [head, head.map(() => '---'), ...rows]
}

function code(text: string): string {
  return `\`${text}\``
}

function valueText(parameter: Parameter): string {
  const { form } = parameter
  if (isDate(parameter)) return 'day or instant'
  if (typeof form === 'string') return form === 'pasted' ? 'long text' : form
  if (!('min' in form)) return form.map(code).join(' ')
  const most = form.max === Number.MAX_SAFE_INTEGER ? 'or more' : `to ${form.max}`
  return `${form.min} ${most}, by default ${'default' in form ? form.default : form.min}`
}

interface FieldSchema {
  readonly $ref?: string
  readonly type?: string
  readonly description?: string
  readonly enum?: readonly string[]
  readonly items?: FieldSchema
}

/** Headings of `docs/read-api.md` that have the fields of an object. */
const headings: ReadonlyMap<string, string> = new Map([
  ['TransactionItem', 'Transaction item'],
  ['TransactionDetails', 'Transaction details object'],
  ['TransactionSource', 'Source object'],
  ['TransactionDestination', 'Destination object'],
  ['Whitelist', 'Whitelist item'],
  ['WhitelistAsset', 'Whitelist asset entry'],
  ['Vault', 'Vault'],
  ['Holding', 'Holding'],
  ['BalanceAmounts', 'Balances object'],
])

function typeOf({ $ref, items, type = '' }: FieldSchema): string {
  if (items) return `array of ${typeOf(items)}`
  const heading = headings.get($ref?.split('/').at(-1) ?? '')
  return heading ? `[${heading}](#${heading.toLowerCase().replaceAll(' ', '-')})` : type
}

function errorRows(codes: readonly ServiceErrorCode[], before: (one: ServiceErrorCode) => string[]): Rows {
  const rows = codes.map((one) => {
    const { httpStatus, message, details } = serviceErrors[one]
    return [one, ...before(one), String(httpStatus), message, details]
  })
  const head = ['`error_code`', '`code`', '`error_message`', '`details`, unless there is more to say']
  return withHead(rows[0]?.length === 5 ? head.toSpliced(1, 0, 'Endpoint') : head, rows)
}

const consoleReads: readonly Endpoint[] = [
  ...Object.values(consoleEndpoints),
  ...[changesEndpoint, searchEndpoint, reportEndpoint, figureEndpoint],
  ...Object.values(addressEndpoints),
  acceptedEndpoint,
]

type ConsoleParameter =
  | {
      [Name in keyof typeof consoleEndpoints]: keyof (typeof consoleEndpoints)[Name]['parameters']
    }[keyof typeof consoleEndpoints]
  | keyof typeof changesEndpoint.parameters

type FilterOfAList = { [List in keyof typeof filters]: keyof (typeof filters)[List] }[keyof typeof filters]

const consoleWords: Readonly<
  Record<Exclude<ConsoleParameter, keyof typeof parameterWords | FilterOfAList>, string>
> = {
  sort: 'Column and direction. Rows without a value come last',
  currency: 'Of the operator’s prices',
  by: 'Columns to divide totals by',
  as: 'A file in place of JSON',
  column: 'Columns of the file; by default all',
  fingerprint: 'The `mark` of the session for which a link was made; another session gets GTW-12',
  signed: 'In a ZIP, with what the gateway signs of it',
  after: 'Told by a later reading than this',
  kind: 'Of this kind of record',
  id: 'Of this record',
  event: 'What became of it',
}

function consoleParameterRows(): Rows {
  const all = new Map<string, Parameter>()
  for (const { parameters } of consoleReads)
    for (const [name, parameter] of Object.entries(parameters)) if (!all.has(name)) all.set(name, parameter)
  const several = new Set(consoleReads.flatMap((endpoint) => endpoint.several ?? []))
  const words: Readonly<Record<string, string>> = { ...parameterWords, ...consoleWords }
  const meanings = Object.values<Readonly<Record<string, { readonly meaning?: string }>>>(filters)
  return withHead(
    ['Parameter', 'Value', 'Meaning'],
    [...all].map(([name, parameter]) => [
      code(name) + (several.has(name) ? ' …' : ''),
      name === 'sort' ? 'such as `asset_id:asc`' : valueText(parameter),
      words[name] ?? meanings.find((ofList) => ofList[name])?.[name]?.meaning ?? '',
    ]),
  )
}
