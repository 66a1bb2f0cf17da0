import { decodeArchive } from '../../src/content/decode.ts'
import { isMissing } from '../../src/content/repository.ts'
import { archiveHead } from '../../src/seo/archive-head.ts'
import { atOnce } from '../../src/system/steps.ts'
import { listening, services } from '../content/world.ts'

test('HEAD-13: a later page of a list has the CMS’ tags and a title of its own', () => {
  const meta = [
    { name: 'robots', content: 'nofollow' },
    { name: 'keywords', content: 'nauka' },
    { property: 'og:title', content: 'Tytuł z CMS' },
  ]
  const wire = { type: 'category', name: 'Nauka', blocks: [], posts: [], sumOfPosts: 100, postPerPage: 10 }
  const seo = { title: 'Tytuł z CMS', canonical: '', meta }
  const archive = atOnce(decodeArchive({ ...wire, seo }, listening('post').context))
  if (isMissing(archive)) throw new Error('there is no such list')
  const headOf = (pageNumber: number) =>
    archiveHead(archive, {
      service: services.post,
      kind: 'category',
      slug: 'nauka',
      basePath: '/kategoria/nauka',
      pageNumber,
    })
  const contents = (pageNumber: number) => JSON.stringify(headOf(pageNumber))
  expect(contents(1)).toContain('Tytuł z CMS')
  expect(contents(2)).not.toContain('Tytuł z CMS')
  for (const page of [1, 2]) expect(contents(page)).toMatch(/"nofollow.*"keywords"|"keywords".*nofollow/)
  expect(headOf(2).title).toMatch(/strona 2/)
})
