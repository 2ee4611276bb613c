import type { LinkRefusal } from '../contract/report.ts'
import type { InvalidParameter } from '../url/page-state.ts'

/** What of a link no report can be made with. A value without its hidden characters is usable. */
export function faultsOf(invalid: readonly InvalidParameter[]): readonly string[] {
  return invalid.flatMap(({ name, reason }) => (reason === 'hidden' ? [] : name))
}

export function refusedLink(title: string, faults: readonly string[]): { readonly refusal: LinkRefusal } {
  const names = [...new Set(faults)].join(' and ')
  return {
    refusal: {
      title,
      text: `The link has no valid value for ${names}. Correct it, or remove it from the link.`,
    },
  }
}
