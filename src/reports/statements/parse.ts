/** Reads the links of statements, and says why one is of none. */

import { dayText } from '../../contract/day.ts'
import type { LinkRefusal } from '../../contract/report.ts'
import { readZone, zoneDayOf } from '../../contract/time-zone.ts'
import { type MovementKind, movementKinds } from '../../ledger/effects.ts'
import {
  type ConfirmationQuery,
  readConfirmationQuery,
  readStatementQuery,
  type StatementQuery,
  statementsCodec,
} from '../../url/statements.ts'

import { faultsOf, refusedLink } from '../link-faults.ts'

type Refused = { readonly refusal: LinkRefusal }

const scopeNames = ['vaults', 'assets', 'zone'] as const

/** Without a period, it is the last month that is over. */
export function parseStatement(parameters: URLSearchParams, now: number): StatementQuery | Refused {
  const link = readLink(parameters, now, [...scopeNames, 'period'])
  return 'refusal' in link ? link : link.query
}

export interface LedgerQuery extends StatementQuery {
  readonly holding: string
  /** The one kind of movement that is listed; null for all. */
  readonly movement: MovementKind | null
}

export function parseLedger(parameters: URLSearchParams, now: number): LedgerQuery | Refused {
  const link = readLink(parameters, now, [...scopeNames, 'period', 'holding', 'movement'])
  if ('refusal' in link) return link
  const { holding, movement = null } = link.params
  const kind = movementKinds.find((one) => one === movement) ?? null
  if (holding === undefined) return refusedLink(noStatement, ['holding'])
  return kind === movement
    ? { ...link.query, holding, movement: kind }
    : refusedLink(noStatement, ['movement'])
}

export function parseConfirmation(parameters: URLSearchParams, now: number): ConfirmationQuery | Refused {
  const link = readLink(parameters, now, [...scopeNames, 'at', 'reference', 'addressee'])
  if ('refusal' in link) return link
  return readConfirmationQuery(link.params) ?? refusedLink(noStatement, ['at'])
}

type Params = ReturnType<typeof statementsCodec.parse>['params']

/** `own`: what this report takes. */
function readLink(
  parameters: URLSearchParams,
  now: number,
  own: readonly (keyof Params)[],
): { readonly query: StatementQuery; readonly params: Params } | Refused {
  const { params, invalid } = statementsCodec.parse(parameters)
  const strange = Object.keys(params).filter((name) => !own.some((one) => one === name))
  const faults = [...strange, ...faultsOf(invalid)]
  if (faults.length > 0) return refusedLink(noStatement, faults)
  const today = dayText(zoneDayOf(now, readZone(params.zone ?? '') ?? 'UTC'))
  const query = readStatementQuery(params, today)
  if (query.period.first > today)
    return {
      refusal: { title: 'This period has not begun', text: 'Choose a period that has begun.' },
    }
  return { query, params }
}

const noStatement = 'No statement for this link'
