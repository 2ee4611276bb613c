/** `npm run test:browsers`: the journey in Firefox and WebKit. Installs them where it can, and says which it could not have. */
import { missingBrowsers } from './browser.mjs'
import { run } from './run.mjs'

const missing = await missingBrowsers(true)
if (missing.length < 2) process.exitCode = (await run('playwright', ['test', '-c', 'e2e/browsers'])).code
for (const name of missing)
  console.log(`\n*** No ${name} could be had: nothing was tested in it. On Debian, run this as root. ***`)
