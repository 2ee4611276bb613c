/** The page on which parts are drawn, with what the console begins with. Before their own styles: the layers are named there. */
import '../fonts.css'
import '../tokens.css'
import '../base.css'
import { beforeEach } from 'vitest'
import { page } from 'vitest/browser'

// Until then texts have other widths.
await Promise.all([...document.fonts].map((font) => font.load()))

beforeEach(() => page.viewport(1280, 720))
