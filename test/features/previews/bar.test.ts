import { previewBar } from '../../../src/features/previews/bar.ts'
import { choiceIn } from '../../../src/features/previews/choice.ts'
import { services } from '../../content/world.ts'

const hrefOf = (adminUrl: string | undefined, id = '12'): string | undefined => {
  const link = { id, expires: 1_800_000_000, signature: 'a' }
  const bar = previewBar(link, choiceIn({}), services.akademia, adminUrl)
  return /<a href="([^"]*)" rel="noopener">Edytuj<\/a>/.exec(bar)?.[1]?.replaceAll('&amp;', '&')
}

test.each([
  ['https://cms.example/wp-admin', 'https://cms.example/wp-admin/post.php?post=12&action=edit'],
  ['https://cms.example/wp-admin/', 'https://cms.example/wp-admin/post.php?post=12&action=edit'],
  ['https://cms.example', 'https://cms.example/post.php?post=12&action=edit'],
  ['https://cms.example/teksty/{id}/edycja', 'https://cms.example/teksty/12/edycja'],
  ['https://cms.example/edycja?tekst=%7Bid%7D#pole', 'https://cms.example/edycja?tekst=12#pole'],
])('the form of a text below %s is %s (PREVIEW-6)', (adminUrl, form) => {
  expect(hrefOf(adminUrl)).toBe(form)
})

test('an id is no part of markup or of another URL', () => {
  expect(hrefOf('https://cms.example/{id}', '../"><b>')).toBe('https://cms.example/..%2F%22%3E%3Cb%3E')
  expect(hrefOf('https://cms.example/wp-admin', '1&action=trash')).toContain('post=1%26action%3Dtrash&action=edit')
})

test('without an admin URL nothing leads there', () => {
  expect(hrefOf(undefined)).toBeUndefined()
})
