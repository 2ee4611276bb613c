/** Runs: what stands in a text without space, quotes or brackets. An address is one, or a part of one. */
import { certaintyOf } from './certainty.ts'

export interface Run {
  readonly text: string
  readonly at: number
}

/** Letters that look like those of an address, and what links, ids and prefixes are joined by. */
const run = /[\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Greek}\p{sc=Armenian}\p{sc=Cherokee}\p{N}._\-:/?#&=@%+~]+/gu

export function runsOf(text: string): readonly Run[] {
  return [...text.matchAll(run)].flatMap(({ 0: found, index }) => {
    let at = index
    return found.split(glued(found)).map((part) => {
      at += part.length
      return { text: part, at: at - part.length }
    })
  })
}

/** "Link:https://…", "0x…0x…" */
function glued(text: string): RegExp {
  const link = text.search(/(?:https?|web\+[a-z]+|[a-z]{2,15}):\/\//i)
  return link > 0 ? new RegExp(`(?<=^[^]{${link}})`, 'u') : /(?<=[\da-f]{38})(?=0x[\da-f]{38})/i
}

/** As it stands, and without the marks of a sentence around it: an address of TON may end with a dash. */
export function readingsOf(whole: Run): readonly Run[] {
  return [
    whole,
    trimmed(whole, /^[:=@#&/?~.]*/, /[.:?~/]*$/),
    trimmed(whole, /^[^\p{L}\p{N}]*/u, /[^\p{L}\p{N}]*$/u),
  ]
}

function trimmed({ text, at }: Run, start: RegExp, end: RegExp): Run {
  const left = text.replace(start, '')
  return { text: left.replace(end, ''), at: at + text.length - left.length }
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
