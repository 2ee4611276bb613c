/** Services that serve what the specification shows, and no more: a real one behind a filter of its requests. */
import { limitRange } from '../../src/contract/endpoints.ts'
import { errorAnswer, type Script, type ScriptedService } from './scripted-service.ts'

export const strictServices = {
  'takes only the parameters that are shown': ({ hasOthers, target }) => (hasOthers ? null : target),
  'ignores other parameters than those that are shown': ({ target }) => target,
  'takes 200 rows at most': ({ limit, asked }) => (Number(limit) > limitRange.default ? null : asked),
  'cuts at 100 rows without a word': ({ limit, asked }) =>
    withLimit(asked, Math.min(Number(limit ?? 100), 100)),
} as const satisfies Record<string, (request: AskedOf) => URL | null>

export type StrictService = keyof typeof strictServices

interface AskedOf {
  readonly asked: URL
  readonly limit: string | null
  /** Whether it has parameters that the specification does not show. */
  readonly hasOthers: boolean
  /** The request without them. Such a service gives all of a list that has no pages. */
  readonly target: URL
}

/** Makes a scripted service this strict; lists what it refused. */
export function makeStrict(
  service: ScriptedService,
  name: StrictService,
): { readonly refused: readonly string[] } {
  const refused: string[] = []
  const script: Script = (request, response) => {
    const asked = new URL(request.url ?? '', 'http://service.invalid')
    const shown = shownParameters[asked.pathname] ?? []
    const others = [...asked.searchParams.keys()].filter((each) => !shown.includes(each))
    const target = new URL(asked)
    for (const other of others) target.searchParams.delete(other)
    const isList = /^\/(vaults|balances(\/\w+)?)$/.test(asked.pathname)
    const strictly: (request: AskedOf) => URL | null = strictServices[name]
    const passed = strictly({
      asked,
      limit: asked.searchParams.get('limit'),
      hasOthers: others.length > 0,
      target: isList ? withLimit(target, limitRange.max) : target,
    })
    if (passed === null) {
      refused.push(request.url ?? '')
      return errorAnswer('ERR-00')(request, response)
    }
    request.url = passed.pathname + passed.search
    service.passOn(request, response)
  }
  service.script('*', script)
  return { refused }
}

const paged = ['limit', 'offset', 'asset_id', 'network_id']

const shownParameters: Readonly<Record<string, readonly string[]>> = {
  '/transactions': [
    ...paged,
    ...['transaction_id', 'source_id', 'source_address', 'start_date', 'end_date', 'transaction_type'],
    ...['destination_id', 'destination_address', 'status'],
  ],
  '/whitelist': [...paged, 'whitelist_type'],
  '/vaults': ['vault_type'],
}

function withLimit(url: URL, limit: number): URL {
  const limited = new URL(url)
  limited.searchParams.set('limit', String(limit))
  return limited
}
