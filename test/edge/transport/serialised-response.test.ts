import { serialiseResponse } from '../../../src/edge/transport/serialised-response.ts'

test.each([
  ['a line feed', 'x-a', 'a\r\nset-cookie: b'],
  ['a letter that no header can hold', 'x-a', 'ł'],
  ['a name with a space', 'x a', 'a'],
])('a response with %s is refused', (_what, name, value) => {
  expect(() => serialiseResponse(200, [name, value])).toThrow(/header/i)
})

test('the lines of one page are not among the lines that pages share', () => {
  const { common, bytes } = serialiseResponse(200, [
    'x-a',
    'b',
    'server-timing',
    'cache;desc=miss;dur=1.2',
    'etag',
    '"c"',
  ])
  expect(common.text).toBe('HTTP/1.1 200 OK\r\nx-a: b\r\n')
  expect(bytes.toString('latin1')).toBe('server-timing: cache;desc=miss;dur=1.2\r\netag: "c"\r\n\r\n')
})
