/** Addresses that the transactions of the account show. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { addressEndpoints, type FormerDestinations, type OwnAddresses } from '../contract/addresses.ts'
import { unexpectedBody } from '../contract/api-error.ts'
import { asFields } from '../contract/normal-records.ts'
import { askGateway } from './request.ts'

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
  return useQuery({ ...addressesQuery<OwnAddresses>(target), enabled })
}

export function useFormerDestinations() {
  return useQuery(addressesQuery<FormerDestinations>(addressEndpoints.formerDestinations.path))
}

function addressesQuery<Answer extends OwnAddresses | FormerDestinations>(target: string) {
  return queryOptions({
    queryKey: ['records', 'addresses', target],
    queryFn: async ({ signal }): Promise<Answer> => {
      const body = await askGateway(target, signal)
      if (isAnswer<Answer>(body)) return body
      throw unexpectedBody(target, 'a list of addresses')
    },
  })
}

/** The gateway makes answers by the contract that this console is built from. One of another version may not. */
function isAnswer<Answer>(body: unknown): body is Answer {
  const addresses = asFields(body)?.addresses
  return Array.isArray(addresses) && addresses.every((one) => typeof asFields(one)?.address === 'string')
}
