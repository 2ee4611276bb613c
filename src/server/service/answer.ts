import type { ErrorBody } from '../../contract/records.ts'

/** A whole answer, before it is sent. `hang` is one that never comes. */
export type Answer =
  | {
      readonly httpStatus: number
      readonly headers: Readonly<Record<string, string>>
      readonly body: string
    }
  | 'hang'

/** An answer of a JSON text. */
export function jsonAnswer(
  body: string,
  httpStatus = 200,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  return { httpStatus, headers: { 'content-type': 'application/json; charset=utf-8', ...headers }, body }
}

/** An answer of an error body, with the HTTP status that the body states. */
export function errorAnswer(body: ErrorBody, headers: Readonly<Record<string, string>> = {}): Answer {
  return jsonAnswer(JSON.stringify(body), Number(body.code), headers)
}
