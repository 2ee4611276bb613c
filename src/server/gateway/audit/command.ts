/** `npm run audit -- verify`: what its words mean, and what it says. */
import { type ChainEnd, type ChainReport, type Finding, linesOf, verifyChain } from './chain.ts'

/** How the command is used. */
export const auditUsage = `Usage:
  npm run audit -- verify FILE... [--noted NUMBER:HASH]

Checks the files of an audit log, given from the oldest to the newest. NUMBER:HASH is the end of the chain
as an earlier check printed it.
`

/** A command line, read. */
export interface AuditCommand {
  readonly files: readonly string[]
  readonly noted: ChainEnd | null
}

/** Reads the words of a command line; undefined where they make no command. */
export function readAuditCommand([name, ...words]: readonly string[]): AuditCommand | undefined {
  const at = words.indexOf('--noted')
  const noted = at < 0 ? null : /^(\d{1,15}):([\da-f]{64})$/.exec(words[at + 1] ?? '')
  const files = at < 0 ? words : words.toSpliced(at, 2)
  const isComplete = name === 'verify' && files.length > 0 && (at < 0 || noted !== null)
  if (!isComplete || files.some((file) => file.startsWith('--'))) return undefined
  return { files, noted: noted && { seq: Number(noted[1]), hash: noted[2] ?? '' } }
}

/** Checks the files, and tells in plain words what came of it. Throws where one cannot be read. */
export async function runAuditCommand(
  { files, noted }: AuditCommand,
  locate: (file: string) => string,
): Promise<{ readonly text: string; readonly exitCode: number }> {
  const logs = files.map((name) => ({ name, lines: linesOf(locate(name)) }))
  const report = await verifyChain(logs, noted)
  const holds = report.last !== null && report.breaks.length === 0 && report.hasNoted !== false
  return { text: textOf(report, files.length), exitCode: holds ? 0 : 1 }
}

function textOf(report: ChainReport, files: number): string {
  const { first, last, breaks, torn, gaps } = report
  if (first === null || last === null) return 'There is no line of an audit log in it.\n'
  return [
    `Read ${count(report.lines, 'line')} in ${count(files, 'file')}: number ${first.seq} (${first.time}) to number ${last.seq} (${last.time}).`,
    ...(first.seq > 1 ? [`What came before number ${first.seq} was not given, and was not checked.`] : []),
    '',
    ...(breaks.length === 0
      ? ['The chain holds. Between its first and its last line nothing was changed, removed, added or moved.']
      : [`The chain breaks in ${count(breaks.length, 'place')}:`, ...breaks.slice(0, mostShown).map(shown)]),
    ...more(breaks),
    ...torn.map(shown),
    ...(gaps.length === 0
      ? []
      : [
          'The log itself says that lines are missing:',
          ...gaps.slice(0, mostShown).map(shown),
          ...more(gaps),
        ]),
    ...(report.hasNoted === null
      ? []
      : [
          report.hasNoted
            ? 'The line that you noted is in it, unchanged.'
            : 'The line that you noted is not in it.',
        ]),
    '',
    'Not proved: lines that were cut off at the end leave no trace, and whoever can write the file can write it',
    'anew from any line on. Both show if you keep the end of the chain where they cannot change it, and check',
    'against it next time:',
    '',
    `  --noted ${last.seq}:${last.hash}`,
    '',
  ].join('\n')
}

/** So that a log of another kind does not fill the screen. */
const mostShown = 50

function more({ length }: readonly Finding[]): readonly string[] {
  return length > mostShown ? [`  and ${length - mostShown} more`] : []
}

function shown({ file, line, what }: Finding): string {
  return `  ${file}, line ${line}: ${what}`
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`
}
