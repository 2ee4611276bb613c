import { build } from '../../scripts/build.mjs'
import { isBuilt, root } from '../../scripts/build-stamp.mjs'
import { startProduct } from './product.ts'

/** Builds where the sources have changed, starts the product once for all tests, and stops it after them. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  if (!(await isBuilt())) {
    process.chdir(root)
    await build()
  }
  const product = await startProduct()
  // The workers start after this and inherit it; `test.ts` makes it their base address.
  process.env.E2E_ADDRESS = product.address
  process.env.E2E_AUDIT_LOG = product.auditLog
  return () => product.stop()
}
