/** What `npm run audit` accepts and prints. */
import { counted } from '../../../contract/count-text.ts'
import { type ChainEnd, type Finding, fileLines, verifyChain } from './chain.ts'

export const auditUsage = [
  'Usage:',
  '  npm run audit -- verify FILE... [--noted NUMBER:HASH]',
  '',
  'Checks the files of an audit log, such as audit.log*. NUMBER:HASH is the end of the chain as an earlier check',
  'printed it. Files under names of your own are given from the oldest to the newest.',
]

export interface AuditCommand {
  readonly files: readonly string[]
  readonly noted: ChainEnd | null
}

export function readAuditCommand([name, ...words]: readonly string[]): AuditCommand | undefined {
  const at = words.indexOf('--noted')
  const noted = at < 0 ? null : /^(\d{1,15}):([\da-f]{64})$/.exec(words[at + 1] ?? '')
  // A finished file has the number of its last line in its name. A shell lists the newest first, whose name is the beginning of theirs.
  const lastLine = (file: string) => Number(/\.(\d+)$/.exec(file)?.[1] ?? Number.MAX_SAFE_INTEGER)
  const files = (at < 0 ? words : words.toSpliced(at, 2)).toSorted(
    (one, other) => lastLine(one) - lastLine(other),
  )
  const isComplete = name === 'verify' && files.length > 0 && (at < 0 || noted !== null)
  if (!isComplete || files.some((file) => file.startsWith('--'))) return undefined
  return { files, noted: noted && { seq: Number(noted[1]), hash: noted[2] ?? '' } }
}

export async function runAuditCommand(
  { files, noted }: AuditCommand,
  locate: (file: string) => string,
): Promise<{ readonly lines: readonly string[]; readonly exitCode: number }> {
  const logs = files.map((name) => ({ name, lines: fileLines(locate(name)) }))
  const report = await verifyChain(logs, noted)
  const holds = report.last !== null && report.breaks.length === 0 && report.hasNoted !== false
  return { lines: linesOf(report, files.length), exitCode: holds ? 0 : 1 }
}

function linesOf(report: Awaited<ReturnType<typeof verifyChain>>, files: number): readonly string[] {
  const { first, last, breaks, torn, gaps } = report
  if (first === null || last === null) return ['No lines of an audit log were found.']
  return [
    `Read ${counted(report.lines, 'line')} in ${counted(files, 'file')}: number ${first.seq} (${first.time}) to number ${last.seq} (${last.time}).`,
    ...(first.seq > 1 ? [`Lines before number ${first.seq} were not given, so they were not checked.`] : []),
    '',
    ...(breaks.length === 0
      ? ['The chain holds: each line matches the one before it, from the first to the last.']
      : [`The chain breaks in ${counted(breaks.length, 'place')}:`, ...shown(breaks)]),
    ...shown(torn),
    ...(gaps.length === 0 ? [] : ['The log itself says that lines are missing:', ...shown(gaps)]),
    ...(report.hasNoted === true ? ['The line that you noted is in it, unchanged.'] : []),
    ...(report.hasNoted === false ? ['The line that you noted is not in it.'] : []),
    '',
    'Not proved: lines cut off at the end leave no trace, and anyone who can write the file can rewrite it from any',
    'line on. To detect both, keep the end of the chain where they cannot change it, and check against it next time:',
    '',
    `  --noted ${last.seq}:${last.hash}`,
  ]
}

const mostShown = 50

function shown(findings: readonly Finding[]): readonly string[] {
  const lines = findings.map(({ file, line, what }) => `  ${file}, line ${line}: ${what}`)
  const more = lines.length - mostShown
  return more > 0 ? [...lines.slice(0, mostShown), `  and ${more} more`] : lines
}
