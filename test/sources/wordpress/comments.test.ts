import { createWordPressClient } from '../../../src/sources/wordpress/client.ts'
import { createCommentPoll } from '../../../src/sources/wordpress/comment-poll.ts'
import { createComments } from '../../../src/sources/wordpress/comments.ts'
import { createBudget } from '../../../src/sources/wordpress/rest-calls.ts'
import { startWordPress, type WordPressServer } from '../../support/wordpress-server.ts'

const ROUTE = '/wp-json/wp/v2/comments'
const SIZES = { threads: 20, newest: 20 }

let server: WordPressServer
beforeEach(async () => {
  server = await startWordPress()
})
afterEach(() => server.close())

const client = () => createWordPressClient(server.url, undefined, undefined)
const about = () => createBudget('secondary', 2000)

/** The newest comments, of which each has a post of its own number. */
const newest = (ids: readonly number[], total = ids.length) =>
  server.on(ROUTE, { json: ids.map((id) => ({ id, post: id * 10 })), headers: { 'x-wp-total': String(total) } })
const range = (from: number, count: number): number[] => Array.from({ length: count }, (_, index) => from - index)

describe('the poll for comments (COMM-12)', () => {
  test('reports posts of comments that came or went, and nothing at first', async () => {
    const poll = createCommentPoll(client(), () => true)
    newest([3, 2, 1])
    expect(await poll.next()).toBeUndefined()
    newest([4, 3, 1])
    expect(await poll.next()).toEqual({ paths: [], tags: ['comments', 'post-40', 'post-20'], only: 'comments' })
    expect(await poll.next()).toBeUndefined()
  })

  test('takes no comment for new or gone that others moved beyond the end of a full list', async () => {
    const poll = createCommentPoll(client(), () => true)
    newest(range(500, 100), 400)
    await poll.next()
    newest(range(501, 100), 401)
    expect((await poll.next())?.tags).toEqual(['comments', 'post-5010'])
    newest(range(500, 100), 400)
    expect((await poll.next())?.tags).toEqual(['comments', 'post-5010'])
  })

  test('makes one call in four while nobody reads comments', async () => {
    const poll = createCommentPoll(client(), () => false)
    newest([1])
    for (let n = 0; n < 8; n += 1) await poll.next()
    expect(server.calls).toHaveLength(2)
    expect(server.calls.every(({ headers }) => headers.authorization === undefined)).toBe(true)
  })
})

describe('comments of a post', () => {
  test.each([401, 403])('are none where the site closes them to readers: %i (COMM-1)', async (status) => {
    server.on(ROUTE, { status, json: { code: 'rest_forbidden', message: '', data: { status } } })
    const comments = createComments(client(), SIZES)
    expect(await comments.page('1', 1, about())).toBeUndefined()
    expect(await comments.count('1', true, about())).toBeUndefined()
  })

  test('fail with the source (COMM-4)', async () => {
    server.on(ROUTE, { status: 500, json: {} })
    await expect(createComments(client(), SIZES).page('1', 1, about())).rejects.toThrow('HTTP 500')
  })

  test('need one call for the number and the discussion, and none again where there is nothing to come', async () => {
    const comments = createComments(client(), SIZES)
    expect(await comments.count('1', false, about())).toBe(0)
    expect(await comments.page('1', 1, about())).toMatchObject({ total: 0, isWhole: true })
    expect(server.calls).toHaveLength(1)
    comments.forget()
    await comments.page('1', 1, about())
    expect(server.calls).toHaveLength(2)
  })

  test('end after a bounded number of calls, however long a hostile list of replies (COMM-5)', async () => {
    server.on(ROUTE, ({ query }) => ({
      json: range(100, 100).map((id) => ({ id, parent: Number(query.get('parent') ? 7 : 0) })),
      headers: { 'x-wp-total': '1000000' },
    }))
    await createComments(client(), SIZES).page('1', 1, about())
    expect(server.calls.length).toBeLessThanOrEqual(11)
  })
})
