/** Whether two ids name one network: case and space around them say nothing. No id is the same as an empty one. */
export function isSameNetwork(one: string | null, other: string | null): boolean {
  return plain(one) === plain(other)
}

function plain(networkId: string | null): string {
  return networkId?.trim().toLowerCase() ?? ''
}
