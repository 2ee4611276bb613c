/** The checks one by one: what the facts say beside what was found. */
import { counted } from '../../../contract/count-text.ts'
import type { ExportFacts } from '../facts.ts'
import { listExportAt } from '../lists.ts'
import { regroup } from '../totals.ts'
import { type Check, figuresOf } from './check.ts'
import { contradictionsIn } from './contradictions.ts'
import { oddityWords } from './file-faults.ts'
import { formatNames, type OpenExport } from './open-export.ts'
import { unnumbered } from './pair-files.ts'
import type { Found } from './read-through.ts'
import { isBeforeItsEnd, minuteText } from './times.ts'

/** The form of the file, and what other programs have done to it. */
export function checkForm({ format }: OpenExport, { unreadable, oddities }: Found): Check {
  const expected = `${formatNames[format]} as this console writes it`
  const odd = sentence(oddities.map((oddity) => oddityWords[oddity]).join(', and '))
  const found = unreadable ?? (odd ? `${odd}.` : expected)
  return { name: 'form', verdict: verdict(found === expected), expected, found }
}

function sentence(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}

export function checkSize({ facts, file }: OpenExport): readonly Check[] {
  const { bytes } = facts.file
  if (bytes === null) return []
  return [
    {
      name: 'size',
      verdict: verdict(bytes === file.size),
      expected: `${bytes} bytes`,
      found: `${file.size} bytes`,
    },
  ]
}

/** The facts within a file cannot state the digest of the whole; those beside it can. */
export function checkDigest({ facts, beside }: OpenExport, { sha256: found }: Found): readonly Check[] {
  const expected = facts.file.sha256
  if (expected === null && !beside) return []
  return [
    {
      name: 'digest',
      verdict: verdict(expected === found),
      expected: expected ?? 'none: the facts hold no digest',
      found,
    },
  ]
}

/** What stands in the cells, column by column, however the file was spelt. */
export function checkContent(
  { facts: { content, file } }: OpenExport,
  { content: found, unreadable }: Found,
): Check {
  const name = 'content'
  const names = Object.keys(content)
  const expected = file.format === 'json' ? 'every record' : counted(names.length, 'column')
  if (unreadable !== null)
    return { name, verdict: 'unchecked', expected, found: 'reading failed before the end' }
  const others = names.filter((column) => found[column] !== content[column])
  return {
    name,
    verdict: verdict(others.length === 0),
    expected,
    found: others.length === 0 ? 'the same' : `changed cells in ${others.join(', ')}`,
  }
}

/** Whoever renames a file has changed nothing; a name like ours that is another's is a mistake, or worse. */
export function checkName({ facts, name: given }: OpenExport): Check {
  const expected = facts.file.name
  const name = 'name'
  if (unnumbered(given) === expected) return { name, verdict: 'pass', expected, found: expected }
  return { name, verdict: likeOurs.test(given) ? 'fail' : 'unchecked', expected, found: given }
}

const likeOurs = /_\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ/

/** Facts that were changed alone contradict each other, or what is in the file. */
export function checkFacts({ facts, beside }: OpenExport, { unreadable, repeated, rows }: Found): Check {
  const contradictions = [...(beside?.odd ?? []), ...contradictionsIn(facts, beside === null)]
  const { records } = facts.read
  // Of a list that was read whole each record was given once, and each has an id. Rows that are missing are no fault of the facts.
  const isWhole = facts.completeness === 'complete' && unreadable === null && rows === facts.rows
  if (isWhole && repeated && repeated.nameless === 0 && repeated.records !== records)
    contradictions.push(`${records} records were read, and the file holds ${repeated.records}.`)
  const expected = 'no contradiction'
  return {
    name: 'facts',
    verdict: verdict(contradictions.length === 0),
    expected,
    found: contradictions.length === 0 ? expected : contradictions.join(' '),
  }
}

/** That every row is one that the filter of the facts lets through, as far as the columns tell. */
export function checkFilter({ read }: ExportFacts, { misfits, unreadable }: Found): readonly Check[] {
  if (misfits === null || misfits.looked.length + misfits.unlooked.length === 0) return []
  const { looked, unlooked, records } = misfits
  const name = 'filter'
  const expected = [...looked, ...unlooked].join(', ')
  const without = unlooked.length === 0 ? '' : `; the file has nothing to hold against ${unlooked.join(', ')}`
  // The service may have ignored the filter, which the facts then say. A file of fewer columns shows fewer of these records.
  const isStated = unlooked.length === 0 ? records === read.misfits : records <= read.misfits
  const fit = `${counted(records, 'record does', 'records do')} not fit`
  if (!isStated && (records > read.misfits || unreadable === null))
    return [{ name, verdict: 'fail', expected, found: `${fit}, and the facts say ${read.misfits}${without}` }]
  if (unreadable !== null)
    return [{ name, verdict: 'unchecked', expected, found: 'reading failed before the end' }]
  return looked.length === 0
    ? [{ name, verdict: 'unchecked', expected, found: without.slice(2) }]
    : [
        {
          name,
          verdict: 'pass',
          expected,
          found: `${records === 0 ? 'every record fits' : `${fit}, as the facts say`}${without}`,
        },
      ]
}

export function checkColumns({ asked }: ExportFacts, { columns }: Found): readonly Check[] {
  if (asked.columns === null) return []
  const expected = asked.columns.join(', ')
  if (columns === null)
    return [{ name: 'columns', verdict: 'unchecked', expected, found: 'not read: reading failed before' }]
  const found = columns.join(', ')
  return [{ name: 'columns', verdict: verdict(expected === found), expected, found }]
}

export function checkRows({ rows: expected }: ExportFacts, { rows, unreadable }: Found): Check {
  const isPart = unreadable !== null
  return {
    name: 'rows',
    verdict: isPart && rows <= expected ? 'unchecked' : verdict(rows === expected),
    expected: String(expected),
    found: isPart ? `${rows} before reading failed` : String(rows),
  }
}

export function checkRepeated({ repeated, unreadable }: Found): Check {
  const expected = 'none'
  if (repeated === null)
    return {
      name: 'repeated',
      verdict: 'unchecked',
      expected,
      found: unreadable === null ? 'These rows have no ids.' : 'not read: reading failed before',
    }
  const { count, examples, nameless } = repeated
  const without = nameless > 0 ? ` ${nameless} ${nameless === 1 ? 'row has' : 'rows have'} none.` : ''
  if (count > 0)
    return {
      name: 'repeated',
      verdict: 'fail',
      expected,
      found: `${count}: ${examples.join(', ')}${without}`,
    }
  return {
    name: 'repeated',
    verdict: unreadable === null ? 'pass' : 'unchecked',
    expected,
    found: unreadable === null ? `none${without && `.${without}`}` : 'none before reading failed',
  }
}

/** Every figure that can be made of the columns that the file has; what it lacks is said. */
export function checkTotals({ facts, spelled }: OpenExport, { totals, unreadable, rows }: Found): Check {
  const name = 'totals'
  const { by, sums } = totals
  const isOfNone = rows === 0 || listExportAt(facts.asked.endpoint)?.name !== facts.list
  if (facts.totals.groups.length === 0 && isOfNone)
    return { name, verdict: 'unchecked', expected: 'none', found: 'none' }
  const stated = facts.totals.groups.length * (1 + facts.totals.sums.length)
  const expected = counted(stated, 'figure')
  // A part of the rows has other totals, which proves nothing.
  if (unreadable !== null)
    return { name, verdict: 'unchecked', expected, found: 'not added up, since reading failed' }
  const figures = figuresOf(regroup(facts.totals, by, sums, spelled), totals)
  const wrong = figures.filter((figure) => figure.expected !== figure.found).length
  const missing = [
    ...facts.totals.by.filter((column) => !by.includes(column)),
    ...facts.totals.sums.filter((column) => !sums.includes(column)),
  ]
  const lacks = missing.length === 0 ? '' : `; the file has no column ${missing.join(', ')}`
  const isWithoutSums = sums.length === 0 && facts.totals.sums.length > 0
  if (wrong > 0)
    return {
      name,
      verdict: 'fail',
      expected,
      found: `${counted(wrong, 'figure')} of ${figures.length} otherwise${lacks}`,
      figures,
    }
  const same = `${figures.length} of ${counted(stated, 'figure')} the same`
  return {
    name,
    verdict: isWithoutSums ? 'unchecked' : 'pass',
    expected,
    found: missing.length === 0 ? 'the same' : isWithoutSums ? `no sum; ${same}${lacks}` : `${same}${lacks}`,
    figures,
  }
}

export function checkCompleteness({ facts }: OpenExport): Check {
  const { completeness, reasons, begun } = facts
  const expected = [completeness, ...reasons].join(': ')
  const name = 'completeness'
  if (isBeforeItsEnd(facts))
    return {
      name,
      verdict: 'unchecked',
      expected,
      found: `The period was not over when it was read: it holds what was recorded up to ${minuteText(begun)} UTC.`,
    }
  return { name, verdict: 'pass', expected, found: expected }
}

function verdict(isRight: boolean): 'pass' | 'fail' {
  return isRight ? 'pass' : 'fail'
}
