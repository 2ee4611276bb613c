/** What people read while they choose files, look at what a file is, and compare it with the service. The checks have `check-words.ts`. */
import { counted, countText } from '../../../contract/count-text.ts'
import type { ExportFacts } from '../facts.ts'
import type { Check, CheckName } from './check.ts'
import type { ChangedRow } from './compare.ts'

/** Choosing files, and what becomes of them. */
export const pageWords = {
  title: 'Verify an export',
  choose: 'Choose an export and its facts',
  chooseHint:
    'Or drop them anywhere on this page, as many as you like. CSV and JSON need their .facts.json; XLSX has its facts inside. Nothing leaves this browser.',
  chosen: 'Chosen:',
  nextFacts: 'Next, its facts:',
  nextExport: 'Next, the export itself:',
  factsNotChosen: (name: string) => `The facts of this export were not chosen. Expected: ${name}.`,
  exportNotChosen: (name: string) => `The export of these facts was not chosen. Expected: ${name}.`,
  unreadable: 'The browser can no longer read the file. It may have been moved, changed or deleted.',
  keysNotFetched: 'The public keys of this console could not be fetched.',
  checking: 'Checking',
  bytesRead: 'Bytes read',
  cancel: 'Cancel',
  cancelled: 'Cancelled.',
  matching: (good: number, all: number) =>
    `${countText(good)} of ${countText(all)} exports match their facts`,
  result: 'Result',
  facts: 'Facts',
  factsHeading: 'What the facts say',
  fileDigest: 'SHA-256 of the file',
  factsDigest: 'SHA-256 of the facts',
} as const

/** Why a file of facts cannot be used, and what in one is no part of facts. */
export const factsWords = {
  tooLarge: 'The facts file is too large.',
  noJson: 'The facts are not readable JSON. The file was cut off, or is another file.',
  noFacts: (field: string) =>
    `These are not facts of an export by this console: ${field || 'the whole file'} is missing or not valid.`,
  unknownFields: (names: readonly string[]) => `The facts have unknown fields: ${names.join(', ')}.`,
  otherOrder:
    'The facts are not written as this console writes them: a field is there twice, or in another place.',
} as const

/** What the facts say of an export that no check can tell. */
export const aboutWords = {
  asked: 'Asked',
  viewNow: 'Open this view now',
  service: 'Service',
  serviceAndAccount: ({ address, account }: ExportFacts['service']) =>
    account ? `${address}, account ${account}` : address,
  read: 'Read',
  readTo: 'to',
  endDateSet: 'End date set',
  endDateReason: 'so that nothing newer came in',
  how: 'How',
  reading: ({ records, pages, passes, repairs, late }: ExportFacts['read']) =>
    [
      `${counted(records, 'record')} in ${counted(pages, 'page')}, read ${counted(passes, 'time')}`,
      ...(repairs > 0 ? [`the list moved ${counted(repairs, 'time')}, and reading followed it`] : []),
      ...(late > 0 ? [`${counted(late, 'record')} found only when it was read again`] : []),
    ].join('; '),
  reasons: 'Why it is not complete',
  remarks: 'Remarks',
  writtenBy: 'Written by',
} as const

/** What each check is called. */
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
  repeated: 'Duplicate ids',
  filter: 'Rows match the filter',
  totals: 'Control totals',
  completeness: 'Complete or partial',
}

/** The tables of checks and figures. */
export const tableWords = {
  checks: 'Checks',
  check: 'Check',
  verdict: 'Verdict',
  verdicts: { pass: 'Pass', fail: 'Fail', unchecked: 'Not checked' },
  expected: 'The facts say',
  found: 'Found',
  totals: 'Control totals',
  totalsSummary: 'Control totals, one by one',
  group: 'Group',
  allRows: 'All rows',
  figure: 'Figure',
  firstFigures: (shown: number, all: number) =>
    `${countText(shown)} of ${countText(all)} figures, those that differ first. All were compared.`,
} as const

/** What no check can tell. */
export function caveatOf(checks: readonly Check[]): string {
  if (checks.some(({ name, verdict }) => name === 'signature' && verdict === 'pass'))
    return 'The signature proves in which session these facts were signed and when, and that they have not changed since. It does not prove that they were true: the gateway signs a digest and never sees the rows.'
  return 'No known key signed these facts. Anyone who can change the file can change the facts to match, so compare the SHA-256 of the facts with one that you noted earlier.'
}

/** Comparing an export with the service as it is now. */
export const compareWords = {
  label: 'Compared with the service',
  heading: 'What has changed since',
  start: 'Compare with the service now',
  again: 'Compare again',
  reading: 'Reading',
  records: (count: number) => counted(count, 'record'),
  done: 'Compared',
  signInFirst: 'Comparing reads records from the service, and that takes a key.',
  signIn: 'Sign in',
  thenChoose: 'then choose the file again.',
  exportFrom: 'The export is from',
  sessionAt: 'this session is at',
  unproved: 'The list could not be read completely, so what seems gone may still be there',
  /** One line for all rows. */
  counts: (same: number, { changed, gone, new: added }: Readonly<Record<ChangedRow['kind'], number>>) => {
    const sameRows = `${counted(same, 'row is', 'rows are')} the same`
    return changed + gone + added === 0
      ? `Nothing has changed: ${sameRows}`
      : `${sameRows}, ${countText(changed)} changed, ${countText(added)} new, ${countText(gone)} gone`
  },
  readFrom: 'Read from',
  readTo: 'to',
  compared: 'Only the columns in the file are compared, except when rows were retrieved.',
  withoutId: (count: number) => `${counted(count, 'row')} without an id could not be compared.`,
  table: 'What has changed',
  record: 'Record',
  change: 'Change',
  kinds: { changed: 'Changed', gone: 'Gone', new: 'New' },
  beforeAndNow: 'In the file, and now',
  notInFile: 'Not in the file',
  notAtService: 'Not found at the service',
  now: 'now',
  empty: 'empty',
  onlyFirst: (count: number) => `The first ${countText(count)} of each kind are listed. All were counted.`,
} as const
