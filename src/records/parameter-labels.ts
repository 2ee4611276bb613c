import type { EndpointName, ParameterName } from '../contract/endpoints.ts'
import { labelOf } from './labels.ts'

type AnyParameter = { [Name in EndpointName]: ParameterName<Name> }[EndpointName]

const labels: Readonly<Record<AnyParameter, string>> = {
  limit: 'Page size',
  offset: 'Page',
  transaction_id: 'Transaction id',
  source_id: 'Source',
  source_address: 'Source address',
  asset_id: 'Asset',
  network_id: 'Network',
  start_date: 'From',
  end_date: 'To',
  transaction_type: 'Type',
  destination_id: 'Destination',
  destination_address: 'Destination address',
  status: 'Status',
  whitelist_type: 'Whitelist type',
  vault_type: 'Vault type',
}

/** What a query parameter of the API is called in front of a person; an unknown one by its own name. */
export function parameterLabel(name: string): string {
  return labelOf(labels, name) ?? name
}
