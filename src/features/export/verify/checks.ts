/** The checks one by one: what the facts say beside what was found. */
import type { ExportFacts } from '../facts.ts'
import { listExportAt } from '../lists.ts'
import { regroup } from '../totals.ts'
import { type Check, figuresOf } from './check.ts'
import { oddityWords, checkWords as words } from './check-words.ts'
import { contradictionsIn } from './contradictions.ts'
import type { OpenExport } from './open-export.ts'
import { unnumbered } from './pair-files.ts'
import type { Found } from './read-through.ts'
import { isBeforeItsEnd, minuteText } from './times.ts'

/** The form of the file, and what other programs have done to it. */
export function checkForm({ format }: OpenExport, { unreadable, oddities }: Found): Check {
  const expected = words.form(format)
  const odd = oddities.map((oddity) => oddityWords[oddity]).join(' ')
  const found = unreadable ?? (odd || expected)
  return { name: 'form', verdict: verdict(found === expected), expected, found }
}

export function checkSize({ facts, file }: OpenExport): readonly Check[] {
  const { bytes } = facts.file
  if (bytes === null) return []
  return [
    {
      name: 'size',
      verdict: verdict(bytes === file.size),
      expected: words.bytes(bytes),
      found: words.bytes(file.size),
    },
  ]
}

/** The facts within a file cannot state the digest of the whole; those beside it can. */
export function checkDigest(
  { facts, factsOddities }: OpenExport,
  { sha256: found }: Found,
): readonly Check[] {
  const expected = facts.file.sha256
  if (expected === null && !factsOddities) return []
  return [
    {
      name: 'digest',
      verdict: verdict(expected === found),
      expected: expected ?? words.noDigest,
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
  const expected = file.format === 'json' ? words.everyRecord : words.columns(names.length)
  if (unreadable !== null) return { name, verdict: 'unchecked', expected, found: words.readingFailed }
  const others = names.filter((column) => found[column] !== content[column])
  return {
    name,
    verdict: verdict(others.length === 0),
    expected,
    found: others.length === 0 ? words.same : words.changedCells(others),
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
export function checkFacts(
  { facts, factsOddities }: OpenExport,
  { unreadable, repeated, rows }: Found,
): Check {
  const contradictions = [...(factsOddities ?? []), ...contradictionsIn(facts, factsOddities === null)]
  const { records } = facts.read
  // Of a list that was read whole each record was given once, and each has an id. Rows that are missing are no fault of the facts.
  const isWhole = facts.completeness === 'complete' && unreadable === null && rows === facts.rows
  if (isWhole && repeated && repeated.nameless === 0 && repeated.records !== records)
    contradictions.push(words.recordsReadAndHeld(records, repeated.records))
  const expected = words.consistent
  return {
    name: 'facts',
    verdict: verdict(contradictions.length === 0),
    expected,
    found: contradictions.length === 0 ? expected : contradictions.join(' '),
  }
}

/** That every row is one that the filter of the facts lets through, as far as the columns tell. */
export function checkFilter({ read }: ExportFacts, { misfits: found, unreadable }: Found): readonly Check[] {
  if (found === null || found.looked.length + found.unlooked.length === 0) return []
  const { looked, unlooked, records } = found
  const name = 'filter'
  const expected = [...looked, ...unlooked].join(', ')
  const lacks = unlooked.length === 0 ? [] : [words.filterNotInFile(unlooked)]
  // The service may have ignored the filter, which the facts then say. A file of fewer columns shows fewer of these records.
  const isStated = unlooked.length === 0 ? records === read.misfits : records <= read.misfits
  const said = (verdict: Check['verdict'], ...found: readonly string[]): readonly Check[] => [
    { name, verdict, expected, found: found.join('; ') },
  ]
  const misfits = words.notMatching(records)
  if (!isStated && (records > read.misfits || unreadable === null))
    return said('fail', `${misfits}, ${words.statedOtherwise(read.misfits)}`, ...lacks)
  if (unreadable !== null) return said('unchecked', words.readingFailed)
  if (looked.length === 0) return said('unchecked', ...lacks)
  return said('pass', records === 0 ? words.everyRecordMatches : `${misfits}, ${words.asStated}`, ...lacks)
}

export function checkColumns({ asked }: ExportFacts, { columns }: Found): readonly Check[] {
  if (asked.columns === null) return []
  const expected = asked.columns.join(', ')
  if (columns === null)
    return [{ name: 'columns', verdict: 'unchecked', expected, found: words.headerNotRead }]
  const found = columns.join(', ')
  return [{ name: 'columns', verdict: verdict(expected === found), expected, found }]
}

export function checkRows({ rows: expected }: ExportFacts, { rows, unreadable }: Found): Check {
  const isPart = unreadable !== null
  return {
    name: 'rows',
    verdict: isPart && rows <= expected ? 'unchecked' : verdict(rows === expected),
    expected: words.rows(expected),
    found: isPart ? words.rowsBeforeFailure(rows) : words.rows(rows),
  }
}

export function checkRepeated({ repeated, unreadable }: Found): Check {
  const expected = words.none
  if (repeated === null)
    return {
      name: 'repeated',
      verdict: 'unchecked',
      expected,
      found: unreadable === null ? words.noIds : words.headerNotRead,
    }
  const { count, examples, nameless } = repeated
  const without = nameless > 0 ? [words.rowsWithoutId(nameless)] : []
  if (count > 0)
    return {
      name: 'repeated',
      verdict: 'fail',
      expected,
      found: [words.repeated(count, examples), ...without].join('. '),
    }
  return {
    name: 'repeated',
    verdict: unreadable === null ? 'pass' : 'unchecked',
    expected,
    found: unreadable === null ? [expected, ...without].join('. ') : words.noneBeforeFailure,
  }
}

/** Every figure that can be made of the columns that the file has; what it lacks is said. */
export function checkTotals({ facts, spelled }: OpenExport, { totals, unreadable, rows }: Found): Check {
  const name = 'totals'
  const { by, sums } = totals
  const isOfNone = rows === 0 || listExportAt(facts.asked.endpoint)?.name !== facts.list
  if (facts.totals.groups.length === 0 && isOfNone)
    return { name, verdict: 'unchecked', expected: words.none, found: words.none }
  const stated = facts.totals.groups.length * (1 + facts.totals.sums.length)
  const expected = words.figures(stated)
  // A part of the rows has other totals, which proves nothing.
  if (unreadable !== null) return { name, verdict: 'unchecked', expected, found: words.notAddedUp }
  const figures = figuresOf(regroup(facts.totals, by, sums, spelled), totals)
  const wrong = figures.filter((figure) => figure.expected !== figure.found).length
  const missing = [
    ...facts.totals.by.filter((column) => !by.includes(column)),
    ...facts.totals.sums.filter((column) => !sums.includes(column)),
  ]
  const lacks = missing.length === 0 ? [] : [words.columnsNotInFile(missing)]
  const isWithoutSums = sums.length === 0 && facts.totals.sums.length > 0
  if (wrong > 0)
    return {
      name,
      verdict: 'fail',
      expected,
      found: [words.differing(wrong, figures.length), ...lacks].join('; '),
      figures,
    }
  const same = missing.length === 0 ? words.same : words.sameFigures(figures.length, stated)
  return {
    name,
    verdict: isWithoutSums ? 'unchecked' : 'pass',
    expected,
    found: [...(isWithoutSums ? [words.noSum] : []), same, ...lacks].join('; '),
    figures,
  }
}

export function checkCompleteness({ facts }: OpenExport): Check {
  const { completeness, reasons, begun } = facts
  const expected = words.completeness(completeness, reasons)
  const name = 'completeness'
  if (isBeforeItsEnd(facts))
    return {
      name,
      verdict: 'unchecked',
      expected,
      found: words.beforeItsEnd(minuteText(begun)),
    }
  return { name, verdict: 'pass', expected, found: expected }
}

function verdict(isRight: boolean): 'pass' | 'fail' {
  return isRight ? 'pass' : 'fail'
}
