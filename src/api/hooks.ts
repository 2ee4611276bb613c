/** The session as pages use it. */
import { useQuery } from '@tanstack/react-query'
import { readerOf, serviceName } from '../contract/session.ts'
import { openSource, type PackLabel } from './pack-source.ts'
import { sessionQuery } from './session.ts'

/** As it is known. Dozens of parts of a page ask: that one of them looks again in time is up to `useSessionKept`. */
export function useSession() {
  return useQuery({
    ...sessionQuery,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: false,
    refetchOnWindowFocus: false,
  })
}

/** The page has it once. */
export function useSessionKept(): void {
  useQuery({ ...sessionQuery, notifyOnChangeProps: [] })
}

/** Null while records come from the gateway. */
export function useOpenPack(): PackLabel | null {
  // Opening a pack changes the session.
  useSession()
  return openSource()?.pack ?? null
}

export function useSessionMark(): string | null {
  return useSession().data?.mark ?? null
}

/** Whose data this browser keeps: see `readerOf`. Null while signed out, and while a pack is open. */
export function useReader(): string | null {
  const session = useSession().data
  if (openSource() || !session?.signedIn || session.mark === null) return null
  return readerOf({
    service: serviceName(session.service),
    account: session.accountId,
    mark: session.mark,
  })
}
