import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { buildCatalogue } from '../../../src/sources/embedded/catalogue.ts'
import { NewsroomFileError } from '../../../src/sources/embedded/front-matter.ts'
import { SERVICE_NAMES } from '../../support/customer-site.ts'
import { ROOT } from '../../support/root.ts'
import { mutated, nasty } from '../inputs.ts'
import { inTime } from '../invariants.ts'
import type { Target } from '../target.ts'

const fileOf = (path: string) => ({ path, text: readFileSync(join(ROOT, 'newsroom', path), 'utf8') })
const ARTICLE = fileOf('akademia/articles/arkusz-zlecen-w-liczbach.html')
const BROKEN: Record<string, string> = {
  'akademia/articles/inny.html': ARTICLE.text.slice(0, 1500),
  'akademia/home.html': fileOf('akademia/home.html').text,
  'akademia/terms.yaml': fileOf('akademia/terms.yaml').text,
  'authors/ida-korczyk.yaml': fileOf('authors/ida-korczyk.yaml').text,
}
const YAML = [
  '---\n',
  '- ',
  '? ',
  ': ',
  '&a ',
  '*a ',
  '!!binary ',
  '!x ',
  '<<: ',
  '|\n',
  '>-\n',
  '{',
  '[',
  '"',
  '%YAML 1.1\n',
  '\n  ',
  '#',
]
const MAX_MS = 1500

/** Files of a newsroom: a broken one is reported by its name, and does not affect the others. */
export const frontMatter: Target<{ path: string; text: string }> = {
  name: 'front-matter',
  inputs: fc.constantFrom(...Object.keys(BROKEN)).chain((path) =>
    fc.record({
      path: fc.constant(path),
      text: mutated(
        [BROKEN[path] ?? ''],
        fc.oneof(
          nasty,
          fc.array(fc.constantFrom(...YAML)).map((parts) => parts.join('')),
        ),
      ),
    }),
  ),
  async check(file) {
    const problems: unknown[] = []
    const catalogue = await inTime(MAX_MS, () =>
      buildCatalogue([ARTICLE, file], SERVICE_NAMES, undefined, (error) => problems.push(error)),
    )
    expect(catalogue.services.get('akademia')?.byPath.has('/2026/11/arkusz-zlecen-w-liczbach')).toBe(true)
    for (const problem of problems) {
      expect(problem).toBeInstanceOf(NewsroomFileError)
      expect((problem as Error).message.startsWith(file.path)).toBe(true)
      expect((problem as Error).message.length).toBeLessThanOrEqual(301)
    }
  },
}
