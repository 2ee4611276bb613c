/** By what facts are known: their digest, and the name of the file that carries its first digits. */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { type CoreFacts, coreFacts, type ExportFacts } from './facts.ts'

/**
 * SHA-256 of the facts without the name, size and digest of their file and without their signature, laid out as in their own file:
 * `jq 'del(.signature, .file.name, .file.bytes, .file.sha256)' X.facts.json | sha256sum`.
 */
export function factsDigest(facts: CoreFacts | ExportFacts): string {
  const text = `${JSON.stringify(coreFacts.parse(facts), null, 2)}\n`
  return bytesToHex(sha256(new TextEncoder().encode(text)))
}

/**
 * Name of an export's file: list, what of a statement is proved, the instant at which it was begun, the beginning of the digest of its facts, and what it is where it is not complete.
 * Nothing in it comes from outside, so that every file system accepts it.
 */
export function exportFileName(list: string, facts: CoreFacts | ExportFacts): string {
  const instant = `${facts.begun.slice(0, 19).replaceAll(':', '-')}Z`
  const safeList = list.toLowerCase().replace(/[^a-z0-9-]+/g, '-')
  const digest = factsDigest(facts).slice(0, digitsInName)
  const proof = facts.proof ? `_${facts.proof.proved}-of-${facts.proof.of}-proved` : ''
  return `${safeList}${proof}_${instant.replace(/[^0-9TZ-]/g, '-')}_${digest}${marks[facts.completeness]}.${facts.file.format}`
}

const marks = { complete: '', 'read-once': '.READ-ONCE', partial: '.PARTIAL' } as const

/** Enough that nobody finds other facts with the same ones. */
const digitsInName = 16
