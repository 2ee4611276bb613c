import { drive, outcomeOf, type Reading } from '../../sync/service/reading.ts'
import { tabProfile } from '../service-profile.ts'
import { ask } from '../service-read.ts'

/** Asks for nothing again. Throws as `ask` does. */
export function runOnce<Value>(reading: Reading<Value>): Promise<Value> {
  return drive(reading, (request) => outcomeOf(request, ask(request.target)), { profile: tabProfile() })
}
