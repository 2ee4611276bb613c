/** Every sentence of an audit pack: what its parts are, and its README. */

export const packWords = {
  // Names of parts, as the progress and the README call them.
  statement: 'Statement',
  transactions: 'Transactions',
  whitelists: 'Whitelists',
  review: 'Whitelist review',
  reconciliation: 'Reconciliation',
  asJson: (name: string) => `The same as ${name}, with everything it rests on, for programs.`,
  files: {
    statement:
      'What each vault held of each asset at the beginning and at the end of the period, and what changed it in between.',
    opening: 'What each vault held when the period began: at the end of the day before it.',
    closing: 'What each vault held when the period ended: at the end of its last day.',
    transactions:
      'Every transaction that the service’s date filter lists in the period, with the day for which it lists it.',
    whitelists: 'Every whitelist and its addresses, as they were when the pack was made.',
    review:
      'Whitelist entries and withdrawals that deserve a look, with the evidence, as of when the pack was made.',
    reconciliation:
      'Whether balances, vaults and transactions agreed with each other when the pack was made, figure by figure.',
    readme: 'This text.',
  },
  refused: (why: string, code: string) => `The service did not give it: ${why}${code && ` (${code})`}`,
  missing: (part: string, why: string) => `Missing: ${part}. ${why}`,
  toCome: 'The period has not begun, so there is nothing to pack.',
} as const

/** `README.txt`, for somebody who has never seen this console. */
export const readmeWords = {
  title: (period: string) => `AUDIT PACK: ${period}`,
  intro:
    'This pack was made by Custody Console, a program that reads a digital-asset custody service and changes nothing in it. It says what the vaults of one organization held at both ends of a period, how one became the other, and how far that is proved.',
  period: (first: string, last: string) => `Period:   from the beginning of ${first} to the end of ${last}`,
  service: (service: string) => `Service:  ${service}`,
  account: (account: string) => `Account:  ${account}`,
  read: (begun: string, ended: string) => `Read:     from ${begun} to ${ended}`,
  scope: 'Scope:    all vaults and all assets',
  notOver:
    'The period was not over when this pack was made. It holds what was recorded until then, and closes with the balances of that time.',
  resultsTitle: 'WHAT WAS FOUND',
  result: (part: string, result: string) => `${part}: ${result}`,
  limitsTitle: 'WHAT IS NOT PROVED',
  isMissing: (part: string, why: string) => `Missing from this pack: ${part}. ${why}`,
  notComplete: (name: string, reasons: readonly string[]) =>
    `${name} is not proved complete. ${reasons.join(' ')}`,
  basis: [
    'Past balances are not stored anywhere. They are today’s balances less what completed transactions changed since. A holding is called proved where this leaves exactly zero before its first transaction: that proves sums, not days. statement.csv says so line by line.',
    'Balances are available, processing and staking together. Staking rewards that were not claimed are left out, because they grow without a transaction.',
    'Everything here is what the service said. Whether it holds the assets on a blockchain was not checked.',
    'Whitelists, their review and the reconciliation are as of the day on which the pack was made. The service does not tell what they were before.',
  ],
  filesTitle: 'FILES',
  factsBeside:
    'Beside each file NAME there is NAME.facts.json: what was asked, of which service, when, exact totals, digests, and the console’s signature. manifest.json lists every file with its size and SHA-256, and has facts of its own.',
  isComplete: {
    complete: 'Complete.',
    'read-once': 'READ ONCE: not proved complete.',
    partial: 'PARTIAL: something is or may be missing.',
  },
  checkTitle: 'HOW TO CHECK IT',
  check: [
    'In a browser: open the page /verify of a Custody Console and drop the ZIP there, as it is. Nothing is uploaded.',
    'With a command, in a copy of Custody Console: npm run verify -- PACK.zip --keys KEYS.json. KEYS.json are the public keys of the console that made the pack, from its address /.well-known/custody-console-keys.json. Fetch them from there yourself.',
    'Without either, in the folder where you unpacked it, with jq and sha256sum:',
  ],
  command: '  jq -r \'.[0].files[] | "\\(.sha256)  \\(.name)"\' manifest.json | sha256sum -c',
  commandLimit:
    'That shows that the files are the ones that the manifest lists. It does not show who wrote the manifest: the signature does, which the first two ways check.',
} as const
