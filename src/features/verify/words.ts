/** What people read of files that are checked: on the page and from the command. */
import { counted, countText } from '../../contract/count-text.ts'
import type { Signature } from '../../contract/signature.ts'
import type { ExportFacts, ExportFormat } from '../../files/facts.ts'
import type { PackManifest } from '../../files/pack.ts'

/**
 * `complete`: as it was written, and complete; `incomplete`: as it was written, and not proved complete; `resaved`: the same contents,
 * saved by another program; `wrong`: anything else.
 */
export type Outcome = 'complete' | 'incomplete' | 'resaved' | 'wrong'

/** Whether a file is what its facts say, complete or not. */
export function isAsWritten({ outcome }: { readonly outcome: Outcome }): boolean {
  return outcome === 'complete' || outcome === 'incomplete'
}

/** What a format is called within a sentence. */
const formatNames: Readonly<Record<ExportFormat, string>> = {
  csv: 'a CSV file',
  json: 'a JSON file',
  xlsx: 'an XLSX file',
}

/** A service with its account. */
export function serviceText({ address, account }: ExportFacts['service']): string {
  return account ? `${address}, account ${account}` : address
}

/** One sum of control totals. */
export interface Figure {
  /** Of which group: "BTC · BTC"; empty where all rows are one. */
  readonly of: string
  /** The column that was added up, or "rows". */
  readonly what: string
  /** Null where there is no such group. */
  readonly stated: string | null
  readonly found: string | null
}

/** The parts of the headline. */
export const headlineWords = {
  noFilter: 'no filter',
  term: (name: string, value: string) => `${name.replaceAll('_', ' ')} ${value}`,
  readOn: (span: string) => `read on ${span}`,
  allDates: 'all dates',
  fromDate: (date: string) => `from ${date}`,
  toDate: (date: string) => `to ${date}`,
  months: 'January February March April May June July August September October November December'.split(' '),
  completeness: {
    complete: 'complete',
    'read-once': 'read once: not proved complete',
    partial: 'PARTIAL',
  },
  beforeItsEnd: 'complete so far: read before the period ended',
  resaved: 'the same contents, saved by another program',
  unreadable: 'not readable to its end',
  changed: 'changed',
  changedColumns: 'changed: other columns',
  changedRows: (found: string, stated: string) => `changed: ${found} of ${stated} rows`,
  changedSum: ({ of, what, stated, found }: Figure, others: number) =>
    `changed: ${what} of ${of || 'all rows'} adds up to ${found ?? 'nothing'} instead of ${stated ?? 'nothing'}${others > 0 ? `, and ${countText(others)} more` : ''}`,
  otherName: 'named like another export',
  signedOn: (minute: string) => `signed on ${minute} UTC`,
  changedSince: 'signed, and changed since',
  wrongSignature: 'signature does not match',
  untrusted: {
    unsigned: 'not signed: whoever can change the file can change the facts',
    unknown: 'signed by an unknown key: whoever can change the file can change the facts',
    unchecked: 'signature not checked: whoever can change the file can change the facts',
  },
} as const

/** What no check can tell, of facts that a known key signed and of others. */
export function caveatOf(isSigned: boolean): string {
  return isSigned
    ? 'The signature proves in which session these facts were signed and when, and that they have not changed since. It does not prove that they were true: the gateway signs a digest and never sees the rows.'
    : 'No known key signed these facts. Whoever can change the file can change the facts to match. Compare the SHA-256 of the facts with one that you noted earlier.'
}

/** What the facts say and what was found. */
export const comparisonWords = {
  labels: {
    digest: 'SHA-256 of the file',
    form: 'File format',
    columns: 'Columns',
    contents: 'Contents of each column',
    rows: 'Rows',
    totals: 'Control totals',
    name: 'File name',
    signature: 'Signature',
  },
  form: (format: ExportFormat) => `${formatNames[format]} as this console writes it`,
  otherForm:
    'Another program saved or changed this workbook. Its text was read; how it looks, such as number formats and column widths, was not.',
  columns: (count: number) => counted(count, 'column'),
  everyRecord: 'every record',
  same: 'the same',
  changedIn: (columns: readonly string[]) => `changed: ${columns.join(', ')}`,
  unread: 'not compared, because the file could not be read to its end',
  count: countText,
  countBefore: (count: number) => `${countText(count)} before reading failed`,
  figures: (count: number) => counted(count, 'figure'),
  different: (wrong: number, all: number) =>
    `${countText(wrong)} of ${counted(all, 'figure')} ${wrong === 1 ? 'differs' : 'differ'}`,
  notInFile: (columns: readonly string[]) => `not in the file: ${columns.join(', ')}`,
  rowsFigure: 'rows',
  sumWithout: (sum: string, cells: number) =>
    `${sum}, without ${countText(cells)} that are not decimal numbers`,
} as const

/** What a signature says, and what was found. */
export const signatureWords = {
  none: 'none',
  unsigned: (why: string) => `Not signed: ${why}`,
  stated: ({ service, account, mark, key_id }: Signature, minute: string) =>
    `signed on ${minute} UTC for ${serviceText({ address: service, account })}, in session ${mark}, with key ${key_id}`,
  right: 'made by this key for these facts',
  changed: 'These are not the facts that were signed.',
  otherService: (service: ExportFacts['service']) => `The facts are of ${serviceText(service)}.`,
  otherTime: (minute: string) => `The facts say that reading ended on ${minute} UTC.`,
  wrong: 'This key did not make this signature.',
  unknownKey: 'The key is not known here.',
  notSupported:
    'This browser cannot check signatures: it lacks Ed25519, or the page was not loaded over HTTPS.',
} as const

const resaved = (what: string) => `Another program saved or changed this workbook: ${what}.`

/** Why a file cannot be read, or not to its end. */
export const faults = {
  noFactsBeside: (name: string) => `There are no facts beside this file. Expected: ${name}.`,
  largeFacts: 'The facts file is too large.',
  noJsonFacts: 'The facts are not readable JSON. The file was cut off, or is another file.',
  noFacts: (field: string) =>
    `These are not facts of an export by this console: ${field || 'the whole file'} is missing or not valid.`,
  moreThanFacts:
    'The facts are not as this console writes them: a field is there twice, in another place, or is none of facts. No signature covers it.',
  otherFacts: 'The facts beside this workbook are not the ones inside it.',
  otherFormat: (facts: ExportFormat, file: ExportFormat) =>
    `These are the facts of ${formatNames[facts]}, but the file is ${formatNames[file]}.`,
  noUtf8: 'The file is not UTF-8 text.',
  endless: (row: number) => `Row ${countText(row)} has no end.`,
  cutOff: (row: number) => `The file ends within row ${countText(row)}: it was cut off.`,
  cells: (row: number, cells: number, header: number) =>
    `Row ${countText(row)} has ${counted(cells, 'cell')}, but the header has ${countText(header)}.`,
  noHeader: 'The file has no header.',
  noCsv: (row: number) => `Row ${countText(row)} is not CSV as this console writes it.`,
  jsonLine: (line: number) =>
    `Line ${countText(line)} is not as this console writes JSON: one record per line.`,
  noJson: 'The file is not a list of records in JSON.',
  beyondExports: 'The file has far more groups of totals, or records within records, than any export.',
  tooManyRows: (stated: number) =>
    `There are far more rows than the ${countText(stated)} in the facts. Reading stopped there.`,
  noWorkbook:
    'This is not an XLSX export of this console: it is another file, was cut off, or lost its sheets when another program saved it.',
  summary: 'The summary differs from the facts: it was changed.',
  factsSheet: 'On the sheet of facts, people and programs read different things: it was changed.',
  damaged: (path: string) => `The part ${path} of the file is damaged.`,
  bomb: (path: string) => `The part ${path} of the file unpacks to far more than that of any export.`,
  formula: resaved('a cell has a formula'),
  hiddenSheets: resaved('some of its sheets are hidden'),
  hiddenRows: resaved('some of its rows or columns are hidden'),
  otherNumber: (header: string) => resaved(`a number under “${header}” is not the amount beside it`),
  tooManyColumns: 'The workbook has far more columns than any export.',
  emptyRows: 'The workbook has thousands of empty rows between others. No export has.',
} as const

/** What is said of an audit pack, and why a ZIP is none. */
export const packWords = {
  subject: ({ period: { first_day, last_day } }: PackManifest, minute: string) => [
    'audit pack',
    first_day === last_day ? first_day : `${first_day} to ${last_day}`,
    `made on ${minute} UTC`,
  ],
  files: (all: number, wrong: number) =>
    wrong === 0 ? counted(all, 'file') : `${countText(wrong)} of ${counted(all, 'file')} wrong or missing`,
  outcomes: {
    complete: 'complete',
    incomplete: 'as it was made, but not proved complete',
    wrong: 'does not match its manifest',
  },
  statements: ({ results, missing }: PackManifest) => [
    ...results.map(({ part, result }) => `${part}: ${result}`),
    ...missing.map(({ part, why }) => `Missing: ${part}. ${why}`),
  ],
  notOurs:
    'This is not an audit pack as this console writes it: it is another ZIP, was cut off, or was packed again by another program. If you have its files, check each of them together with its facts.',
  tooMany: (most: number) => `This ZIP has more than ${countText(most)} files. No audit pack has.`,
  path: (path: string) => `This ZIP has a file “${path}”. No audit pack has a file of that name.`,
  twice: (name: string) => `This ZIP has the file ${name} twice.`,
  noManifest: 'This ZIP is not an audit pack: it has no manifest that this console can read.',
  largeManifest: 'The manifest is far larger than any manifest of an audit pack.',
  largeText: (name: string) => `${name} is far larger than in any audit pack.`,
  otherManifest: (headline: string) => `The manifest does not match its facts: ${headline}.`,
  unlisted: (name: string) => `${name} is in the ZIP, but not in the manifest.`,
  otherName: (name: string) => `With this manifest the pack would be named ${name}.`,
  missing: 'It is in the manifest, but not in the ZIP.',
  changed: 'It is not the file that the manifest lists.',
} as const

/** The page. */
export const pageWords = {
  title: 'Verify an export',
  choose: 'Choose an export and its facts',
  chooseHint:
    'Or drop them anywhere on this page, as many as you like. CSV and JSON need their .facts.json; XLSX files and audit packs have their facts inside. Nothing leaves this browser.',
  chosen: 'Chosen:',
  nextFacts: 'Next, its facts:',
  nextExport: 'Next, the export itself:',
  notChosen: (name: string) => `Choose ${name} too: an export is checked together with its facts.`,
  unreadable: 'The browser can no longer read the file. It may have been moved, changed or deleted.',
  keysNotFetched: 'The public keys of this console could not be fetched.',
  checking: 'Checking',
  bytesRead: 'Bytes read',
  cancel: 'Cancel',
  cancelled: 'Cancelled.',
  matching: (good: number, all: number) =>
    `${countText(good)} of ${countText(all)} exports match their facts`,
  result: 'Result',
  checks: 'Facts and file',
  check: 'What',
  verdict: 'Verdict',
  verdicts: { true: 'Agrees', false: 'Differs', null: 'Not checked' },
  stated: 'The facts say',
  found: 'Found',
  figures: 'Control totals, one by one',
  group: 'Group',
  allRows: 'All rows',
  figure: 'Figure',
  firstFigures: (shown: number, all: number) =>
    `${countText(shown)} of ${countText(all)} figures, those that differ first. All were compared.`,
  packDigest: 'SHA-256 of the pack',
  factsDigest: 'SHA-256 of the facts',
  packSays: 'What the pack says of itself',
  packFiles: 'Files of the pack',
  facts: 'Facts',
  factsHeading: 'What the facts say',
  asked: 'Asked',
  viewNow: 'Open this view now',
  service: 'Service',
  read: 'Read',
  to: 'to',
  endDateSet: 'End date set',
  endDateReason: 'so that nothing newer came in',
  how: 'How',
  howRead: ({ read: { records, pages, passes, repairs, late }, dates }: ExportFacts) =>
    [
      `${counted(records, 'record')} in ${counted(pages, 'page')}, read ${counted(passes, 'time')}`,
      ...(dates?.second_reading ? ['read day by day before, with the same records'] : []),
      ...(repairs > 0 ? [`the list moved ${counted(repairs, 'time')}, and reading followed it`] : []),
      ...(late > 0 ? [`${counted(late, 'record')} found only when it was read again`] : []),
    ].join('; '),
  dates: 'Dates',
  howDated: ({ rule, requests, undated, reasons }: NonNullable<ExportFacts['dates']>) =>
    [
      rule,
      `Found with ${counted(requests, 'request')}.`,
      ...(undated > 0 ? [`${counted(undated, 'record has', 'records have')} none.`, ...reasons] : []),
    ].join(' '),
  reasons: 'Why it is not complete',
  remarks: 'Remarks',
  writtenBy: 'Written by',
} as const

/** The command. */
export const commandWords = {
  export: ({ list, asked: { endpoint, parameters } }: ExportFacts) => {
    const filter = Object.entries(parameters).map(([name, value]) => `${name}=${value}`)
    return `Export of ${list}: GET ${endpoint}${filter.length > 0 ? `?${filter.join('&')}` : ''}`
  },
  from: (service: string) => `from ${service}`,
  read: (begun: string, ended: string, { name, version }: ExportFacts['application']) =>
    `read from ${begun} to ${ended}, written by ${name} ${version}`,
  reason: (reason: string) => `not complete: ${reason}`,
  note: (remark: string) => `note: ${remark}`,
  packRead: (begun: string, ended: string) => `read from ${begun} to ${ended}`,
  says: (statement: string) => `says: ${statement}`,
  marks: { true: 'pass', false: 'FAIL', null: '–   ' },
  part: 'part',
  stated: (text: string) => `expected ${text}`,
  found: (text: string) => `found    ${text}`,
  figure: ({ of, what, stated, found }: Figure) =>
    `${of || 'all'}: ${what} ${stated ?? 'none'}, found ${found ?? 'none'}`,
  more: (count: number) => `and ${countText(count)} more`,
  fileDigest: (digest: string) => `SHA-256 of the file:  ${digest}`,
  packDigest: (digest: string) => `SHA-256 of the pack:  ${digest}`,
  factsDigest: (digest: string) => `SHA-256 of the facts: ${digest}`,
  packCaveat:
    'Lines that begin with “says” are what the pack says of itself. The checks show that it has not changed since, not that it was true.',
  usage: (keysPath: string) =>
    [
      'Usage: npm run verify -- FILE [FACTS] [--keys KEYS]',
      'FACTS: the file named like FILE with .facts.json added. Beside FILE it is found by itself, numbered copies too.',
      `KEYS: the public keys of the console that wrote the file, from ${keysPath}. With them, 0 means that one of them signed it.`,
    ].join('\n'),
  noKeys: (keysPath: string) =>
    `No keys were given. Pass those of the console, from ${keysPath}, with --keys.`,
  keysInvalid: (path: string) => `${path} does not hold the public keys of a console.`,
  notAFile: (path: string, usage: string) => `${path} is not a file. ${usage}`,
  cannotBeRead: (path: string) => `${path} cannot be read.`,
  notToItsEnd: 'The file could not be read to its end.',
} as const
