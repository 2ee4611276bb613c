/** Accepted findings of the whitelist review, which the gateway keeps for everybody who reads the account. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { acceptedPath } from '../contract/accepted-findings.ts'
import { askSession } from './request.ts'
import { revisionIn, revisionQuery } from './revision.ts'

export function useAcceptFinding(finding: string) {
  return useChange((reason: string) =>
    askSession(`${acceptedPath}/${finding}`, { method: 'PUT', json: { reason } }),
  )
}

export function useWithdrawAcceptance(finding: string) {
  return useChange(() => askSession(`${acceptedPath}/${finding}`, { method: 'DELETE', json: {} }))
}

/** The records are another revision then, so that what is on the screen is asked for again. */
function useChange<Given>(make: (given: Given) => Promise<unknown>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: make,
    onSuccess: (body) => client.setQueryData(revisionQuery.queryKey, revisionIn(acceptedPath, body)),
  })
}
