import { restSource } from '../../tools/newsroom/rest/source.ts'
import { type Served, serveFiles } from '../support/newsroom-import.ts'

const PER_PAGE = 50

/** Logins of a site with these pages of users; all its other lists are empty. */
async function loginsOf(usersAt: (page: number) => Served): Promise<string[]> {
  const wordpress = await serveFiles((path) => {
    const { pathname, searchParams } = new URL(path, 'http://wordpress.invalid')
    if (pathname === '/wp-json/') return { body: '{"name":"Blog","url":"https://blog.example"}' }
    if (pathname === '/wp-json/wp/v2/users') return usersAt(Number(searchParams.get('page')))
    return { body: '[]', headers: { 'x-wp-totalpages': '0' } }
  })
  try {
    const logins: string[] = []
    for await (const piece of restSource(wordpress.url, undefined, new AbortController().signal).outline())
      if (piece.kind === 'author') logins.push(piece.author.login)
    return logins
  } finally {
    await wordpress.close()
  }
}

const users = (from: number, count: number): string =>
  JSON.stringify(
    Array.from({ length: count }, (_, index) => ({ id: from + index, slug: `autor-${from + index}`, name: 'A' })),
  )

test('without a valid number of pages, a full page has a next one (COST-40)', async () => {
  const headers = { 'x-wp-totalpages': 'wiele' }
  const logins = await loginsOf((page) =>
    page === 1 ? { body: users(1, PER_PAGE), headers } : { body: users(51, 3), headers },
  )
  expect(logins).toHaveLength(PER_PAGE + 3)
})

test('a page beyond the last ends the list, whatever the number of pages (COST-40)', async () => {
  const headers = { 'x-wp-totalpages': '1000000' }
  const logins = await loginsOf((page) =>
    page === 1
      ? { body: users(1, 2), headers }
      : { status: 400, body: '{"code":"rest_post_invalid_page_number"}', headers },
  )
  expect(logins).toEqual(['autor-1', 'autor-2'])
})
