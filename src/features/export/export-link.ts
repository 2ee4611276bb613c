import { type ListPatch, without } from '../../url/list-view.ts'
import { viewLink } from '../../url/view-link.ts'

/**
 * The view that shows what a file of its list holds: without the parameters by which rows are left out on screen alone, and without
 * those that the page could not use.
 */
export function exportLink<F extends string, X extends string>(
  href: (patch: ListPatch<F, X>) => string,
  narrowedBy: readonly NoInfer<X>[] = [],
): string {
  const link = href({ params: without(narrowedBy), invalid: [] })
  return viewLink(link) ?? link
}
