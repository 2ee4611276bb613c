import { useQuery } from '@tanstack/react-query'
import { addressEndpoints, type FormerDestination, type OwnAddress } from '../contract/addresses.ts'
import { listAt } from './records.ts'

/** Of one account alone where `address` is given, in every spelling. */
export function useOwnAddresses({
  address,
  enabled,
}: {
  readonly address?: string
  readonly enabled: boolean
}) {
  const { path } = addressEndpoints.ownAddresses
  const target = address === undefined ? path : `${path}?${new URLSearchParams({ address })}`
  return useQuery({ ...listAt<OwnAddress>(target), enabled })
}

export function useFormerDestinations() {
  return useQuery(listAt<FormerDestination>(addressEndpoints.formerDestinations.path))
}
