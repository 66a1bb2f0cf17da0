import { purgeOfNotice } from '../../../src/http/handlers/purge.ts'
import { services } from '../../content/world.ts'

const { akademia, post } = services
/** As the plugin WP Webhooks sends it, shortened. */
const NOTICE = {
  post_id: 12,
  post: { ID: 12, post_content: 'Treść', post_status: 'publish' },
  post_meta: { _edit_lock: ['1'] },
  post_permalink: 'https://cms.example/2026/03/tytul/',
  taxonomies: { category: { edukacja: { slug: 'edukacja' } }, post_tag: { '%e6%9d%b1': {} } },
}

test('the notice of a changed post purges the post, its lists and the home page (PURGE-6)', () => {
  expect(purgeOfNotice(NOTICE, akademia)).toEqual({
    service: 'akademia',
    paths: ['/', '/2026/03/tytul'],
    tags: ['post-12', 'category-najnowsze', 'category-edukacja', 'tag-%E6%9D%B1'],
  })
})

test('its path has the form of its service', () => {
  expect(purgeOfNotice(NOTICE, post)?.paths).toEqual(['/', '/2026/03/tytul.html'])
})

test.each([
  ['a deleted post without a URL', { post_id: '12' }],
  ['a draft with a plain permalink', { post_id: 12, post_permalink: 'https://cms.example/?p=12', taxonomies: [] }],
])('%s is purged by its id', (_, body) => {
  expect(purgeOfNotice(body, akademia)).toEqual({
    service: 'akademia',
    paths: ['/'],
    tags: ['post-12', 'category-najnowsze'],
  })
})

test.each([undefined, null, [], {}, { paths: ['/a'] }, { post_id: 0 }, { post_id: '../x' }, { post_id: 'a b' }])(
  '%j is not a notice',
  (body) => {
    expect(purgeOfNotice(body, akademia)).toBeUndefined()
  },
)
