/** Runs of a text: what has no space, quotes or brackets in it. An address is a run, a part of one, or several in a row. */
import { certaintyOf } from './certainty.ts'

export interface Run {
  readonly text: string
  readonly at: number
}

export interface Span extends Run {
  readonly end: number
}

/** Letters that look like those of an address, and the characters that join links, ids and prefixes. */
const run = /[\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Greek}\p{sc=Armenian}\p{sc=Cherokee}\p{N}._\-:/?#&=@%+~]+/gu

export function runsOf(text: string): readonly Run[] {
  return [...text.matchAll(run)].flatMap(({ 0: found, index }) => {
    let at = index
    // "Link:https://…", "0x…0x…"
    const link = found.search(/(?:https?|web\+[a-z]+|[a-z]{2,15}):\/\//i)
    const glued = link > 0 ? new RegExp(`(?<=^[^]{${link}})`, 'u') : /(?<=[\da-f]{38})(?=0x[\da-f]{38})/i
    return found.split(glued).map((part) => {
      at += part.length
      return { text: part, at: at - part.length }
    })
  })
}

/** As written, and without the punctuation around it. */
export function readingsOf(whole: Run): readonly Run[] {
  const start = whole.text.replace(/^[:=@#&/?~.]*/, '')
  // An address of TON may end with a dash.
  const text = start.replace(/[.:?~/]*$/, '')
  return [whole, { text, at: whole.at + whole.text.length - start.length }]
}

/** From the loosest joint to the closest. */
const joints: readonly RegExp[] = [/[?#&=@~%]/, /[/+]/, /:/, /_/, /-/, /\./]

/** The addresses in a run, by splitting it only as far as needed. */
export function findAddresses(whole: Run, from = 0): readonly Run[] {
  for (const reading of readingsOf(whole)) if (certaintyOf(reading.text) !== null) return [reading]
  const level = joints.findIndex((joint, at) => at >= from && joint.test(whole.text))
  const joint = joints[level]
  if (joint === undefined) return []
  let at = whole.at
  return whole.text.split(joint).flatMap((text) => {
    const part = { text, at }
    at += text.length + 1
    return text === '' ? [] : findAddresses(part, level + 1)
  })
}

export function addressesIn(text: string): readonly string[] {
  return [...new Set(runsOf(text).flatMap((each) => findAddresses(each).map((found) => found.text)))]
}

export interface JoinedSpan extends Span {
  /** Its parts are not addresses themselves. */
  readonly replaces: boolean
}

/** Addresses that spaces or line breaks split, if their checksum or form proves it. */
export function joinedIn(text: string, runs: readonly Run[], spans: readonly Span[]): readonly JoinedSpan[] {
  const joins: JoinedSpan[] = []
  let tries = mostTries
  const isFree = (run: Run) =>
    !spans.some(
      (span) =>
        isWithin(span, { at: run.at, end: run.at + run.text.length }) && certaintyOf(span.text) === 'proved',
    )
  for (let start = 0; start < runs.length; start += 1) {
    const first = runs[start]
    if (!first || !isPart(first.text) || !isFree(first)) continue
    let joined = unbroken(first.text)
    let best: JoinedSpan | null = null
    for (let next = start + 1; next < runs.length && joined.length < longestJoined; next += 1) {
      const before = runs[next - 1]
      const run = runs[next]
      // Punctuation ends an address.
      if (!before || !run || /[.:?]$/.test(before.text) || !isPart(run.text) || !isFree(run)) break
      if (!/^[\s>|\\]+$/.test(text.slice(before.at + before.text.length, run.at))) break
      const part = unbroken(run.text)
      joined += part
      if (tries === 0) break
      if (!/\d.*\d/.test(joined) || joined.length < shortestJoined) continue
      tries -= 1
      const certainty = certaintyOf(joined)
      const isWhole = start === 0 && next === runs.length - 1 && spans.length === 0
      if (certainty === 'proved' || (certainty === 'formed' && (isWhole || isUnmistakable(joined))))
        best = {
          text: joined,
          at: first.at,
          end: run.at + part.length,
          replaces: certainty === 'proved' || !isUnmistakable(first.text),
        }
    }
    if (best === null) continue
    joins.push(best)
    const { end } = best
    while ((runs[start + 1]?.at ?? end) < end) start += 1
  }
  return joins
}

const shortestJoined = 20
const longestJoined = 120
/** A long text may consist of groups alone, and each try computes hashes. */
const mostTries = 400

function isPart(text: string): boolean {
  return /^[\da-z+/_:=-]+[.:?]?$/i.test(text)
}

/** Without the mark of a broken line, and without punctuation. */
function unbroken(text: string): string {
  return text.replace(/[.:?=-]+$/, '')
}

/** Its length shows that nothing is missing. */
function isUnmistakable(text: string): boolean {
  return /^0x(?:[\da-f]{40}|[\da-f]{64}|[\da-f]{96})$/i.test(text) || text.length > 90
}

export function isWithin(inner: Omit<Span, 'text'>, { at, end }: Omit<Span, 'text'>): boolean {
  return inner.at >= at && inner.end <= end
}
