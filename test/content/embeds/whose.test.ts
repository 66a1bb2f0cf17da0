import { whoseUrl } from '../../../src/content/embeds/whose.ts'

test.each([
  ['https://www.tiktok.com/@nasa/video/7665358680627399966', '@nasa'],
  ['https://x.com/szpalta/status/1', '@szpalta'],
  ['https://twitter.com/szpalta/status/1', '@szpalta'],
  ['https://www.reddit.com/r/rolnictwo/comments/1klosz/', 'r/rolnictwo'],
  ['https://bsky.app/profile/szpalta.bsky.social/post/3k', '@szpalta.bsky.social'],
  ['https://www.youtube.com/@szpalta', '@szpalta'],
  ['https://soundcloud.com/szpalta/odcinek', '@szpalta'],
  ['https://www.youtube.com/watch?v=bBC-nXj3Ng4', undefined],
  ['https://notx.com/szpalta/status/1', undefined],
  ['https://x.com/<script>/status/1', undefined],
  ['/r/rolnictwo/', undefined],
])('%s is of %s (EMB-11)', (url, whose) => {
  expect(whoseUrl(url)).toBe(whose)
})
