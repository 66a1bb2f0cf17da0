import * as z from 'zod'

const rule = z
  .string()
  .refine(
    (value) => value === 'allow' || value === 'deny' || isLicence(value),
    'must be allow, deny, or a licence’s URL or path, such as /licence.xml',
  )
  .optional()

/** https URL or path. */
function isLicence(value: string): boolean {
  if (/[\s\\]/.test(value) || value.startsWith('//')) return false
  return value.startsWith('/') || URL.parse(value)?.protocol === 'https:'
}

/** MACH-1 */
export const crawlersFile = z
  .strictObject({
    search: rule.describe('Search engines, which lead readers here.'),
    training: rule.describe('Machines that train models.'),
    answers: rule.describe('Machines that read to answer a person, and their indexes.'),
    enforce: z
      .boolean()
      .default(false)
      .describe('Denied crawlers get 403. Without it robots.txt alone keeps them away.'),
    markdown: z
      .boolean()
      .default(false)
      .describe('Articles as Markdown (path and .md, or Accept: text/markdown), and /llms.txt.'),
  })
  .describe(
    'What machines may do, by kind: allow, deny, or the URL of a licence (an RSL document); a kind that is not named stays unsaid.',
  )
