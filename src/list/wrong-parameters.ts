import type { ApiError } from '../api/api-error.ts'
import { errorEntry } from '../contract/errors.ts'
import type { InvalidParameter } from '../url/list-view.ts'

/**
 * The parameters whose control is to be marked: those that the link spells wrongly, those that the service's code is
 * about, and, for a code about parameters at large (ERR-00), those that its details name.
 */
export function wrongParameters(
  error: ApiError | null,
  invalid: readonly InvalidParameter[],
  inUse: readonly string[],
): ReadonlySet<string> {
  const wrong = new Set(invalid.map(({ name }) => name))
  if (error?.remedy === 'correct-filter') {
    const about = errorEntry(error.failure.code)?.parameters
    const named = about ?? inUse.filter((name) => mentions(error.failure.details, name))
    for (const name of named) if (inUse.includes(name)) wrong.add(name)
  }
  return wrong
}

function mentions(details: string, name: string): boolean {
  return details.split(/[^a-z_]+/i).includes(name)
}
