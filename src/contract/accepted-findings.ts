/** A finding of the whitelist review that somebody looked into and accepted. */
export interface AcceptedFinding {
  /** The digest of what the finding rests on: another one once that changes. */
  readonly finding: string
  readonly by: string
  /** ISO 8601 UTC. */
  readonly at: string
  readonly reason: string
  /** What it is about, whatever it rests on, and what it rested on, by column: by these it is told what changed. */
  readonly subject?: string | undefined
  readonly facts?: Readonly<Record<string, string>> | undefined
}
