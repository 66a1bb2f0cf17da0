import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { elsewhere, ROOT } from '../../development/documents/pages.ts'

/** Documents that lie outside `docs/` are pages of the site too. */
export default {
  paths: () =>
    elsewhere().map(({ name, file }) => ({ params: { name }, content: readFileSync(join(ROOT, file), 'utf8') })),
}
