/**
 * What people read while they choose files, look at what a file is, and compare it with the service. The checks have
 * `check-words.ts`, which is loaded with them.
 */
import { counted, countText } from '../../../contract/count-text.ts'
import type { ExportFacts } from '../facts.ts'
import type { Check, CheckName } from './check.ts'
import type { ChangedRow } from './compare.ts'

// Choosing files, and what becomes of them.

export const title = 'Verify an export'
export const choose = 'Choose an export and its facts'
export const chooseHint =
  'Or drop them anywhere on this page, as many as you like. CSV and JSON need their .facts.json; XLSX files and audit packs have their facts inside. Nothing leaves this browser.'
export const chosen = 'Chosen:'
export const nextFacts = 'Next, its facts:'
export const nextExport = 'Next, the export itself:'
export const notChosen = (name: string) => `Choose ${name} too: an export is checked together with its facts.`
export const unreadable =
  'The browser can no longer read the file. It may have been moved, changed or deleted.'
export const keysNotFetched = 'The public keys of this console could not be fetched.'
export const checking = 'Checking'
export const bytesRead = 'Bytes read'
export const cancel = 'Cancel'
export const cancelled = 'Cancelled.'
export const matching = (good: number, all: number) =>
  `${countText(good)} of ${countText(all)} exports match their facts`
export const result = 'Result'
export const facts = 'Facts'
export const factsHeading = 'What the facts say'
export const packDigest = 'SHA-256 of the pack'
export const packSays = 'What the pack says of itself'
export const packFiles = 'Files of the pack'
export const packResult = (part: string, result: string) => `${part}: ${result}`
export const packState = (state: string) => `Here: ${state}.`
export const packMissing = (part: string, why: string) => `Missing: ${part}. ${why}`
export const factsDigest = 'SHA-256 of the facts'

// What the facts say of an export that no check can tell.

export const asked = 'Asked'
export const viewNow = 'Open this view now'
export const service = 'Service'
export const serviceAndAccount = ({ address, account }: ExportFacts['service']) =>
  account ? `${address}, account ${account}` : address
export const read = 'Read'
export const to = 'to'
export const endDateSet = 'End date set'
export const endDateReason = 'so that nothing newer came in'
export const how = 'How'
export const howRead = ({ read: { records, pages, passes, repairs, late }, dates }: ExportFacts) =>
  [
    `${counted(records, 'record')} in ${counted(pages, 'page')}, read ${counted(passes, 'time')}`,
    ...(dates?.second_reading ? ['read day by day before, with the same records'] : []),
    ...(repairs > 0 ? [`the list moved ${counted(repairs, 'time')}, and reading followed it`] : []),
    ...(late > 0 ? [`${counted(late, 'record')} found only when it was read again`] : []),
  ].join('; ')
export const dates = 'Dates'
export const howDated = ({ undated, times, ...dates }: NonNullable<ExportFacts['dates']>) =>
  [...howFound(dates, undated), ...(times ? howFound(times, times.untimed) : [])].join(' ')
export const reasons = 'Why it is not complete'
export const remarks = 'Remarks'
export const writtenBy = 'Written by'

// The tables of checks and of control totals.

export const checks = 'Checks'
export const check = 'Check'
export const checkLabels: Readonly<Record<CheckName, string>> = {
  form: 'File format',
  size: 'Size',
  digest: 'SHA-256 of the file',
  content: 'Contents of each column',
  signature: 'Signature',
  facts: 'Consistency of the facts',
  name: 'File name',
  times: 'When rows were retrieved',
  columns: 'Columns',
  rows: 'Rows',
  dates: 'Dates',
  repeated: 'Duplicate ids',
  filter: 'Rows match the filter',
  totals: 'Control totals',
  completeness: 'Complete or partial',
}
export const verdict = 'Verdict'
export const verdicts: Readonly<Record<Check['verdict'], string>> = {
  pass: 'Pass',
  fail: 'Fail',
  unchecked: 'Not checked',
}
export const expected = 'The facts say'
export const found = 'Found'
export const totals = 'Control totals, one by one'
export const group = 'Group'
export const allRows = 'All rows'
export const figure = 'Figure'
export const firstFigures = (shown: number, all: number) =>
  `${countText(shown)} of ${countText(all)} figures, those that differ first. All were compared.`

/** What no check can tell. */
export function caveatOf(made: readonly Check[]): string {
  if (made.some(({ name, verdict }) => name === 'signature' && verdict === 'pass'))
    return 'The signature proves in which session these facts were signed and when, and that they have not changed since. It does not prove that they were true: the gateway signs a digest and never sees the rows.'
  return 'No known key signed these facts. Anyone who can change the file can change the facts to match, so compare the SHA-256 of the facts with one that you noted earlier.'
}

// Comparing an export with the service as it is now.

export const comparison = 'Compared with the service'
export const changedSince = 'What has changed since'
export const compare = 'Compare with the service now'
export const compareAgain = 'Compare again'
export const reading = 'Reading'
export const records = (count: number) => counted(count, 'record')
export const compared = 'Compared'
export const signInFirst = 'Comparing reads records from the service, and that takes a key.'
export const signIn = 'Sign in'
export const thenChoose = 'then choose the file again.'
export const exportFrom = 'The export is from'
export const sessionAt = 'this session is at'
export const unproved = 'The list could not be read completely, so what seems gone may still be there'
export const changeCounts = (
  same: number,
  { changed, gone, new: added }: Readonly<Record<ChangedRow['kind'], number>>,
) => {
  const sameRows = `${counted(same, 'row is', 'rows are')} the same`
  return changed + gone + added === 0
    ? `Nothing has changed: ${sameRows}`
    : `${sameRows}, ${countText(changed)} changed, ${countText(added)} new, ${countText(gone)} gone`
}
export const readFrom = 'Read from'
export const onlyColumns =
  'Only the columns in the file are compared, without the time of retrieval and the date.'
export const withoutId = (count: number) => `${counted(count, 'row')} without an id could not be compared.`
export const changes = 'What has changed'
export const record = 'Record'
export const change = 'Change'
export const kinds: Readonly<Record<ChangedRow['kind'], string>> = {
  changed: 'Changed',
  gone: 'Gone',
  new: 'New',
}
export const beforeAndNow = 'In the file, and now'
export const notInFile = 'Not in the file'
export const notAtService = 'Not found at the service'
export const now = 'now'
export const empty = 'empty'
export const onlyFirst = (count: number) =>
  `The first ${countText(count)} of each kind are listed. All were counted.`

interface HowFound {
  readonly rule: string
  readonly requests: number
  readonly reasons: readonly string[]
}

function howFound({ rule, requests, reasons }: HowFound, without: number): readonly string[] {
  return [
    rule,
    `Found with ${counted(requests, 'request')}.`,
    ...(without > 0 ? [`${counted(without, 'record has', 'records have')} none.`, ...reasons] : []),
  ]
}
