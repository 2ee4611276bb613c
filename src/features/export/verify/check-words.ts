/** What the checks of an export found, in words: the headline, each check, contradictions of facts, and why a file cannot be read. */
import { counted, countText } from '../../../contract/count-text.ts'
import type { Completeness, ExportFormat } from '../facts.ts'
import type { Oddity } from './file-faults.ts'

/** One figure of control totals, as it should be and as it was found. */
export interface Figure {
  /** Of which group: "BTC · BTC · withdraw · completed"; empty where all rows are one. */
  readonly of: string
  /** "rows", or the column that was added up. */
  readonly what: string
  /** Null where there is no such group. */
  readonly expected: string | null
  readonly found: string | null
}

/** What a format is called within a sentence. */
const formatNames: Readonly<Record<ExportFormat, string>> = {
  csv: 'a CSV file',
  json: 'a JSON file',
  xlsx: 'an XLSX file',
}

/** How much of a list a file has. */
const completenessNames: Readonly<Record<Completeness, string>> = {
  complete: 'complete',
  'read-once': 'read once: not proved complete',
  partial: 'PARTIAL',
}

/** The parts of the headline: what the export is of, what the checks came to, and who vouches for it. */
export const headlineWords = {
  noFilter: 'no filter',
  term: (name: string, value: string) => `${name.replaceAll('_', ' ')} ${value}`,
  readOn: (span: string) => `read on ${span}`,
  allDates: 'all dates',
  fromDate: (date: string) => `from ${date}`,
  toDate: (date: string) => `to ${date}`,
  completeness: completenessNames,
  beforeItsEnd: 'complete so far: read before the period ended',
  resaved: 'the same rows, saved by another program',
  failed: (failed: number, all: number) =>
    `does not match its facts: ${failed} of ${counted(all, 'check')} failed`,
  changed: 'changed',
  changedRows: (found: string, expected: string) => `changed: ${found} of ${expected} rows`,
  changedSum: ({ of, what, expected, found }: Figure, others: number) =>
    `changed: ${what} of ${of || 'all rows'} adds up to ${found ?? 'nothing'} instead of ${expected ?? 'nothing'}${others > 0 ? `, and ${others} more` : ''}`,
  unsigned: 'not signed: nobody vouches for its facts',
  signedOn: (minute: string) => `signed on ${minute} UTC`,
  changedSince: 'signed, and changed since',
  badSignature: 'signature does not match',
  unknownKey: 'signed by an unknown key',
  signatureUnchecked: 'signed, but not checked',
  months: [
    'January',
    'February',
    'March',
    'April',
    'May',
    'June',
    'July',
    'August',
    'September',
    'October',
    'November',
    'December',
  ],
} as const

/** Said of a check that a file did not let come to its end. */
const readingFailed = 'reading failed before the end'
const headerNotRead = 'the header could not be read'

/** What each check expected and found. */
export const checkWords = {
  readingFailed,
  headerNotRead,
  form: (format: ExportFormat) => `${formatNames[format]} as this console writes it`,
  bytes: (count: number) => counted(count, 'byte'),
  noDigest: 'none: the facts have no digest',
  columns: (count: number) => counted(count, 'column'),
  everyRecord: 'every record',
  same: 'the same',
  changedCells: (columns: readonly string[]) => `changed cells in ${columns.join(', ')}`,
  consistent: 'no contradictions',
  recordsReadAndHeld: (read: number, held: number) =>
    `${counted(read, 'record was', 'records were')} read, but the file has ${countText(held)}.`,
  everyRecordMatches: 'every record matches',
  notMatching: (count: number) => `${counted(count, 'record does', 'records do')} not match`,
  asStated: 'as the facts say',
  statedOtherwise: (count: number) => `but the facts say ${countText(count)}`,
  filterNotInFile: (terms: readonly string[]) => `this file cannot show ${terms.join(', ')}`,
  rows: countText,
  rowsBeforeFailure: (count: number) => `${countText(count)} before reading failed`,
  none: 'none',
  noneBeforeFailure: 'none before reading failed',
  noIds: 'These rows have no ids.',
  dates: (undated: number) =>
    undated === 0 ? 'every row has a date' : `${counted(undated, 'row has', 'rows have')} no date`,
  times: (untimed: number) =>
    untimed === 0 ? 'every row has a time' : `${counted(untimed, 'row has', 'rows have')} no time`,
  timesElsewhere: (count: number) => `${counted(count, 'time is', 'times are')} not on the day of the row`,
  datesOutside: (count: number) => `${counted(count, 'date is', 'dates are')} no day within the filter`,
  repeated: (count: number, examples: readonly string[]) => `${countText(count)}: ${examples.join(', ')}`,
  rowsWithoutId: (count: number) => `${counted(count, 'row has', 'rows have')} no id.`,
  figures: (count: number) => counted(count, 'figure'),
  notAddedUp: 'not added up, because reading failed',
  differing: (wrong: number, all: number) =>
    `${countText(wrong)} of ${counted(all, 'figure')} ${wrong === 1 ? 'differs' : 'differ'}`,
  sameFigures: (same: number, all: number) => `${countText(same)} of ${counted(all, 'figure')} the same`,
  noSum: 'no sums',
  columnsNotInFile: (columns: readonly string[]) => `not in the file: ${columns.join(', ')}`,
  sumWithout: (sum: string, cells: number) =>
    `${sum}, without ${countText(cells)} that are not decimal numbers`,
  rowsFigure: 'rows',
  completeness: (completeness: Completeness, reasons: readonly string[]) =>
    [completenessNames[completeness], ...reasons].join(': '),
  beforeItsEnd: (minute: string) =>
    `Read before the period ended: it holds what was recorded up to ${minute} UTC.`,
  noTimes: 'No row says when it was retrieved.',
  tooLong: (span: string) => `${span}: longer than reading took, so these are not retrieval times`,
  otherDay: (span: string) => `${span}: not when the facts say the list was read`,
  wrongClock: (span: string) => `${span}: a clock was wrong, or the facts are`,
} as const

/** What the check of the signature expected and found. */
export const signatureWords = {
  unsigned: (why: string) => `Not signed: ${why}`,
  expected: (minute: string, service: string, session: string, key: string) =>
    `signed on ${minute} UTC for ${service}, in session ${session}, with key ${key}`,
  service: (address: string, account: string | null) =>
    account === null ? address : `${address}, account ${account}`,
  valid: 'valid for these facts',
  changed: 'These are not the facts that were signed.',
  otherService: (service: string) => `The facts are of ${service}.`,
  otherTime: (minute: string) => `The facts say that reading ended on ${minute} UTC.`,
  wrong: 'This key did not make this signature.',
  unknownKey: 'The key is not known here.',
  notSupported:
    'This browser cannot check signatures: it lacks Ed25519, or the page was not loaded over HTTPS.',
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

/** In what facts contradict themselves. */
export const contradictionWords = {
  report: (list: string, endpoint: string) => `A ${list} does not read ${endpoint}.`,
  list: (list: string, endpoint: string) => `The list is “${list}”, but ${endpoint} is not its endpoint.`,
  linkPath: (link: string, path: string) => `The link leads to ${link}, but the list is at ${path}.`,
  linkFilter: (name: string) => `The link has another ${name} than the request.`,
  pinnedOther: 'The end date that the console set is not the one it asked for.',
  pinnedTime: 'The end date that the console set is not the time of reading.',
  noInstant: (field: string) => `“${field}” is not a valid time.`,
  endedBeforeBegun: 'Reading ended before it began.',
  noAddress: 'The address of the service is not valid.',
  rowsWritten: (records: number, rows: number) =>
    `${counted(records, 'record was', 'records were')} read, but ${counted(rows, 'row was', 'rows were')} written.`,
  noPages: 'Records were read, but no page.',
  notProved:
    'Called complete, although the list was not read twice or has records that do not match the filter.',
  rowsCounted: (counted: number, rows: number) =>
    `The control totals count ${countText(counted)} rows, but the facts say ${countText(rows)}.`,
  totals: 'The control totals do not fit this list.',
  datesOfVersion: 'What the facts say of dates does not fit their version.',
  datesMissing: 'The file has a column of dates, but the facts do not say how they were found.',
  datesOdd: 'What the facts say of dates contradicts itself.',
  jsonColumns: 'The facts name columns, but a JSON file has none.',
  noColumns: 'The facts do not name the columns.',
  columns: 'The columns do not fit this list.',
  digests: 'The digests do not fit the columns.',
  fileName: (name: string, right: string) =>
    `With these facts the file would be named ${right}, not ${name}.`,
  completeWithReasons: 'Called complete, but with reasons why it is not.',
  noReasons: 'Not called complete, but without a reason.',
  notStated: 'The size or SHA-256 of the file is missing.',
  statedWithin: 'No file can state its own size and SHA-256.',
} as const

/** What other programs did to a file without touching what stands in it. */
export const oddityWords: Readonly<Record<Oddity, string>> = {
  'line-endings': 'Line endings were changed, as some editors do.',
  'no-mark': 'The byte order mark was removed, as some editors do.',
  mark: 'A byte order mark was added, as some editors do.',
  layout: 'The file was reformatted.',
  separators: 'Other separators stand between cells, as some spreadsheets write them.',
  workbook:
    'Another program saved this workbook. Its text was read; how it looks, such as number formats and column widths, was not.',
}

const resaved = (what: string) => `Another program saved this workbook, and ${what}.`

/** Why a file cannot be read, or not to its end. */
export const faultWords = {
  noFacts: (name: string) => `There are no facts beside this file. Expected: ${name}.`,
  otherFormat: (facts: ExportFormat, file: ExportFormat) =>
    `These are the facts of ${formatNames[facts]}, but the file is ${formatNames[file]}.`,
  otherFacts: 'The facts beside this workbook are not the ones inside it.',
  cells: (row: number, cells: number, header: number) =>
    `Row ${countText(row)} has ${counted(cells, 'cell')}, but the header has ${countText(header)}.`,
  noHeader: 'The file has no header.',
  endlessRow: (row: number) => `Row ${countText(row)} has no end.`,
  cutOffRow: (row: number) => `The file ends within row ${countText(row)}: it was cut off.`,
  noCsv: (row: number) => `Row ${countText(row)} is not CSV as this console writes it.`,
  noUtf8: 'The file is not UTF-8 text.',
  jsonLine: (line: number) =>
    `Line ${countText(line)} is not as this console writes JSON: one record per line.`,
  noJson: (line: number) => `Line ${countText(line)} is not JSON.`,
  endlessLine: (line: number) => `Line ${countText(line)} has no end.`,
  cutOffList: (line: number) =>
    `The file ends within the list, after line ${countText(line)}: it was cut off.`,
  reformatted: 'Another program reformatted the file, and it is too large to be read in that form.',
  reformattedNoJson: 'Another program reformatted the file, and it is no longer JSON.',
  noList: 'The file is not a list of records.',
  tooManyGroups: 'The file has far more assets and statuses than any export.',
  tooManyRows: (stated: number) =>
    `There are far more rows than the ${countText(stated)} in the facts. Reading stopped there.`,
  notOurXlsx:
    'This is not an XLSX file as this console writes it: it is another file, was cut off, or was saved again by another program.',
  changedXlsx:
    'This XLSX file is not as this console wrote it: it was changed, or saved again by another program.',
  summary: 'The summary differs from the facts: it was changed.',
  factsSheet: 'On the sheet of facts, people and programs read different things: it was changed.',
  noFactsSheet: 'The XLSX file has no facts of an export.',
  damagedPart: (path: string) => `The part ${path} of the file is damaged.`,
  partLength: (path: string) => `The part ${path} of the file is not as long as it says.`,
  formula: resaved('a cell has a formula'),
  hiddenSheets: resaved('some of its sheets are hidden'),
  hiddenRows: resaved('some of its rows or columns are hidden'),
  otherNumber: (header: string) => resaved(`a number under “${header}” is not the amount beside it`),
  tooManyColumns: 'The workbook has far more columns than any export.',
} as const

/** The command's own words. */
export const commandWords = {
  export: (list: string, request: string) => `Export of ${list}: GET ${request}`,
  from: (service: string) => `from ${service}`,
  read: (begun: string, ended: string, program: string) =>
    `read from ${begun} to ${ended}, written by ${program}`,
  note: (remark: string) => `note: ${remark}`,
  verdicts: { pass: 'pass', fail: 'FAIL', unchecked: '–   ' },
  expected: (text: string) => `expected ${text}`,
  found: (text: string) => `found    ${text}`,
  figure: ({ of, what, expected, found }: Figure) =>
    `${of === '' ? 'all' : of}: ${what} ${expected ?? 'none'}, found ${found ?? 'none'}`,
  more: (count: number) => `and ${countText(count)} more`,
  fileDigest: (digest: string) => `SHA-256 of the file:  ${digest}`,
  factsDigest: (digest: string) => `SHA-256 of the facts: ${digest}`,
  usage: (keysPath: string) =>
    [
      'Usage: npm run verify -- FILE [FACTS] [--keys KEYS]',
      'FACTS: the file named like FILE with .facts.json added. Beside FILE it is found by itself, numbered copies too.',
      `KEYS: the public keys of the console that wrote the file, from ${keysPath}.`,
    ].join('\n'),
  noKeys: (keysPath: string) =>
    `No keys were given. Pass those of the console, from ${keysPath}, with --keys.`,
  keysInvalid: (path: string) => `${path} does not hold the public keys of a console.`,
  notAFile: (path: string, usage: string) => `${path} is not a file. ${usage}`,
  cannotBeRead: (path: string) => `${path} cannot be read.`,
  notToItsEnd: 'The file could not be read to its end.',
} as const
