import { useMemo } from 'react'

/** The same object for as long as what it says is the same, as JSON: for what is parsed anew at every change of the address. */
export function useSameValue<T>(value: T): T {
  const spelled = JSON.stringify(value)
  // biome-ignore lint/correctness/useExhaustiveDependencies: values that are spelled alike are the same
  return useMemo(() => value, [spelled])
}
