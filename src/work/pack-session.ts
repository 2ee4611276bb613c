import type { AnswerRead, PackLabel, PackSource } from '../api/pack-source.ts'
import type { HeldBooks } from '../books/books.ts'

/** `mark` replaces the mark of a session. */
export function packSource(
  { service, account }: Pick<HeldBooks, 'service' | 'account'>,
  pack: PackLabel,
  mark: string,
  answer: AnswerRead,
): PackSource {
  return {
    pack,
    session: {
      service: { name: service, address: service, id: service, embedded: false },
      signedIn: true,
      // There is nobody to sign in or out.
      fixedKey: true,
      demonstrationKey: null,
      provider: null,
      person: { name: 'Reader of a pack', account: account ?? service, accounts: [] },
      accountId: account,
      mark,
      expiresAt: null,
      idleSeconds: null,
      sync: { mode: 'off', pages: 0 },
    },
    answer,
  }
}
