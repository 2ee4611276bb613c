/** Adds an empty inner map if the key is new. */
export function innerMap<Key, Inner, Value>(outer: Map<Key, Map<Inner, Value>>, key: Key): Map<Inner, Value> {
  const known = outer.get(key)
  if (known) return known
  const inner = new Map<Inner, Value>()
  outer.set(key, inner)
  return inner
}

/** Keeps the order of the members. */
export function groupBy<Member, Key>(
  members: readonly Member[],
  keyOf: (member: Member) => Key,
): Map<Key, Member[]> {
  const groups = new Map<Key, Member[]>()
  for (const member of members) {
    const key = keyOf(member)
    const group = groups.get(key)
    if (group) group.push(member)
    else groups.set(key, [member])
  }
  return groups
}
