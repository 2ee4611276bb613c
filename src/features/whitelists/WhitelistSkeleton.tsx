import { SkeletonText } from '../../ui/SkeletonText.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { loading } from './words.ts'

/** Stands in for a whitelist that is on its way. */
export function WhitelistSkeleton() {
  return (
    <div aria-busy>
      <VisuallyHidden>{loading}</VisuallyHidden>
      {['40%', '60%', '90%', '75%', '85%'].map((width) => (
        <p key={width}>
          <SkeletonText width={width} />
        </p>
      ))}
    </div>
  )
}
