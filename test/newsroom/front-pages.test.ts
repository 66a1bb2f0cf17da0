import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from '../support/root.ts'

const SERVICES = ['akademia', 'autoblog', 'bizblog', 'plus', 'post', 'rozrywka']
const WITH_LEAD = ['big-posts', 'large-posts', 'premium-posts']
const FRESH = /\bświeżo\b/i

test.each(SERVICES)(
  'the front page of %s opens with a story that dominates, and promises nothing fresh',
  async (service) => {
    const home = await readFile(join(ROOT, 'newsroom', service, 'home.html'), 'utf8')
    const types = [...home.matchAll(/<!-- wp:acf\/([\w-]+)/g)].map(([, type]) => type ?? '')
    expect(WITH_LEAD).toContain(types.find((type) => type.endsWith('-posts')))
    expect(home).not.toMatch(FRESH)
  },
)
